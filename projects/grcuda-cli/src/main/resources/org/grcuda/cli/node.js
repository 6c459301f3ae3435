// The globals that Node's users expect. Evaluates to a function of the host's services (out, err,
// display, startTimer, stopTimer) and argv, which installs them and returns `process`. No iterators
// run at start: a few dozen steps of one make the engine compile it, which costs start-up time.
(function (host, argv) {
  'use strict';

  const quit = globalThis.quit;
  ['quit', 'read', 'readbuffer', 'readline'].forEach((name) => delete globalThis[name]);
  const System = Java.type('java.lang.System');

  // ---- inspect: the text that console.log shows ----

  const MAX_DEPTH = 2;
  const MAX_ITEMS = 100;
  const LINE_WIDTH = 72;
  const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
  const TypedArray = Object.getPrototypeOf(Int8Array);

  function isForeign(object) {
    try {
      Reflect.isExtensible(object);
      return false;
    } catch (notAJavaScriptObject) {
      return true;
    }
  }

  function quote(text) {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : '`';
    return mark + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') + mark;
  }

  function constructorName(object) {
    const prototype = Object.getPrototypeOf(object);
    return prototype === null ? null : prototype.constructor?.name || 'Object';
  }

  function inspectFunction(fn) {
    const kind = /^class\b/.test(Function.prototype.toString.call(fn)) ? 'class' : 'Function';
    return kind === 'class'
      ? `[class ${fn.name || '(anonymous)'}]`
      : `[Function${fn.name ? ': ' + fn.name : ' (anonymous)'}]`;
  }

  function enclose(prefix, open, items, close, indent) {
    const head = prefix ? prefix + ' ' : '';
    if (items.length === 0) {
      return head + open + close;
    }
    const width = items.reduce((sum, item) => sum + item.length + 2, 0);
    if (width + indent.length <= LINE_WIDTH && !items.some((item) => item.includes('\n'))) {
      return `${head}${open} ${items.join(', ')} ${close}`;
    }
    const inner = indent + '  ';
    return `${head}${open}\n${inner}${items.join(',\n' + inner)}\n${indent}${close}`;
  }

  function limited(iterable, size, show) {
    const items = [];
    for (const item of iterable) {
      if (items.length === MAX_ITEMS) {
        const more = size - MAX_ITEMS;
        items.push(`... ${more} more item${more === 1 ? '' : 's'}`);
        break;
      }
      items.push(show(item));
    }
    return items;
  }

  function inspectProperties(object, show, skipIndices) {
    const keys = Reflect.ownKeys(object).filter(
      (key) =>
        Object.prototype.propertyIsEnumerable.call(object, key) &&
        !(skipIndices && typeof key === 'string' && /^\d+$/.test(key)));
    return keys.map((key) => {
      const { get, set, value } = Object.getOwnPropertyDescriptor(object, key);
      const name =
        typeof key === 'symbol' ? `[${String(key)}]` : IDENTIFIER.test(key) ? key : quote(key);
      const accessor = get ? (set ? '[Getter/Setter]' : '[Getter]') : set ? '[Setter]' : null;
      return `${name}: ${accessor ?? show(value)}`;
    });
  }

  function inspectObject(object, indent, parents) {
    const name = constructorName(object);
    if (parents.includes(object)) {
      return '[Circular]';
    }
    if (parents.length > MAX_DEPTH) {
      return `[${Array.isArray(object) ? 'Array' : name ?? 'Object: null prototype'}]`;
    }
    const within = [...parents, object];
    const show = (value) => inspect(value, indent + '  ', within);
    if (Array.isArray(object)) {
      const items = limited(object, object.length, show);
      const extra = inspectProperties(object, show, true);
      const prefix = name === 'Array' ? '' : `${name}(${object.length})`;
      return enclose(prefix, '[', items.concat(extra), ']', indent);
    }
    if (object instanceof TypedArray) {
      const items = limited(object, object.length, show);
      return enclose(`${name}(${object.length})`, '[', items, ']', indent);
    }
    if (object instanceof Map) {
      const entry = ([key, value]) => `${show(key)} => ${show(value)}`;
      return enclose(`Map(${object.size})`, '{', limited(object, object.size, entry), '}', indent);
    }
    if (object instanceof Set) {
      return enclose(`Set(${object.size})`, '{', limited(object, object.size, show), '}', indent);
    }
    const prefix =
      name === 'Object' ? '' : name === null ? '[Object: null prototype]' : name;
    return enclose(prefix, '{', inspectProperties(object, show, false), '}', indent);
  }

  function inspect(value, indent = '', parents = []) {
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'bigint':
        return value + 'n';
      case 'number':
        return Object.is(value, -0) ? '-0' : String(value);
      case 'undefined':
      case 'boolean':
      case 'symbol':
        return String(value);
    }
    if (value === null) {
      return 'null';
    }
    if (isForeign(value)) {
      return host.display(value);
    }
    if (typeof value === 'function') {
      return inspectFunction(value);
    }
    if (value instanceof Error) {
      return value.stack || String(value);
    }
    if (value instanceof RegExp) {
      return String(value);
    }
    if (value instanceof Date) {
      return isNaN(value) ? 'Invalid Date' : value.toISOString();
    }
    return inspectObject(value, indent, parents);
  }

  const show = (value) => (typeof value === 'string' ? value : inspect(value));

  const FORMATS = {
    s: (value) => (typeof value === 'object' ? inspect(value) : String(value)),
    d: (value) => (typeof value === 'bigint' ? value + 'n' : String(Number(value))),
    i: (value) => (typeof value === 'bigint' ? value + 'n' : String(parseInt(value, 10))),
    f: (value) => String(parseFloat(value)),
    j: (value) => JSON.stringify(value),
    o: (value) => inspect(value),
    O: (value) => inspect(value),
    c: () => '',
  };

  function format(values) {
    if (values.length < 2 || typeof values[0] !== 'string' || !values[0].includes('%')) {
      return values.map(show).join(' ');
    }
    let next = 1;
    const text = values[0].replace(/%([sdifjoOc%])/g, (whole, kind) => {
      if (kind === '%') {
        return '%';
      }
      return next < values.length ? FORMATS[kind](values[next++]) : whole;
    });
    return [text, ...values.slice(next).map(show)].join(' ');
  }

  // ---- console ----

  let indentation = '';
  const counts = new Map();
  const started = new Map();

  function print(write, values) {
    const text = format(values);
    write((indentation ? text.replace(/^/gm, indentation) : text) + '\n');
  }

  const log = (...values) => print(host.out, values);
  const error = (...values) => print(host.err, values);

  function elapsed(label) {
    const millis = (Number(System.nanoTime()) - started.get(label)) / 1e6;
    return `${label}: ${millis.toFixed(3)}ms`;
  }

  const console = {
    log,
    info: log,
    debug: log,
    error,
    warn: error,
    dir: (value) => log(inspect(value)),
    trace: (...values) => error(new Error(format(values)).stack.replace(/^Error/, 'Trace')),
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
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = 'default') => void counts.delete(label),
    time: (label = 'default') => void started.set(label, Number(System.nanoTime())),
    timeLog: (label = 'default', ...values) => log(elapsed(label), ...values),
    timeEnd(label = 'default') {
      log(elapsed(label));
      started.delete(label);
    },
  };
  console.groupCollapsed = console.group;

  // ---- process ----

  function environment() {
    const env = {};
    for (const [name, value] of System.getenv()) {
      env[name] = value;
    }
    return env;
  }

  function stream(write, descriptor) {
    return {
      write(text) {
        write(String(text));
        return true;
      },
      get isTTY() {
        return Java.type('java.lang.System').console()?.isTerminal() ?? false;
      },
      fd: descriptor,
    };
  }

  let env;
  const process = {
    argv: argv.slice(),
    exitCode: 0,
    exit: (code) => quit(code ?? process.exitCode),
    get env() {
      return (env ??= environment());
    },
    cwd: () => System.getProperty('user.dir'),
    platform: System.getProperty('os.name').toLowerCase().split(' ')[0],
    get pid() {
      return Number(Java.type('java.lang.ProcessHandle').current().pid());
    },
    stdout: stream(host.out, 1),
    stderr: stream(host.err, 2),
    uptime: () => performance.now() / 1000,
    hrtime: Object.assign(
      (since = [0, 0]) => {
        const nanos = BigInt(System.nanoTime()) - (BigInt(since[0]) * 1000000000n + BigInt(since[1]));
        return [Number(nanos / 1000000000n), Number(nanos % 1000000000n)];
      },
      { bigint: () => BigInt(System.nanoTime()) }),
    nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
  };

  // ---- timers ----

  const starter = (repeats) => (callback, millis = 0, ...values) => {
    if (typeof callback !== 'function') {
      throw new TypeError('The "callback" argument must be a function, got ' + inspect(callback));
    }
    return host.startTimer(() => void callback(...values), Number(millis) || 0, repeats);
  };
  const stop = (id) => {
    if (typeof id === 'number') {
      host.stopTimer(id);
    }
  };
  const startOnce = starter(false);

  const globals = {
    console,
    process,
    queueMicrotask: (callback) => void Promise.resolve().then(callback),
    setTimeout: startOnce,
    setInterval: starter(true),
    setImmediate: (callback, ...values) => startOnce(callback, 0, ...values),
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
  };
  Object.keys(globals).forEach((name) => {
    const value = globals[name];
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  });
  // The module grcuda, for programs that are no modules; evaluated when it is first used.
  let module;
  Object.defineProperty(globalThis, 'grcuda', {
    get: () => (module ??= host.module()),
    set: (value) => (module = value),
    configurable: true,
  });
  return process;
});
