import re

import grcuda
from grcuda import Link, Router, arrivals, endpoints, host

a, b, c = endpoints(3)
print(a, c, c.index, c.device, host, host.device)

# A broadcast: each target has all packets, in order.
x = grcuda.arange(10, dtype=grcuda.int32)
router = Router("int", "broadcast", a, [b, c], packet=4)
receivers = [router.receiver(b), router.receiver(c)]
sender = router.sender()
delivery = sender.send(x, tag=7, last=True)
x.fill(0)  # the copies come first
print(router.packet, delivery.isDone, sender.isClosed)
got = {1: [], 2: []}
for segment in arrivals(*receivers):
    got[segment.target.index].append((segment.tolist(), segment.tag, segment.offset, segment.total, segment.source.index))
print(got[1] == got[2], got[1])
delivery.wait()
print(delivery.isDone)

# Rows of two columns; a segment that is kept; a buffer that is held back.
sender, receiver = Link("float", host, a, packet=2, columns=2, buffers=1)
sender.send(grcuda.array([[1, 2], [3, 4], [5, 6]], dtype=grcuda.float32))
sender.close()
first = receiver.receive()
print(first.shape, first.tolist(), first.isReleased)
first.release()
print(first.isReleased, [segment.tolist() for segment in receiver])

# A function routes by tag, and the first rows of an array are sent.
even = Router("int", lambda source, tag: [tag % 2], host, [a, b])
ends = [even.receiver(a), even.receiver(b)]
sender = even.sender()
for tag in range(3):
    sender.send(grcuda.full(4, tag, dtype=grcuda.int32), 1 + tag, tag=tag)
sender.close()
print([[segment.tolist() for segment in end] for end in ends])

# What a kernel counts.
keep = grcuda.kernel("""
    extern "C" __global__ void keep(const int *x, int n, int *y, unsigned *count) {
      int i = threadIdx.x;
      if (i < n && x[i] % 3 == 0) y[atomicAdd(count, 1u)] = x[i];
    }""", "keep(x: in pointer sint32, n: sint32, y: inout pointer sint32, count: inout pointer uint32)")
sender, receiver = Link("int", a, host, packet=32)
out = sender.buffer()
keep(1, 32)(grcuda.arange(20, dtype=grcuda.int32), 20, out, out.counter)
sender.send(out, out.counter)
sender.send(out.slice(0, 4), 0)
sender.close()
print([sorted(segment.tolist()) for segment in receiver])

# Errors.
router = Router("int", "direct", host, a, packet=4)
sender, receiver = router.sender(), router.receiver(buffers=1)


def attempt(action):
    try:
        print("no error:", action())
    except Exception as error:
        text = re.sub(r"[0-9,]+ of [0-9,]+ bytes", "some of all bytes", str(error))  # as the machine has memory
        print(f"{type(error).__name__}: {text}")


attempt(receiver.receive)
delivery = sender.send(grcuda.arange(8, dtype=grcuda.int32))
segment = receiver.receive()
attempt(receiver.receive)
attempt(delivery.wait)
attempt(lambda: segment[0])
attempt(segment.free)
segment.release()
attempt(segment.tolist)
attempt(lambda: sender.send(grcuda.zeros(3)))
attempt(lambda: sender.send(grcuda.zeros(3, dtype=grcuda.int32), tag=1))
attempt(lambda: sender.send(grcuda.zeros(3, dtype=grcuda.int32), 5))
attempt(lambda: sender.send([1, 2]))
sender.close()
attempt(lambda: sender.send(grcuda.zeros(3, dtype=grcuda.int32)))
attempt(lambda: Router("int", "brodcast", host, a))
attempt(lambda: Router("int", "gather", host, [a, b]))
attempt(lambda: Router("int", "ring", host, [a, b]))
attempt(lambda: Router("int", "direct", [a, a], b))
attempt(lambda: Router("int", "direct", [], b))
attempt(lambda: Router("int", "direct", 5, b))
attempt(lambda: Router("int", "direct", host, a, packet=0))
attempt(lambda: Router("int", "direct", host, [a, b]).receiver())
attempt(lambda: Router("int", "direct", host, [a, b]).receiver(c))
attempt(lambda: Router("int", "direct", host, a).receiver(buffers=0))
attempt(lambda: grcuda.cu.Router("int", "direct", host, a, {"pakcet": 3}))
attempt(lambda: endpoints(0))
attempt(lambda: router.receiver(a))
attempt(lambda: router.sender(buffers=1 << 40))
attempt(lambda: router.sender().send(grcuda.zeros(3, dtype=grcuda.int32), tag=1 << 32))
attempt(lambda: Router("int", "direct", host, a, packet=1 << 62))
attempt(lambda: Router("int", "direct", host, a, columns=1 << 62))
attempt(lambda: Router("int", "direct", host, a, packet=1 << 60).receiver())
print(router.sender().isClosed)

# A reduction along a tree, in packets, by name and by a kernel.
places = endpoints(4)
tree = Router("float", "tree", places, places, packet=3)
parts = [grcuda.array([10.0 ** i, 2.0, 3.0, -i], dtype=grcuda.float32) for i in range(4)]
total = tree.reduce(parts)
parts[3].fill(0)  # the copies come first
print(total.tolist(), tree.reduce(parts, "max").tolist(), parts[0].tolist())
weigh = grcuda.kernel("""
    extern "C" __global__ void weigh(float *x, const float *y, long long n) {
      long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
      if (i < n) x[i] = 2 * x[i] + y[i];
    }""", "weigh(x: inout pointer float, y: in pointer float, n: sint64)")
print(tree.reduce(parts, weigh, out=parts[0]) is parts[0], parts[0].tolist())
attempt(lambda: tree.reduce(parts, "summ"))
attempt(lambda: tree.reduce(parts, 5))
attempt(lambda: tree.reduce(parts[:2]))
attempt(lambda: tree.reduce([*parts[:3], grcuda.zeros(4)]))
attempt(lambda: tree.reduce([*parts[:3], 5]))
attempt(lambda: tree.reduce(parts, keep))
attempt(lambda: tree.reduce(parts, out=[1]))
attempt(lambda: tree.sender(places[0]).send(parts[0]))
attempt(lambda: Router("int", "tree", host, [a, b]))
