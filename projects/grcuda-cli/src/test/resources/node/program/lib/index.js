exports.name = 'index of lib';
