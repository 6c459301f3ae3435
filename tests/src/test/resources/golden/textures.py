import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")


def show(values):
    print(" ".join(f"{v:.3f}" for v in values))


# A texture shows an array; kernels read it between its elements.
width, height = 4, 3
image = cu.DeviceArray("float", height, width)
for y in range(height):
    for x in range(width):
        image[y][x] = 10 * y + x
out = cu.DeviceArray("float", height, width)
rotate = cu.buildkernel(source, "rotate")
smooth = cu.Texture(image, {"filter": "linear", "address": "border", "border": -1})
print(smooth.toString(), smooth.kind, list(smooth.shape), smooth.channels)
rotate((1, 1), (8, 8))(smooth, out, width, height, 0.0, 1.0)
for row in out:
    show(row)

# The launch waits for what writes the array, and what writes the array next waits for the launch.
raising = cu.buildkernel(source, "raise")
raising(1, 32)(image, 100.0, 12)
rotate((1, 1), (8, 8))(smooth, out, width, height, 1.0, 0.0)
raising(1, 32)(image, -100.0, 12)
show(out[1])
show(image[1])

# Coordinates from 0 to 1 may wrap around.
points = cu.DeviceArray("float", 4)
points.copyFrom([1, 2, 4, 8])
samples = cu.DeviceArray("float", 8)
line = cu.buildkernel(source, "line")
for address in ("clamp", "wrap", "mirror"):
    texture = cu.Texture(points, {"normalized": True, "filter": "linear", "address": address})
    line(1, 32)(texture, samples, -0.5, 0.25, 8)
    show(samples)

# Bytes as numbers of [0, 1], four channels at once.
colours = cu.DeviceArray("uchar", 1, 2, 4)
colours.copyFrom([[[255, 0, 255, 0], [51, 102, 153, 255]]])
grey = cu.buildkernel(source, "grey")
shades = cu.DeviceArray("float", 2)
grey(1, (8, 8))(cu.Texture(colours, {"channels": 4, "read": "normalized"}), shades, 2, 1)
show(shades)

# Surfaces are written, too.
cells = cu.DeviceArray("int", 2, 3)
cells.copyFrom([[1, 2, 3], [4, 5, 6]])
add = cu.buildkernel(source, "addRight")
surface = cu.Surface(cells)
add(1, (8, 8))(surface, 3, 2)
add(1, (8, 8))(surface, 3, 2)
print(surface.toString(), [list(row) for row in cells])

# Layers, in a struct.
layers = cu.DeviceArray("float", 2, 3)
layers.copyFrom([[1, 2, 3], [5, 6, 7]])
blend = cu.buildkernel(source, "blend(scene: struct {layers: cudaTextureObject_t, weight: float}, out: out pointer float, n: sint32)")
mixed = cu.DeviceArray("float", 3)
blend(1, 32)({"layers": cu.Texture(layers, {"kind": "layered"}), "weight": 0.25}, mixed, 3)
show(mixed)
