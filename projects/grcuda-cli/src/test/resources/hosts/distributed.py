import grcuda
from grcuda import cu

w = cu.world()
u = grcuda.DistributedArray("float", 7, 4, parts=3, halo=1)
print(u, u.dtype, u.shape, u.grid, u.halo, len(u.parts), len(u.allParts))
for p in u.parts:
    print(p, p.index, p.owner, p.isLocal, p.begin, p.end, p.shape, p.rows, p.columns, p.padded.shape, p.inner.shape)

# Halos.
for p in u.parts:
    p.fill(p.index + 1)
u.exchange()
for p in u.parts:
    print(p.padded[:, 0].tolist())
print(u.sum(), u.get(2, 3), u.get(6, 0), u.gather().shape, u.gather(0)[4].tolist())

# Whole arrays.
whole = grcuda.arange(28, dtype="float").reshape(7, 4)
u.copyFrom(whole)
print(u.gather().tolist() == whole.tolist(), u.sum() == 27 * 14, u.parts[1].inner.tolist() == whole[2:4].tolist())

# Several axes, all corners, round about.
v = cu.DistributedArray("int", 4, 6, {"parts": [2, 3], "halo": 1, "corners": True, "periodic": True})
v.copyFrom(grcuda.arange(24, dtype="int").reshape(4, 6))
v.exchange()
print(v, v.parts[0].padded.tolist(), v.get(3, 5), v.sum())
print(w.DistributedArray("double", [8, 8, 8], {"parts": 8, "axes": 3}).grid, grcuda.DistributedArray(float, 5))
b = grcuda.DistributedArray(bool, 5)
b.fill(True)
print(b.sum(), b.get(4), b.gather().tolist())
b.free()


def refused(action):
    try:
        action()
        print("not refused")
    except grcuda.GrCudaError as error:
        print(type(error).__name__, str(error).splitlines()[0])


refused(lambda: grcuda.DistributedArray("float", 4, parts=5))
refused(lambda: grcuda.DistributedArray("float", 4, parts=0))
refused(lambda: grcuda.DistributedArray("float", 4, parts="many"))
refused(lambda: grcuda.DistributedArray("float", 4, parts=(2, 2)))
refused(lambda: grcuda.DistributedArray("float", 4, 4, parts=7, axes=2))
refused(lambda: grcuda.DistributedArray("float", 4, axes=2))
refused(lambda: grcuda.DistributedArray("float", 4, parts=2, halo=3))
refused(lambda: grcuda.DistributedArray("float", 0))
refused(lambda: grcuda.DistributedArray("float"))
refused(lambda: grcuda.DistributedArray("float", 2.5))
refused(lambda: grcuda.DistributedArray("flaot", 2))
refused(lambda: cu.DistributedArray("float", 2, {"hallo": 1}))
refused(lambda: u.get(7, 0))
refused(lambda: u.get(1))
refused(lambda: u.gather(1))
refused(lambda: u.copyFrom([1, 2]))
refused(lambda: u.copyFrom(grcuda.zeros((7, 5), "float")))
refused(lambda: v.fill(1.5))
refused(lambda: grcuda.DistributedArray(complex, 5).sum())
refused(lambda: b.fill(True))
