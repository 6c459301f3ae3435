const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const library = Polyglot.import('library');
const yes = truth => truth ? 'yes' : 'no';

// Scalars, in NIDL and in NFI notation.
const negated = cu.bind(library, 'negated(x: sint8): sint8');
const following = cu.bind(library, 'next', '(uint8): uint8');
const largest = cu.bind(library, 'largest(x: uint64): uint64');
const both = cu.bind(library, 'both(x: bool, y: bool): bool');
console.log(negated(-127), following(254), following(255), String(largest(0)));
console.log(yes(both(true, true)), yes(both(true, 0)));
console.log(negated.name, negated.signature);

// Strings and null.
const letters = cu.bind(library, 'letters(text: string): uint64');
const rest = cu.bind(library, 'rest(text: string, from: sint32): string');
const isNull = cu.bind(library, 'is_null(x: in pointer void): bool');
console.log(letters('four'), letters(''), letters(null), rest('grün', 2),
    rest('x', -1) === null ? 'True' : 'False');

// Between kernels: each waits for what it uses.
const n = 100;
const x = cu.DeviceArray('float', n);
const y = cu.DeviceArray('float', n);
const square = cu.buildkernel(
    source, 'square(x: in pointer float, y: out pointer float, n: sint32)');
const ramp = cu.bind(library, 'ramp(x: out pointer float, step: float, n: sint32): void');
const total = cu.bind(library, 'sum(x: in pointer float, n: sint32): double');
for (let step = 1; step < 4; step++) {
  ramp(x, step, n);
  square(1, 128)(x, y, n);
  console.log(total(x, n), total(y, n));
}
square(1, 128)(x, y, n);
ramp(x.slice(50, 60), 0.5, 10);
console.log(x[49].toFixed(1), x[59].toFixed(1), x[60].toFixed(1), total(y, n));
console.log(ramp(x.pointer, 0, n) === null ? 'True' : 'False', total(x.pointer, n));
console.log(yes(isNull(undefined)), yes(isNull(x)));

// Rows of a matrix, and functions of C++.
const m = cu.DeviceArray('int', 2, 3);
for (let i = 0; i < 3; i++) {
  m[0][i] = i + 1;
  m[1][i] = 10 * (i + 1);
}
const dot = cu.bind(
    library, 'cxx numbers::dot(x: in pointer sint32, y: in pointer sint32, n: sint32): sint64');
const reverse = cu.bind(library, 'cxx numbers::reverse(x: inout pointer sint32, n: sint32): void');
reverse(m[1], 3);
console.log(dot(m[0], m[1], 3), m[1][0], m[1][2]);
for (const kind of ['double', 'float']) {
  console.log(cu.bind(library, `cxx numbers::half(x: ${kind}): ${kind}`)(6).toFixed(2));
}

// Memory of the host.
const mine = new Int32Array([1, 2, 3]);
reverse(mine, 3);
console.log(mine[0], mine[2], dot(mine, m[0], 3));
