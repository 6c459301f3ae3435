(function (exports, require, module) {
  'use strict';
  module.exports = {
    setTimeout,
    setInterval,
    setImmediate,
    clearTimeout,
    clearInterval,
    clearImmediate,
    get promises() {
      return require('timers/promises');
    },
  };
});
