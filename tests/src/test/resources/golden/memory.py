import polyglot

cu = polyglot.eval(language="grcuda", string="CU")


def yes(truth):
    return "yes" if truth else "no"


x = cu.DeviceArray("int", 10)
x.fill(7)
x.slice(2, 5).fill(-1)
print(",".join(str(v) for v in x))

d = cu.DeviceArray("double", 3)
d.fill(0.5)
d[1] = 2
print("%.2f" % sum(d))

flags = cu.DeviceArray("boolean", 2)
flags.fill(True)
print(yes(flags[0] and flags[1]))

print(yes(x.isMemoryFreed))
x.free()
print(yes(x.isMemoryFreed), x.length, yes(d.isMemoryFreed))

total = 0
for round in range(200):
    a = cu.DeviceArray("int", 1000)
    a.fill(round)
    total += a[999]
    a.free()
print(total)
