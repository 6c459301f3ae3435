import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")

n = 1000
x = cu.DeviceArray("float", n)
y = cu.DeviceArray("float", n)
x.fill(2)
apply = cu.buildkernel(source, "apply(x: in pointer float, y: out pointer float, n: sint32)")
launch = apply.forall(n)
launch(x, y, n)

# Variables are arrays. An access on the host waits for the kernels that use them, and they for it.
weights = apply.global_("filter::weights")
applied = apply.global_("filter::applied")
print(weights.dtype, len(weights), applied.dtype, len(applied))
print("%.1f %d" % (y[1], applied[0]))
weights[1] = 0.25
applied[0] = 0
launch(x, y, n)
weights.fill(3)
launch(y, x, n)
print("%.1f %.1f %.1f %d" % (y[0], y[1], x[1], applied[0]))
values = cu.DeviceArray("float", 4)
values.copyFrom([4, 3, 2, 1])
weights.copyFrom(values)
launch(y, x, n)
print("%.1f %.1f" % (x[1], x[3]))

# Kernels of one source share them.
mark = cu.buildkernel(source, "mark(which: sint32, value: sint32)")
read = cu.buildkernel(source, "read(out: out pointer double)")
mark.global_("marks").fill(0)
mark(1, 1)(7, 200)
mark(1, 1)(0, 100)
out = cu.DeviceArray("double", 1)
read(1, 1)(out)
print("%.1f %.1f" % (out[0], read.global_("total")[0]))
marks = read.global_("marks", "uchar")
print(marks[0], marks[7], len(marks))
entry = mark.global_("entry", "int")
print(len(entry), entry[0])

# Another block size, by dynamic shared memory; the smallest launch.
x[0] = 5
apply.forall(1, 1024)(x, y, 1)
print("%.1f %s" % (y[0], applied[0]))
