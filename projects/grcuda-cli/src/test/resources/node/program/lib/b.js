const a = require('./a');
exports.seen = a.name;
exports.name = 'b';
