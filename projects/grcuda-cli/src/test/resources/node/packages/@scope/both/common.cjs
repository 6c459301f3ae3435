module.exports = '@scope/both as CommonJS';
