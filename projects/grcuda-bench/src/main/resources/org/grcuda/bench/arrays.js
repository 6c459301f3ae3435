// What a device array costs in JavaScript: element access against a Float32Array, bulk copies
// against a plain copy of memory. Each figure is the median of several runs of both sides, taken in
// turn in this one process.

const cu = Polyglot.eval('grcuda', 'CU');
const System = Java.type('java.lang.System');
const MemorySegment = Java.type('java.lang.foreign.MemorySegment');
const FloatJavaArray = Java.type('float[]');

const millions = 10;
const n = millions * 1_000_000;
const RUNS = 11;

function median(values) {
  return values.slice().sort((a, b) => a - b)[values.length >> 1];
}

function milliseconds(action) {
  const start = System.nanoTime();
  action();
  return (System.nanoTime() - start) / 1e6;
}

/** Times both sides in turn, after warming both up, and prints one line. */
function compare(what, ours, theirs, bound) {
  for (let i = 0; i < 5; i++) {
    ours();
    theirs();
  }
  const a = [];
  const b = [];
  for (let i = 0; i < RUNS; i++) {
    a.push(milliseconds(ours));
    b.push(milliseconds(theirs));
  }
  const [x, y] = [median(a), median(b)];
  console.log(
      `${what.padEnd(44)} ${x.toFixed(2).padStart(9)} ms ${y.toFixed(2).padStart(9)} ms` +
      `   ${bound(x, y)}`);
}

const times = (x, y) => `${(x / y).toFixed(2)} x the time`;
const speed = (x, y) => `${(100 * y / x).toFixed(0)} % of the speed`;

// Two functions with the same text: each site sees one kind of array, as in a user's program.
function sumDevice(array, length) {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += array[i];
  return sum;
}
function sumTyped(array, length) {
  let sum = 0;
  for (let i = 0; i < length; i++) sum += array[i];
  return sum;
}
function storeDevice(array, length) {
  for (let i = 0; i < length; i++) array[i] = i;
}
function storeTyped(array, length) {
  for (let i = 0; i < length; i++) array[i] = i;
}

console.log(`device array against host array, ${millions} M floats, median of ${RUNS}`);
console.log(`${''.padEnd(44)} ${'device'.padStart(12)} ${'host'.padStart(12)}`);
const device = cu.DeviceArray('float', n);
const typed = new Float32Array(n);
compare('loop storing x[i], Float32Array beside', () => storeDevice(device, n),
    () => storeTyped(typed, n), times);
compare('loop summing x[i], Float32Array beside', () => sumDevice(device, n),
    () => sumTyped(typed, n), times);
// The first read waits for the device; what is measured includes the fill on both sides.
function sumFilledDevice(array, length) {
  array.fill(1);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += array[i];
  return sum;
}
function sumFilledTyped(array, length) {
  array.fill(1);
  let sum = 0;
  for (let i = 0; i < length; i++) sum += array[i];
  return sum;
}
compare('fill, then loop summing x[i]', () => sumFilledDevice(device, n),
    () => sumFilledTyped(typed, n), times);
const [shortDevice, shortTyped] = [cu.DeviceArray('float', n / 100), new Float32Array(n / 100)];
compare('the same, a hundredth of the length', () => sumFilledDevice(shortDevice, n / 100),
    () => sumFilledTyped(shortTyped, n / 100), times);

const COPY = 64 << 20;
const large = cu.DeviceArray('float', COPY);
const javaArray = new FloatJavaArray(COPY);
const target = new FloatJavaArray(COPY);
const from = MemorySegment.ofArray(javaArray);
const to = MemorySegment.ofArray(target);
const plain = () => to.copyFrom(from);
compare('copyFrom Java float[], 256 MB', () => large.copyFrom(javaArray), plain, speed);
compare('copyTo Java float[], 256 MB', () => large.copyTo(javaArray), plain, speed);
const typedLarge = new Float32Array(COPY);
compare('copyFrom Float32Array, 256 MB', () => large.copyFrom(typedLarge), plain, speed);
compare('copyTo Float32Array, 256 MB', () => large.copyTo(typedLarge), plain, speed);
