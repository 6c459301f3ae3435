const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const text = values => [...values].join(',');

const m = Polyglot.eval('grcuda', 'int[3][4]');
for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 4; j++) {
    m[i][j] = 10 * i + j;
  }
}
console.log(m.length, text(m.shape), m.nbytes, text(m[1]), m[2][3]);

const row = m[1];
row[2] = 99;
console.log(m[1][2], row.length, text(row.shape));
console.log(text(m.slice(1, 3).shape), text(m.slice(1, 3)[1]));

const lift = cu.buildkernel(source, 'raise(x: inout pointer sint32, amount: sint32, n: sint32)');
lift(1, 32)(m[1], 1000, 4);
lift(1, 32)(m.slice(1, 3), 100, 8);
for (let i = 0; i < 3; i++) {
  console.log(text(m[i]));
}

const turned = cu.DeviceArray('int', 4, 3);
const transpose = cu.buildkernel(
    source,
    'transpose(a: in pointer sint32, b: out pointer sint32, rows: sint32, columns: sint32)');
transpose([1, 1], [8, 8])(m, turned, 3, 4);
console.log(text(turned[0]), text(turned[3]));

const f = cu.DeviceArray('int', 2, 3, 'F');
for (let i = 0; i < 2; i++) {
  for (let j = 0; j < 3; j++) {
    f[i][j] = 10 * i + j;
  }
}
console.log(f.order, text(f[1]), f[1].nbytes);
const flat = new Array(6).fill(0);
f.copyTo(flat);
console.log(text(flat));

const cube = Polyglot.eval('grcuda', 'int[2][2][2]');
cube.fill(1);
cube[1].fill(2);
cube[1][1][1] = 3;
const cells = [];
for (const plane of cube) {
  for (const line of plane) {
    cells.push(...line);
  }
}
console.log(text(cells));
