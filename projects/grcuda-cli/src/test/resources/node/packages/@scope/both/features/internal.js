exports.feature = 'internal';
