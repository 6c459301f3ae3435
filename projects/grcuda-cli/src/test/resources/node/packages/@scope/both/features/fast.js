exports.feature = 'fast';
