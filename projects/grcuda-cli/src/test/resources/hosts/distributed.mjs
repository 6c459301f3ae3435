import { DistributedArray, arange, cu, toArray } from 'grcuda';

const u = DistributedArray('float', 7, 4, { parts: 3, halo: 1 });
console.log(`${u}`, u.dtype, [...u.shape], [...u.grid], u.halo, u.parts.length);
for (const p of u.parts) {
  p.fill(p.index + 1);
}
u.exchange();
for (const p of u.parts) {
  console.log(`${p}`, p.rows, p.columns, toArray(p.padded).map((row) => row[0]).join(' '));
}
console.log(u.sum(), u.get(2, 3), toArray(u.gather(0)[4]).join(' '));

const v = cu.world().DistributedArray('int', [4, 6], { parts: [2, 3], halo: 1, corners: true, periodic: true });
v.copyFrom(arange(0, 24, 1, 'int').reshape(4, 6));
v.exchange();
console.log(`${v}`, toArray(v.parts[0].padded).join(' | '), v.get(3, 5), v.sum());

for (const action of [
  () => DistributedArray('float', 4, { parts: 5 }),
  () => DistributedArray('float', 4, { hallo: 1 }),
  () => DistributedArray('float', 4, 'a'),
  () => u.get(7, 0),
  () => u.fill('a'),
  () => u.copyFrom([1, 2]),
  () => u.exchage(),
]) {
  try {
    action();
    console.log('not refused');
  } catch (e) {
    console.log(e.message);
  }
}
