import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
signature = "area(sides: in pointer double, areas: out pointer double, n: sint32)"
square = {"shape.h": "#define AREA(a) ((a) * (a))"}
disc = {"shape.h": "#include \"pi.h\"\n#define AREA(r) (PI * (r) * (r))", "pi.h": "#define PI 3.0"}

n = 10
sides = cu.DeviceArray("double", n)
areas = cu.DeviceArray("double", n)
for i in range(n):
    sides[i] = i

plain = cu.buildkernel(source, signature, {"includes": square})
plain(1, 32)(sides, areas, n)
print("%.1f" % areas[3])
twice = cu.buildkernel(source, signature, {"includes": square, "options": ["-DFACTOR=2"]})
twice(1, 32)(sides, areas, n)
print("%.1f" % areas[3])
halves = {"options": ["-D", "FACTOR=0.5"], "includes": disc}
half = cu.buildkernel(source, "area", "const pointer, pointer, sint32", halves)
half(1, 32)(sides, areas, n)
half(1, 32)(sides, areas, n)
print("%.1f" % areas[3])

# Equal options are one module, others are another: each has its own variables.
again = cu.buildkernel(source, "area", {"options": [], "includes": square})
again(1, 32)(sides, areas, n)
for kernel in [plain, again, twice, half]:
    print("%s %d" % (kernel.name, kernel.global_("launches")[0]))

limit = cu.buildkernel(
    source, "limit<short>(x: out pointer sint16)", {"includes": square, "options": ["-DFACTOR=21"]}
)
x = cu.DeviceArray("short", 1)
limit(1, 1)(x)
print(x[0])
