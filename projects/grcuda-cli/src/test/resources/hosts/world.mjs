import { arange, cu, zeros } from 'grcuda';

const w = cu.world();
console.log(`${w}`, w.rank, w.size);

function add(object, x, array) {
  object.state = { sum: object.state.sum + x, last: array[1] };
}

w.handler(add);
w.handler('double', (object) => {
  object.state = [...object.state].map((x) => 2 * x);
});
const p = w.create({ sum: 0, last: null });
w.send(p, 'add', 5, arange(0, 5000, 1, 'float'));
w.run();
console.log(w.find(p).state.last, w.find(p).state.sum, p.equals(w.gather(p)[0]));
const q = w.create([1, 2, 3]);
w.send(q, 'double');
w.poll();
console.log([...w.find(q).state]);
const b = zeros(4, 'int');
w.receiveFrom(0, b);
w.sendTo(0, arange(0, 4, 1, 'int'));
console.log([...b]);
console.log(w.sum(1.5), [...w.gather(["x", null])[0]]);
for (const action of [
  () => w.handler(() => 1),
  () => w.send(p, 'add', Symbol.iterator),
  () => w.create(() => 1),
  () => w.free(5),
]) {
  try {
    action();
    console.log('not refused');
  } catch (error) {
    console.log(error.message.split('\n')[0]);
  }
}
