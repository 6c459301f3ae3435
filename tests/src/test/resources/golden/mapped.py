import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
Map, shred = cu.Map, cu.shred


class Particle:
    def __init__(self, x, v):
        self.x, self.v = x, v


particles = [Particle(1, 0.5), Particle(2, -1), Particle(3, 2)]

seen = shred(particles)
print(len(seen.x), ",".join(str(x) for x in seen.x), seen.v[1])


class Columns:
    x = [7, 8]


print(shred(Columns()).x[1])

kernel = cu.buildkernel(source, "move", "const pointer, const pointer, pointer, float, sint32")
floats = cu.DeviceArray.map("float")
rows, settings = Map.arg("particles"), Map.arg("settings")
moved = Map.value("moved", cu.DeviceArray("float"), Map.size(rows))
move = Map.ret(Map.value("moved"))(
    kernel(1, 32),
    rows.shred().x.map(floats),
    rows.shred().v.map(floats),
    moved,
    settings[1],
    Map.size(rows.shred().x, rows.shred().v),
    "move",
)
for time in 2, 4:
    print(",".join("%g" % x for x in move(particles, [0, time])))
print(kernel.launchCount)

print(Map.arg("a").b[2].shred().c.describe())
print(Map.size(Map.arg("a"), Map.arg("b").c).describe())
print(Map(lambda a, b: a - b, Map.arg("b"), Map.arg("a"))(1, 10))
print(Map(lambda a, b: a * b, Map.arg("a").map(lambda a: a + 1), 10)(4, "not used"))
doubled = Map.value("doubled", lambda a: 2 * a, Map.arg("a"))
print(Map(lambda a, b: a + b, doubled, Map.value("doubled"))(5))
print(Map.ret(Map.value("return"))(lambda a: a * a, Map.arg("a"))(7))
print(Map.ret(Map.size(Map.arg("a")))(lambda a: None, Map.arg("a"))([1, 2, 3]))


class Names:
    a = 0


class Row:
    b = "bound"


print(Map.arg("a").b.bind(Names(), Names(), Names())([Row()], [], []))
same = cu.DeviceArray("int", 3)
same.fill(0)
print("same" if cu.DeviceArray.map("int", same).pointer == same.pointer else "a copy")
print(",".join("%g" % x for x in cu.DeviceArray.map("double", same)))
