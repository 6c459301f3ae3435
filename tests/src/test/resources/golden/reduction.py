import polyglot

cu = polyglot.eval(language="grcuda", string="CU")
source = polyglot.import_value("source")
n = 10000
x = cu.DeviceArray("int", n)
x.copyFrom([(i * 7919) % 10007 for i in range(n)])

blocks = (n + 127) // 128
sums = cu.DeviceArray("int", blocks)
total = cu.DeviceArray("int", 1)
block_sums = cu.buildkernel(
    source, "block_sums(x: in pointer sint32, sums: out pointer sint32, n: sint32)"
)
block_sums(blocks, 128)(x, sums, n)
block_sums(1, 128)(sums, total, blocks)
print(blocks, sums[0], sums[blocks - 1], total[0])

result = cu.DeviceArray("int", 1)
largest = cu.buildkernel(source, "largest", "const pointer, pointer, sint32")
largest(1, 64, 256)(x, result, n)
print(result[0])

lanes = cu.DeviceArray("double", 32)
for i in range(32):
    lanes[i] = i + 0.25
sum_of_lanes = cu.DeviceArray("double", 1)
warp_sum = cu.buildkernel(source, "warp_sum")
warp_sum(1, 32)(lanes, sum_of_lanes)
print("%.3f" % sum_of_lanes[0])
