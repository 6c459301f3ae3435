import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
add = cu.buildkernel(source, "add(x: inout pointer sint32, by: sint32, n: sint32)")


def show(array):
    print(" ".join(str(v) for v in array))


x = cu.DeviceArray("int", 6)
y = cu.DeviceArray("int", 6)
x.fill(1)
y.fill(2)


# Without a GPU the function does the work, whenever the program waits.
def adding(x, by, n):
    for i in range(n):
        x[i] += by


task = cu.Task({"gpu": add, "cpu": adding})
print(task.name, task.signature)
print(task.toString())
task(1, 32)(x, 10, 6)
add(1, 32)(x, 100, 6)
task.forall(6)(x, 1000, 3)
task(1, 32)(y, 5, 6)
show(x)
show(y)

# A kernel for the processor.
both = cu.Task({"gpu": add, "cpu": add})
both(1, 32)(y, 1, 6)
show(y)


# A function must not wait, and its errors are those of its results.
def waiting(x, by, n):
    cu.cudaDeviceSynchronize()


try:
    cu.Task({"gpu": add, "cpu": waiting})(1, 32)(x, 1, 6)
    show(x)
except polyglot.ForeignException as error:
    print(str("must not wait" in str(error)).lower())
x.fill(3)
y.fill(4)


def wrong(x, by, n):
    raise RuntimeError("no such luck")


try:
    cu.Task({"gpu": add, "cpu": wrong})(1, 32)(x, 1, 6)
    show(x)
except polyglot.ForeignException as error:
    print(str("no such luck" in str(error)).lower())
show(y)

# Arrays leave the devices, and come back.
add(1, 32)(y, 1, 6)
y.evict()
add(1, 32)(y, 1, 6)
show(y)
