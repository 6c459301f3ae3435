(function (exports, require, module) {
  module.exports = require('fs').promises;
});
