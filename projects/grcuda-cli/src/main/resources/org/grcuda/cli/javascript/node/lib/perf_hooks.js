(function (exports) {
  'use strict';
  exports.performance = performance;
});
