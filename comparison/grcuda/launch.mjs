// What a launch costs from JavaScript: of a kernel that does nothing, with no argument and with four.
//
//   scripts/grcuda run comparison/grcuda/launch.mjs [--launches=N] [--rounds=N]
//
// Prints, as one line of JSON, the median over the rounds of nanoseconds per launch: until the last launch has
// returned ("submit"), and until all are done ("done").

const cu = Polyglot.eval('grcuda', 'CU');

const SOURCE = `
extern "C" __global__ void nothing() {}
extern "C" __global__ void touch(const float *x, const float *y, float *z, int n) {}
`;

const nothing = cu.buildkernel(SOURCE, 'nothing()')(4, 256);
const touch = cu.buildkernel(
  SOURCE,
  'touch(x: in pointer float, y: in pointer float, z: inout pointer float, n: sint32)',
)(4, 256);
const [x, y, z] = [1, 2, 3].map(() => {
  const array = cu.DeviceArray('float', 1024);
  array.fill(0);
  return array;
});

function none(launches) {
  for (let i = 0; i < launches; i++) {
    nothing();
  }
}

function four(launches) {
  for (let i = 0; i < launches; i++) {
    touch(x, y, z, 1024);
  }
}

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

function cost(loop, { launches, rounds }) {
  const submit = [];
  const done = [];
  // The first half compiles the loops.
  for (let number = 0; number < 2 * rounds; number++) {
    cu.cudaDeviceSynchronize();
    const start = cu.nanotime();
    loop(launches);
    const submitted = cu.nanotime();
    cu.cudaDeviceSynchronize();
    const end = cu.nanotime();
    if (number >= rounds) {
      submit.push((submitted - start) / launches);
      done.push((end - start) / launches);
    }
  }
  return { submit: median(submit), done: median(done) };
}

const settings = { launches: 10000, rounds: 31 };
for (const argument of process.argv.slice(2)) {
  const [option, value] = argument.split('=');
  if (!(option.slice(2) in settings) || !/^[1-9]\d*$/.test(value)) {
    console.error(`launch.mjs: expected --launches=N, --rounds=N, given '${argument}'`);
    process.exit(1);
  }
  settings[option.slice(2)] = Number(value);
}
const nanos = { none: cost(none, settings), four: cost(four, settings) };
console.log(JSON.stringify({ benchmark: 'launch', host: 'js', ...settings, nanos }));
