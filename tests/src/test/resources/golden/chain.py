import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
affine = cu.buildkernel(
    source,
    "affine(x: in pointer sint32, y: out pointer sint32, a: sint32, b: sint32, n: sint32)",
)
join = cu.buildkernel(source, "join", "const pointer, const pointer, pointer, sint32")

n = 1000
x, left, right = [cu.DeviceArray("int", n) for _ in range(3)]
for i in range(n):
    x[i] = i
# A diamond per step: x to left and right, both back to x.
for step in range(20):
    affine(8, 128)(x, left, 3, step, n)
    affine(8, 128)(x, right, 5, -step, n)
    join(8, 128)(left, right, x, n)
    if step % 5 == 0:
        print(step, x[0], x[1], x[999])
print(sum(x))
print(affine.launchCount, join.launchCount)
