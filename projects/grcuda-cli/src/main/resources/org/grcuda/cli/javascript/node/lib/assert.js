(function (exports, require, module) {
  'use strict';

  const { inspect } = require('inspect');

  class AssertionError extends Error {
    constructor({ message, actual, expected, operator }) {
      super(message);
      this.name = 'AssertionError';
      this.code = 'ERR_ASSERTION';
      Object.assign(this, { actual, expected, operator });
    }
  }

  function fail(message, actual, expected, operator, own) {
    if (message instanceof Error) {
      throw message;
    }
    throw new AssertionError({ message: message ?? own, actual, expected, operator });
  }

  /** Whether two values have the same type and the same content. */
  function isSame(one, other) {
    if (Object.is(one, other)) {
      return true;
    }
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
      return false;
    }
    if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) {
      return false;
    }
    if (one instanceof Date && one.getTime() !== other.getTime()) {
      return false;
    }
    if (one instanceof RegExp && String(one) !== String(other)) {
      return false;
    }
    if (one instanceof Map || one instanceof Set) {
      return one.size === other.size && isSame([...one], [...other]);
    }
    if (one instanceof Error && one.message !== other.message) {
      return false;
    }
    const keys = Reflect.ownKeys(one);
    return (
      keys.length === Reflect.ownKeys(other).length &&
      keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]))
    );
  }

  function isExpected(error, expected) {
    if (expected === undefined) {
      return true;
    }
    if (expected instanceof RegExp) {
      return expected.test(String(error));
    }
    if (typeof expected === 'function') {
      return expected.prototype !== undefined && error instanceof expected ? true : expected(error) === true;
    }
    return Object.keys(expected).every((key) =>
      expected[key] instanceof RegExp && typeof error[key] === 'string'
        ? expected[key].test(error[key])
        : isSame(error[key], expected[key]));
  }

  const NOTHING = Symbol('nothing');

  function checkThrown(error, expected, message, operator) {
    const wanted = typeof expected === 'string' ? undefined : expected;
    const text = typeof expected === 'string' ? expected : message;
    if (error === NOTHING) {
      fail(text, undefined, wanted, operator, 'Missing expected exception.');
    }
    if (!isExpected(error, wanted)) {
      throw error;
    }
  }

  function thrownBy(action) {
    try {
      action();
      return NOTHING;
    } catch (e) {
      return e;
    }
  }

  const assert = (value, message) => assert.ok(value, message);
  const pair = (operator, one, other) => `${inspect(one)} ${operator} ${inspect(other)}`;

  Object.assign(assert, {
    AssertionError,
    isSame,
    ok(value, message) {
      if (!value) {
        fail(message, value, true, '==', `The expression evaluated to a falsy value: ${inspect(value)}`);
      }
    },
    strictEqual(actual, expected, message) {
      if (!Object.is(actual, expected)) {
        const text = `Expected values to be strictly equal:\n\n${pair('!==', actual, expected)}\n`;
        fail(message, actual, expected, 'strictEqual', text);
      }
    },
    notStrictEqual(actual, expected, message) {
      if (Object.is(actual, expected)) {
        fail(message, actual, expected, 'notStrictEqual', `Expected another value than ${inspect(actual)}`);
      }
    },
    deepStrictEqual(actual, expected, message) {
      if (!isSame(actual, expected)) {
        const text = `Expected values to be strictly deep-equal:\n\n${pair('!==', actual, expected)}\n`;
        fail(message, actual, expected, 'deepStrictEqual', text);
      }
    },
    notDeepStrictEqual(actual, expected, message) {
      if (isSame(actual, expected)) {
        fail(message, actual, expected, 'notDeepStrictEqual', `Expected another value than ${inspect(actual)}`);
      }
    },
    equal(actual, expected, message) {
      if (actual != expected && !(actual !== actual && expected !== expected)) {
        fail(message, actual, expected, '==', pair('==', actual, expected));
      }
    },
    notEqual(actual, expected, message) {
      if (actual == expected) {
        fail(message, actual, expected, '!=', pair('!=', actual, expected));
      }
    },
    match(text, pattern, message) {
      if (!pattern.test(text)) {
        const own = `The input did not match the regular expression ${pattern}. Input:\n\n${inspect(text)}\n`;
        fail(message, text, pattern, 'match', own);
      }
    },
    throws: (action, expected, message) => checkThrown(thrownBy(action), expected, message, 'throws'),
    async rejects(action, expected, message) {
      let error = NOTHING;
      try {
        await (typeof action === 'function' ? action() : action);
      } catch (e) {
        error = e;
      }
      checkThrown(error, expected, message, 'rejects');
    },
    fail: (message = 'Failed') => fail(message, undefined, undefined, 'fail'),
  });
  assert.deepEqual = assert.deepStrictEqual;
  assert.strict = assert;
  module.exports = assert;
});
