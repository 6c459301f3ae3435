const cu = Polyglot.eval('grcuda', 'CU');
const yes = truth => truth ? 'yes' : 'no';

const HOST = -1;
const count = cu.cudaGetDeviceCount();
const before = cu.bandwidth();
console.log(yes(before.devices === count), yes(before.size === count + 1), yes(before.origin.length > 0));

const measured = cu.profilebandwidth();
console.log(measured.origin, yes(cu.bandwidth().origin === 'measured'));
console.log(yes([...measured.keys()].join() === Array.from({ length: count + 1 }, (_, i) => i - 1).join()));
console.log(yes([...measured.values()].every(row => [...row.values()].every(bandwidth => bandwidth > 0))));
console.log(yes(measured.get(HOST).get(0) === measured.between(HOST, 0)));
console.log(yes(cu.bandwidth().get(0).get(HOST) === measured.get(0).get(HOST)), yes(measured.has(count)));

const lines = measured.csv.trim().split('\n');
console.log(lines[0], yes(lines.length === (count + 1) ** 2), lines[1].split(',')[0]);
