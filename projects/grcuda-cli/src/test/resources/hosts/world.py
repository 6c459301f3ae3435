from grcuda import cu
import grcuda

w = cu.world()
print(w, w.rank, w.size)


def add(obj, x, arr=None):
    obj.state = {"sum": obj.state.sum + x, "n": obj.state.n + 1, "last": arr[2] if arr is not None else None}


def relay(obj, depth, to):
    obj.state = obj.state + depth
    if depth:
        w.send(to, "relay", depth - 1, to)


w.handler(add)
w.handler("relay", relay)
p = w.create({"sum": 0, "n": 0})
print(p, p.home, p.serial, p.equals(w.gather(p)[0]))
a = grcuda.arange(5000, dtype="float")
w.send(p, "add", 5, a)
a.fill(0)
w.send(p, "add", 7)
w.send(p, "add", 1, grcuda.arange(3, dtype="int"))
print(w.find(p).state)
w.run()
print(w.find(p).state, w.find(p), w.find(p).pointer)
q = w.create(0)
w.send(q, "relay", 4, q)
w.run()
print(w.find(q).state)

# One-sided, and two-sided.
x = w.create(grcuda.zeros(3000, dtype="double"))
w.put(x, grcuda.full(3000, 4, dtype="double"))
y = grcuda.zeros(3000, dtype="double")
w.get(x, y)
w.run()
print(y[2999], w.find(x).state[0])
b = grcuda.zeros(10, dtype="int")
w.receiveFrom(0, b, 3)
w.sendTo(0, grcuda.arange(10, dtype="int"), 3)
print(b.tolist())

# All ranks.
print(w.gather({"a": [1, 2.5, "x", None, True], "p": p}), w.sum(2.5), w.barrier())
w.migrate(p, 0)
w.poll()
print(w.find(p).state.sum)
w.free(q)
w.run()
print(w.find(q))


def refused(action):
    try:
        action()
        print("not refused")
    except grcuda.GrCudaError as error:
        print(type(error).__name__, str(error).splitlines()[0])


def unknown():
    w.send(p, "unknown")
    w.run()


refused(unknown)
refused(lambda: w.send(q, "add", 1))
refused(lambda: w.send("p", "add", 1))
refused(lambda: w.send(p, "add", add))
refused(lambda: w.create())
refused(lambda: w.create(1, 2))
refused(lambda: w.create(add))
refused(lambda: w.handler("name"))
refused(lambda: w.handler("add", add))
refused(lambda: w.handler(5))
refused(lambda: w.migrate(p, 1))
refused(lambda: w.sendTo(1, b))
refused(lambda: w.put(p, 5))
refused(lambda: w.put(p, b))
refused(w.run)
refused(lambda: w.gather(b))
refused(lambda: w.sum("x"))


def fail(obj):
    raise ValueError("the handler fails")


w.handler(fail)
w.send(p, "fail")
try:
    w.run()
except ValueError as error:
    print("ValueError", error)
w.run()
