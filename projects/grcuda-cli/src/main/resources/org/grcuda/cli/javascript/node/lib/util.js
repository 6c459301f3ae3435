(function (exports, require, module, host) {
  'use strict';

  const { inspect: show, format } = require('inspect');

  /** The text that console.log shows of a value. */
  const inspect = (value) => show(value);
  inspect.custom = Symbol.for('nodejs.util.inspect.custom');

  const promisify = (action) =>
    (...values) =>
      new Promise((resolve, reject) =>
        action(...values, (error, value) => (error ? reject(error) : resolve(value))));

  module.exports = {
    inspect,
    format: (...values) => format(values),
    promisify,
    inherits(type, parent) {
      Object.setPrototypeOf(type.prototype, parent.prototype);
    },
    isDeepStrictEqual: (one, other) => require('assert').isSame(one, other),
    types: {
      isPromise: (value) => value instanceof Promise,
      isTypedArray: (value) => ArrayBuffer.isView(value) && !(value instanceof DataView),
      isDate: (value) => value instanceof Date,
      isRegExp: (value) => value instanceof RegExp,
    },
    TextEncoder,
    TextDecoder,
  };
});
