const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const { Map, shred } = cu;

const particles = [{ x: 1, v: 0.5 }, { x: 2, v: -1 }, { x: 3, v: 2 }];

const seen = shred(particles);
console.log(seen.x.length, [...seen.x].join(), seen.v[1]);
console.log(shred({ x: [7, 8] }).x[1]);

const kernel = cu.buildkernel(source, 'move', 'const pointer, const pointer, pointer, float, sint32');
const floats = cu.DeviceArray.map('float');
const rows = Map.arg('particles');
const settings = Map.arg('settings');
const moved = Map.value('moved', cu.DeviceArray('float'), Map.size(rows));
const move = Map.ret(Map.value('moved'))(
    kernel(1, 32),
    rows.shred().x.map(floats),
    rows.shred().v.map(floats),
    moved,
    settings[1],
    Map.size(rows.shred().x, rows.shred().v),
    'move');
for (const time of [2, 4]) {
  console.log([...move(particles, [0, time])].join());
}
console.log(kernel.launchCount);

console.log(Map.arg('a').b[2].shred().c.describe());
console.log(Map.size(Map.arg('a'), Map.arg('b').c).describe());
console.log(Map((a, b) => a - b, Map.arg('b'), Map.arg('a'))(1, 10));
console.log(Map((a, b) => a * b, Map.arg('a').map(a => a + 1), 10)(4, 'not used'));
const doubled = Map.value('doubled', a => 2 * a, Map.arg('a'));
console.log(Map((a, b) => a + b, doubled, Map.value('doubled'))(5));
console.log(Map.ret(Map.value('return'))(a => a * a, Map.arg('a'))(7));
console.log(Map.ret(Map.size(Map.arg('a')))(a => null, Map.arg('a'))([1, 2, 3]));
console.log(Map.arg('a').b.bind({ a: 0 }, {}, {})([{ b: 'bound' }], [], []));
const same = cu.DeviceArray('int', 3);
same.fill(0);
console.log(cu.DeviceArray.map('int', same).pointer === same.pointer ? 'same' : 'a copy');
console.log([...cu.DeviceArray.map('double', same)].join());
