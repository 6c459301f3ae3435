const cu = Polyglot.eval('grcuda', 'CU');

const types = 'boolean char short int long float double byte uchar ushort uint half'.split(' ');
for (const name of types) {
  const a = cu.DeviceArray(name, 3);
  a[0] = 0;
  a[1] = 1;
  a[2] = a[1];
  console.log(name, a.length, a.nbytes, a.dtype, Number(a[0]), Number(a[2]));
}

const limits = [
  ['char', -128, 127],
  ['uchar', 0, 255],
  ['short', -32768, 32767],
  ['ushort', 0, 65535],
  ['int', -2147483648, 2147483647],
  ['uint', 0, 4294967295],
  ['long', -9007199254740991, 9007199254740991],
];
for (const [name, least, most] of limits) {
  const a = cu.DeviceArray(name)(2);
  a[0] = least;
  a[1] = most;
  console.log(name, a[0], a[1]);
}

const x = Polyglot.eval('grcuda', 'int[5]');
for (let i = 0; i < x.length; i++) {
  x[i] = i * i;
}
console.log([...x].join(','), x.reduce((a, b) => a + b));

const part = x.slice(1, 4);
part[0] = 10;
part[2] = x[4] + 1;
console.log(part.length, [...x].join(','), part.nbytes);
console.log(x.order, x.shape[0], x.slice(3).length);

const z = cu.DeviceArray('complex64', 2);
z[0][0] = 1.5;
z[0][1] = -2;
z[1].copyFrom([3, 4]);
console.log([z[0][0], z[0][1], z[1][0], z[1][1]].map(v => v.toFixed(1)).join(' '));

const h = cu.DeviceArray('half', 1);
h[0] = 0.1;
console.log(h[0].toFixed(6));
