const grcuda = text => Polyglot.eval('grcuda', text);
const join = array => [...array].join();

console.log(join(grcuda('int[5]')), grcuda('double[(2 + 3) * 4]').length);
const doubles = grcuda('double[5]');
doubles[2] = 1.0;
const floats = grcuda('float[28][28]');
floats[4][3] = 42.0;
console.log(join(doubles), floats[4][3], floats.length, floats[27].length);
console.log(grcuda('DeviceArray("float", 1000)').length, grcuda('int[1000] // a comment').length);

const create = grcuda('DeviceArray');
const ints = create('int', 4);
const typed = create('long');
console.log(typed(3, 2).length, grcuda('::DeviceArray')('short', 7).length);
console.log(grcuda('CU::DeviceArray')('char', 2).length, grcuda('CU').CU.DeviceArray('int', 3).length);

const columns = create('int', 3, 4, 'F');
const rows = create('int', 3, 4, 'C');
for (let i = 0; i < 3; i++) {
  for (let j = 0; j < 4; j++) {
    columns[i][j] = rows[i][j] = 10 * i + j;
  }
}
columns[1].copyTo(columns[2], 4);
rows[0].copyFrom(rows[1], 4);
ints.copyFrom(columns[2]);
console.log(join(columns[2]), join(rows[0]), join(ints));
console.log(create('int', 2, 2, 'f').length, create('int', 2, 2, 'c').length);

const list = [];
ints.copyTo(list, 4);
const back = create('int', 4);
back.copyFrom([1, 2, 3, 4], 2);
back.copyFrom(ints, 1);
console.log(list.join(), join(back));
const same = create('int', 3, 4, 'F');
same.copyFrom(columns, 12);
console.log(join(same[2]), columns.isMemoryFreed);
columns.free();
console.log(columns.isMemoryFreed, typeof rows.pointer);
