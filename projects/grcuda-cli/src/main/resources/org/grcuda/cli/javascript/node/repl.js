// What the interactive command asks of JavaScript. Evaluates to { assignments, settle, complete }.
(function () {
  'use strict';

  const DECLARATION = /^(const|let|var)\s+/gm;
  const NAMED = /^((?:async\s+)?function\s*\*?|class)\s+([A-Za-z_$][\w$]*)/gm;
  const PATH = /((?:[A-Za-z_$][\w$]*\.)*)([A-Za-z_$][\w$]*)?$/;
  const global = globalThis;
  const evaluate = eval;

  function names(object) {
    const found = new Set();
    for (let holder = object; holder != null; holder = Object.getPrototypeOf(holder)) {
      Object.getOwnPropertyNames(holder).forEach((name) => found.add(name));
    }
    return [...found];
  }

  return {
    /** `text` with its declarations as assignments, so that variables outlive an async function. */
    assignments: (text) => text.replace(DECLARATION, ';0, ').replace(NAMED, ';0, $2 = $1 $2'),

    /** Tells `done` whether `value` was fulfilled, and with what. */
    settle: (value, done) =>
      void Promise.resolve(value).then(
        (result) => done(true, result),
        (reason) => done(false, reason)),

    /** Names that what `text` ends with may become, after its beginning; `declared` are variables. */
    complete(text, declared) {
      const [start, path, prefix = ''] = text.match(PATH);
      if (!start) {
        return [''];
      }
      let object = global;
      if (path) {
        try {
          object = evaluate(path.slice(0, -1));
        } catch (noSuchObject) {
          return [start];
        }
      }
      const all = object == null ? [] : names(Object(object));
      const candidates = path ? all : [...all, ...declared];
      return [start, ...candidates.filter((name) => name.startsWith(prefix)).sort().map((name) => path + name)];
    },
  };
})()
