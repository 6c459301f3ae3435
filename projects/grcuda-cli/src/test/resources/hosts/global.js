// A script that is no module: the global grcuda, and import().
const x = grcuda.array([1, 2]);
console.log(x, x instanceof grcuda.DeviceArray);
import('grcuda').then(({ array }) => console.log(array([3])));
