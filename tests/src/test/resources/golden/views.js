const cu = Polyglot.eval('grcuda', 'CU');
const text = (a) => [...a].map(Number).join(',');
const truth = (b) => (b ? 'True' : 'False');

const x = cu.DeviceArray('int', 6);
x.copyFrom([0, 1, 2, 3, 4, 5]);
console.log('slice(-2):', text(x.slice(-2)));
console.log('slice(1, -1):', text(x.slice(1, -1)));
console.log('slice(1, 6, 2):', text(x.slice(1, 6, 2)), truth(x.slice(1, 6, 2).isContiguous));
console.log('step of a step:', text(x.slice(0, 6, 2).slice(0, 3, 2)));
for (const order of ['C', 'F']) {
  const m = new cu.DeviceArray('int', 3, 4, order);
  m.copyFrom([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]);
  console.log(order, 'row 1:', text(m[1]));
  console.log(order, 'column 2:', text(m.view([0, 3], 2)));
  console.log(order, 'block:', text(m.view([1, 3], [0, -1])[1]), m.view(2, -1));
  m.view([0, 3, 2], 0)[1] = 90;
  const back = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]];
  m.copyTo(back);
  console.log(order, 'back:', back.map((row) => row.join(',')).join(' '));
}

const cube = cu.DeviceArray('short', 2, 2, 2);
cube.copyFrom([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]);
console.log('cube:', text(cube[1][0]), text(cube.view([0, 2], 1, 1)));
const z = cu.DeviceArray('complex64', 1, 2);
z.copyFrom([[[1, 2], [3, 4]]]);
console.log('complex:', text(z[0][1]));
x.copyFrom(new Set([7, 8]), 2);
x.slice(2, 4).copyFrom((function* () { for (let i = 0; ; i++) yield i * i; })());
console.log('iterables:', text(x));
