import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
add = cu.buildkernel(source, "add", "pointer, sint32, sint32")


def say(*values):
    print(*(str(v).lower() if isinstance(v, bool) else v for v in values))


def show(array):
    say(" ".join(str(v) for v in array))


# Launches name what they use besides their arguments: arrays, and resources that only order.
x = cu.DeviceArray("int", 6)
y = cu.DeviceArray("int", 6)
x.fill(1)
y.fill(2)
log = cu.Resource("log")
logged = add.using({"writes": [log]})
logged(1, 32)(x, 1, 6)
logged.using({"reads": [y]}).forall(6)(x, 10, 6)
add(1, 32).using({"reads": [log, x], "writes": y})(y, 5, 6)
add(1, 32).using({"reads": log})(x, 100, 6)
add.using({})(1, 32)(x, 1000, 6)
show(x)
show(y)
say(log.name, log.toString(), cu.Resource().name)
say(logged.name, logged.launchCount == add.launchCount)

# A request brings an array to the host meanwhile; what conflicts waits until its release.
request = x.request("write")
request.await_()
say(request.isReady, request.toString())
x[0] = 5
show(x)
request.release()
add(1, 32)(x, 1, 6)
show(x)
with_reader = x.request("read")
add(1, 32).using({"reads": [x]})(y, 1, 6)
show(y)
show(x)
with_reader.release()
