const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const n = 10000;
const x = cu.DeviceArray('int', n);
x.copyFrom(Array.from({length: n}, (_, i) => (i * 7919) % 10007));

const blocks = Math.floor((n + 127) / 128);
const sums = cu.DeviceArray('int', blocks);
const total = cu.DeviceArray('int', 1);
const blockSums = cu.buildkernel(
    source, 'block_sums(x: in pointer sint32, sums: out pointer sint32, n: sint32)');
blockSums(blocks, 128)(x, sums, n);
blockSums(1, 128)(sums, total, blocks);
console.log(blocks, sums[0], sums[blocks - 1], total[0]);

const result = cu.DeviceArray('int', 1);
const largest = cu.buildkernel(source, 'largest', 'const pointer, pointer, sint32');
largest(1, 64, 256)(x, result, n);
console.log(result[0]);

const lanes = cu.DeviceArray('double', 32);
for (let i = 0; i < 32; i++) {
  lanes[i] = i + 0.25;
}
const sumOfLanes = cu.DeviceArray('double', 1);
const warpSum = cu.buildkernel(source, 'warp_sum');
warpSum(1, 32)(lanes, sumOfLanes);
console.log(sumOfLanes[0].toFixed(3));
