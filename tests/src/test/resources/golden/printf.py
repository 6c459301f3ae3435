import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
x = cu.DeviceArray("float", 3)
x.copyFrom([0.5, 1.25, -2])
report = cu.buildkernel(source, "report(x: in pointer float, n: sint32, mark: char)")
print("before", flush=True)
report(1, 1)(x, 3, 42)
cu.cudaDeviceSynchronize()
print("after", flush=True)
