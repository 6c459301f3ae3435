(function (exports) {
  'use strict';
  const start = globalThis.setTimeout;
  exports.setTimeout = (millis = 1, value = undefined) =>
    new Promise((resolve) => start(resolve, millis, value));
  exports.setImmediate = (value = undefined) => exports.setTimeout(0, value);
  exports.setInterval = async function* (millis = 1, value = undefined) {
    while (true) {
      yield exports.setTimeout(millis, value);
    }
  };
  exports.scheduler = { wait: exports.setTimeout, yield: exports.setImmediate };
});
