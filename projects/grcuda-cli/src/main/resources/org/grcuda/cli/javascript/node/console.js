// The console. Evaluates to a function of the host's services (see NodeServices) and of what gives
// the functions of inspect.js and the class System of Java, which returns it.
(function (host, texts, system) {
  'use strict';

  let indentation = '';
  let counts;
  let started;

  function print(write, values) {
    const plain = values.length === 1 && typeof values[0] === 'string';
    const text = plain ? values[0] : texts().format(values);
    write((indentation ? text.replace(/^/gm, indentation) : text) + '\n');
  }

  const log = (...values) => print(host.out, values);
  const error = (...values) => print(host.err, values);

  function elapsed(label) {
    const millis = (Number(system().nanoTime()) - started.get(label)) / 1e6;
    return `${label}: ${millis.toFixed(3)}ms`;
  }

  const console = {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    dir: (value) => log(texts().inspect(value)),
    table: (rows) => log(texts().inspect(rows)),
    trace: (...values) => error(new Error(texts().format(values)).stack.replace(/^Error/, 'Trace')),
    assert(condition, ...values) {
      if (!condition) {
        error('Assertion failed' + (values.length ? ':' : ''), ...values);
      }
    },
    group(...values) {
      if (values.length) {
        log(...values);
      }
      indentation += '  ';
    },
    groupEnd() {
      indentation = indentation.slice(2);
    },
    count(label = 'default') {
      counts ??= new Map();
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = 'default') => void counts?.delete(label),
    time: (label = 'default') => void (started ??= new Map()).set(label, Number(system().nanoTime())),
    timeLog: (label = 'default', ...values) => log(elapsed(label), ...values),
    timeEnd(label = 'default') {
      log(elapsed(label));
      started.delete(label);
    },
  };
  console.groupCollapsed = console.group;
  return console;
});
