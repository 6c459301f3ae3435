const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const add = cu.buildkernel(source, 'add(x: inout pointer sint32, by: sint32, n: sint32)');
const show = array => console.log([...array].join(' '));

const x = cu.DeviceArray('int', 6);
const y = cu.DeviceArray('int', 6);
x.fill(1);
y.fill(2);

// Without a GPU the function does the work, whenever the program waits.
function adding(x, by, n) {
  for (let i = 0; i < n; i++) {
    x[i] += by;
  }
}
const task = cu.Task({gpu: add, cpu: adding});
console.log(task.name, task.signature);
console.log(task.toString());
task(1, 32)(x, 10, 6);
add(1, 32)(x, 100, 6);
task.forall(6)(x, 1000, 3);
task(1, 32)(y, 5, 6);
show(x);
show(y);

// A kernel for the processor.
const both = cu.Task(new Map([['gpu', add], ['cpu', add]]));
both(1, 32)(y, 1, 6);
show(y);

// A function must not wait, and its errors are those of its results.
function waiting(x, by, n) {
  cu.cudaDeviceSynchronize();
}
try {
  cu.Task({gpu: add, cpu: waiting})(1, 32)(x, 1, 6);
  show(x);
} catch (error) {
  console.log(error.message.includes('must not wait'));
}
x.fill(3);
y.fill(4);

function wrong(x, by, n) {
  throw new Error('no such luck');
}
try {
  cu.Task({gpu: add, cpu: wrong})(1, 32)(x, 1, 6);
  show(x);
} catch (error) {
  console.log(error.message.includes('no such luck'));
}
show(y);

// Arrays leave the devices, and come back.
add(1, 32)(y, 1, 6);
y.evict();
add(1, 32)(y, 1, 6);
show(y);
