const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const signature = 'area(sides: in pointer double, areas: out pointer double, n: sint32)';
const square = { 'shape.h': '#define AREA(a) ((a) * (a))' };
const disc = { 'shape.h': '#include "pi.h"\n#define AREA(r) (PI * (r) * (r))', 'pi.h': '#define PI 3.0' };

const n = 10;
const sides = cu.DeviceArray('double', n);
const areas = cu.DeviceArray('double', n);
for (let i = 0; i < n; i++) {
  sides[i] = i;
}

const plain = cu.buildkernel(source, signature, { includes: square });
plain(1, 32)(sides, areas, n);
console.log(areas[3].toFixed(1));
const twice = cu.buildkernel(source, signature, { includes: square, options: ['-DFACTOR=2'] });
twice(1, 32)(sides, areas, n);
console.log(areas[3].toFixed(1));
const halves = { options: ['-D', 'FACTOR=0.5'], includes: new Map(Object.entries(disc)) };
const half = cu.buildkernel(source, 'area', 'const pointer, pointer, sint32', halves);
half(1, 32)(sides, areas, n);
half(1, 32)(sides, areas, n);
console.log(areas[3].toFixed(1));

// Equal options are one module, others are another: each has its own variables.
const again = cu.buildkernel(source, 'area', { options: [], includes: square });
again(1, 32)(sides, areas, n);
for (const kernel of [plain, again, twice, half]) {
  console.log(`${kernel.name} ${kernel.global('launches')[0]}`);
}

const limit = cu.buildkernel(source, 'limit<short>(x: out pointer sint16)', {
  includes: square,
  options: ['-DFACTOR=21'],
});
const x = cu.DeviceArray('short', 1);
limit(1, 1)(x);
console.log(x[0]);
