"""A stream of images over the devices: each goes to the device that has room, is blurred, and comes back to its place.

    scripts/grcuda run --grcuda.CpuDevices=2 examples/image_stream.py [IMAGES [WIDTH]]
"""

import sys

import grcuda

blur = grcuda.kernel("""
extern "C" __global__ void blur(const float *in, float *out, int width, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= rows) return;
  float sum = 0;
  int count = 0;
  for (int v = max(y - 2, 0); v <= min(y + 2, rows - 1); v++)
    for (int u = max(x - 2, 0); u <= min(x + 2, width - 1); u++, count++) sum += in[v * width + u];
  out[y * width + x] = sum / count;
}
""", "blur(in: in pointer float, out: out pointer float, width: sint32, rows: sint32)")


def stream(images, width):
    """The blurred images, in order."""
    devices = grcuda.devices()
    # A row is a row of pixels; a packet is an image.
    scatter = grcuda.Router("float", "scatter", grcuda.host, devices, packet=width, columns=width)
    gather = grcuda.Router("float", "gather", devices, grcuda.host, packet=width, columns=width)
    work = [scatter.receiver(device) for device in devices]
    back = [gather.sender(device, until=received) for device, received in zip(devices, work)]
    results = gather.receiver(buffers=2 * len(devices))
    with_number = scatter.sender()
    for number, image in enumerate(images):
        with_number.send(image, tag=number)
    with_number.close()
    done, shares = [None] * len(images), [0] * len(devices)
    for segment in grcuda.arrivals(*work, results):
        if segment.target == grcuda.host:
            done[segment.tag] = segment.copy()
        else:
            device = segment.target.index
            shares[device] += 1
            out = back[device].buffer()
            blur(((width + 15) // 16, (width + 15) // 16), (16, 16))(segment, out, width, width)
            back[device].send(out, tag=segment.tag)
    return done, shares


def blurred(image, width, x, y):
    """One pixel, in Python."""
    window = [image[v][u] for v in range(max(y - 2, 0), min(y + 3, width)) for u in range(max(x - 2, 0), min(x + 3, width))]
    return sum(window) / len(window)


count = int(sys.argv[1]) if len(sys.argv) > 1 else 24
width = int(sys.argv[2]) if len(sys.argv) > 2 else 128
images = []
for number in range(count):
    pixels = [float((x * 7 + number * 13) % 256) for x in range(width * width)]
    images.append(grcuda.array(pixels, dtype=grcuda.float32).reshape(width, width))
done, shares = stream(images, width)
print(f"{count} images of {width} x {width}; by device: {shares}")
for number in (0, count // 2, count - 1):
    for x, y in ((0, 0), (width // 2, 3), (width - 1, width - 1)):
        expected, given = blurred(images[number], width, x, y), done[number][y][x]
        assert abs(given - expected) < 1e-3, f"validation failed: image {number}, pixel {x}, {y}: {given}, not {expected}"
print("validated")
