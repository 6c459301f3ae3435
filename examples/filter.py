"""Keeps the numbers whose sine is above a half: packets go to whichever device has room, and what is found comes back.

    scripts/grcuda run --grcuda.CpuDevices=2 examples/filter.py
"""

import math

import grcuda

keep = grcuda.kernel("""
extern "C" __global__ void keep(const float *x, int n, float *y, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && sinf(x[i]) > 0.5f) y[atomicAdd(count, 1u)] = x[i];
}
""", "keep(x: in pointer float, n: sint32, y: inout pointer float, count: inout pointer uint32)")


def select(x, packet=1 << 14):
    devices = grcuda.devices()
    scatter = grcuda.Router("float", "scatter", grcuda.host, devices, packet)
    gather = grcuda.Router("float", "gather", devices, grcuda.host, packet)
    work = [scatter.receiver(device) for device in devices]
    back = [gather.sender(device, until=received) for device, received in zip(devices, work)]
    results = gather.receiver(buffers=2 * len(devices))
    scatter.sender().send(x, last=True)
    found = []
    for segment in grcuda.arrivals(*work, results):
        if segment.target == grcuda.host:
            found += segment.tolist()
        else:
            sender = back[segment.target.index]
            out = sender.buffer()
            keep.forall(len(segment))(segment, len(segment), out, out.counter)
            sender.send(out, out.counter)
    return found


n = 1_000_000
numbers = grcuda.linspace(0, 1000, n, dtype=grcuda.float32)
found = sorted(select(numbers))
expected = [x for x in numbers.tolist() if math.sin(x) > 0.5]
print(f"{len(found):,} of {n:,} numbers on {len(grcuda.devices())} devices")
# A sine of the device may be rounded otherwise than Python's, where it is close to a half.
assert all(math.sin(x) > 0.499999 for x in found) and abs(len(found) - len(expected)) <= 5, "validation failed"
print("validated")
