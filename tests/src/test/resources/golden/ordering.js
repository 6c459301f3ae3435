const cu = Polyglot.eval('grcuda', 'CU');
const source = Polyglot.import('source');
const add = cu.buildkernel(source, 'add', 'pointer, sint32, sint32');
const say = (...values) => console.log(values.join(' '));
const show = array => say([...array].join(' '));

// Launches name what they use besides their arguments: arrays, and resources that only order.
const x = cu.DeviceArray('int', 6);
const y = cu.DeviceArray('int', 6);
x.fill(1);
y.fill(2);
const log = cu.Resource('log');
const logged = add.using({writes: [log]});
logged(1, 32)(x, 1, 6);
logged.using({reads: [y]}).forall(6)(x, 10, 6);
add(1, 32).using({reads: [log, x], writes: y})(y, 5, 6);
add(1, 32).using(new Map([['reads', log]]))(x, 100, 6);
add.using({})(1, 32)(x, 1000, 6);
show(x);
show(y);
say(log.name, log.toString(), cu.Resource().name);
say(logged.name, logged.launchCount == add.launchCount);

// A request brings an array to the host meanwhile; what conflicts waits until its release.
const request = x.request('write');
request.await();
say(request.isReady, request.toString());
x[0] = 5;
show(x);
request.release();
add(1, 32)(x, 1, 6);
show(x);
const withReader = x.request('read');
add(1, 32).using({reads: [x]})(y, 1, 6);
show(y);
show(x);
withReader.release();
