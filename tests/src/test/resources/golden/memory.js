const cu = Polyglot.eval('grcuda', 'CU');
const yes = truth => truth ? 'yes' : 'no';

const x = cu.DeviceArray('int', 10);
x.fill(7);
x.slice(2, 5).fill(-1);
console.log([...x].join(','));

const d = cu.DeviceArray('double', 3);
d.fill(0.5);
d[1] = 2;
console.log(d.reduce((a, b) => a + b).toFixed(2));

const flags = cu.DeviceArray('boolean', 2);
flags.fill(true);
console.log(yes(flags[0] && flags[1]));

console.log(yes(x.isMemoryFreed));
x.free();
console.log(yes(x.isMemoryFreed), x.length, yes(d.isMemoryFreed));

let total = 0;
for (let round = 0; round < 200; round++) {
  const a = cu.DeviceArray('int', 1000);
  a.fill(round);
  total += a[999];
  a.free();
}
console.log(total);
