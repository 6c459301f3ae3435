exports.name = 'a';
const b = require('./b.js');
exports.both = [b.seen, b.name];
