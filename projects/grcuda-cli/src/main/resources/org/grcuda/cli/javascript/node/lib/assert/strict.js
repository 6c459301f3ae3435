(function (exports, require, module) {
  module.exports = require('assert');
});
