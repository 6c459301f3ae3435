import { Link, Router, arange, arrivals, cu, endpoints, full, host, kernel, types } from 'grcuda';

const [a, b] = endpoints(2);
console.log(`${a}`, b.index, b.device, host.device, cu.endpoints(1)[0] instanceof types.Endpoint);

const x = arange(0, 10, 1, 'int');
const router = Router('int', 'broadcast', a, [a, b], { packet: 4 });
const receivers = [router.receiver(a), router.receiver(b)];
const delivery = router.sender().send(x, { tag: 7, last: true });
x.fill(0);
const got = [[], []];
for (const segment of arrivals(...receivers)) {
  const copy = new Int32Array(segment.length);
  segment.copyTo(copy);
  got[segment.target.index].push(...copy);
  if (segment.offset === 0) {
    console.log(segment instanceof types.Segment, segment instanceof types.DeviceArray, segment.source === a, segment.total);
  }
}
delivery.wait();
console.log(got[0].join(' '), got[1].join(' ') === got[0].join(' '), delivery.isDone);

// On demand, what kernels count; a function that routes by tag.
const keep = kernel(`
  extern "C" __global__ void keep(const int *x, int n, int *y, unsigned *count) {
    int i = threadIdx.x;
    if (i < n && x[i] % 5 == 0) y[atomicAdd(count, 1u)] = x[i];
  }`, 'keep(x: in pointer sint32, n: sint32, y: inout pointer sint32, count: inout pointer uint32)');
const work = Link('int', host, a, { packet: 32 });
const byTag = Router('int', (source, tag) => [tag % 2], a, [host, b], { packet: 32 });
const results = [byTag.receiver(host, { buffers: 4 }), byTag.receiver(b, { buffers: 4 })];
const back = byTag.sender(a, { until: work.receiver });
work.sender.send(arange(0, 128, 1, 'int'), null, { last: true });
const sums = new Map();
for (const segment of arrivals(work.receiver, ...results)) {
  if (segment.target === a) {
    const out = back.buffer();
    keep(1, 32)(segment, segment.length, out, out.counter);
    back.send(out, out.counter, { tag: segment.offset / 32 });
  } else {
    const copy = new Int32Array(segment.length);
    segment.copyTo(copy);
    sums.set(segment.tag, copy.reduce((sum, value) => sum + value, 0));
  }
}
console.log([...sums].sort().join(' | '), back.isClosed);

// A reduction along a tree.
const places = endpoints(3);
const tree = Router('int', 'tree', places, places, { packet: 3 });
const parts = places.map((place, i) => arange(i, i + 5, 1, 'int'));
console.log([...tree.reduce(parts)].join(' '), [...tree.reduce(parts, 'min')].join(' '));
const out = cu.DeviceArray('int', 5);
tree.reduce(parts, 'prod', { out });
console.log([...out].join(' '), [...tree.reduce(parts, { operation: 'max' })].join(' '));

for (const wrong of [
  () => tree.reduce(parts, 'mix'),
  () => tree.reduce(parts, 'max', 3),
  () => router.reduce(parts),
  () => Router('int', 'direct', host, a).receiver(a).receive(),
  () => Router('int', 'scater', host, a),
  () => Router('int', () => 'x', host, a).sender().send(full(3, 1, 'int')),
  () => work.sender.send(full(3, 1, 'int')),
]) {
  try {
    wrong();
    console.log('no error');
  } catch (e) {
    console.log(`${e.name}: ${e.message}`);
  }
}
