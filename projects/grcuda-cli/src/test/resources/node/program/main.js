const { twice } = require('plain');
const grcuda = require('grcuda');
console.log(twice(4), require.main === module, __filename === process.argv[1], __dirname.endsWith('/program'));
exports.done = true;
console.log(module.exports.done, require('./lib/a').both, typeof grcuda.array, grcuda.cu === globalThis.grcuda.cu);
import('@scope/both').then((both) => console.log(both.default));
