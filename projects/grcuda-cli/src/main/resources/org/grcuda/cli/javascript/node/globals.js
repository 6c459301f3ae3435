// The globals that Node's users expect. Evaluates to a function of the host's services (see
// NodeServices) and argv, which installs them and returns what the host tells of the program's end.
// What few programs use is loaded when it is first used. No iterators run at start: a few dozen
// steps of one make the engine compile it, which costs start-up time.
(function (host, argv, isScript) {
  'use strict';

  const quit = globalThis.quit;
  // ---- what is loaded when it is first used ----

  function lazily(load) {
    let value;
    return () => (value ??= load());
  }

  const texts = lazily(() => host.load('inspect')(host));
  const modules = lazily(() => host.load('modules')(host, process));

  // To look at a class of Java takes as long as all the rest here.
  const system = lazily(() => Java.type('java.lang.System'));

  function defineLazily(name, get) {
    Object.defineProperty(globalThis, name, {
      get,
      set: (value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true }),
      configurable: true,
    });
  }

  // ---- console ----

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

  // ---- process ----

  function environment() {
    const env = {};
    for (const [name, value] of system().getenv()) {
      env[name] = value;
    }
    return env;
  }

  function stream(write, descriptor) {
    return {
      write(text) {
        write(typeof text === 'string' ? text : modules().require('buffer').Buffer.from(text).toString());
        return true;
      },
      get isTTY() {
        return system().console()?.isTerminal() ?? false;
      },
      fd: descriptor,
    };
  }

  let env;
  let exiting = false;

  function leave() {
    if (!exiting) {
      exiting = true;
      tell('exit', process.exitCode ?? 0);
    }
    return process.exitCode ?? 0;
  }

  const process = {
    argv: argv.slice(),
    argv0: 'grcuda',
    execArgv: [],
    exitCode: undefined,
    exit(code) {
      process.exitCode = code ?? process.exitCode;
      quit(leave());
    },
    get env() {
      return (env ??= environment());
    },
    cwd: () => system().getProperty('user.dir'),
    get platform() {
      return system().getProperty('os.name').toLowerCase().split(' ')[0];
    },
    get arch() {
      return modules().require('os').arch();
    },
    get pid() {
      return Number(Java.type('java.lang.ProcessHandle').current().pid());
    },
    stdout: stream(host.out, 1),
    stderr: stream(host.err, 2),
    uptime: () => performance.now() / 1000,
    memoryUsage() {
      const memory = Java.type('java.lang.Runtime').getRuntime();
      const heapTotal = Number(memory.totalMemory());
      return { rss: heapTotal, heapTotal, heapUsed: heapTotal - Number(memory.freeMemory()) };
    },
    hrtime: Object.assign(
      (since = [0, 0]) => {
        const nanos = BigInt(system().nanoTime()) - (BigInt(since[0]) * 1000000000n + BigInt(since[1]));
        return [Number(nanos / 1000000000n), Number(nanos % 1000000000n)];
      },
      { bigint: () => BigInt(system().nanoTime()) }),
    nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
    emitWarning: (warning) => error(`(grcuda) ${warning?.name ?? 'Warning'}: ${warning?.message ?? warning}`),
  };

  // ---- events of the process ----

  const EVENTS = ['exit', 'beforeExit', 'uncaughtException'];
  let listeners;

  function emitter() {
    return (listeners ??= new (modules().require('events'))());
  }

  ['on', 'addListener', 'once', 'off', 'removeListener', 'prependListener'].forEach((method) => {
    process[method] = (event, listener) => {
      if (!EVENTS.includes(event)) {
        throw new Error(`process.${method}: no event '${String(event)}' is there; there are ${EVENTS.join(', ')}`);
      }
      emitter()[method](event, listener);
      return process;
    };
  });
  process.removeAllListeners = (event) => (listeners?.removeAllListeners(event), process);
  process.listeners = (event) => listeners?.listeners(event) ?? [];
  process.listenerCount = (event) => listeners?.listenerCount(event) ?? 0;
  const tell = (event, ...values) => listeners?.emit(event, ...values) ?? false;
  process.emit = tell;

  // ---- timers ----

  const starter = (repeats) => (callback, millis = 0, ...values) => {
    if (typeof callback !== 'function') {
      throw new TypeError('The "callback" argument must be a function, got ' + texts().inspect(callback));
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
  MLE.registerESMLookup(host.pathOfImport);
  ['quit', 'read', 'readbuffer', 'readline', 'MLE'].forEach((name) => delete globalThis[name]);

  // The module grcuda, for programs that are no modules; evaluated when it is first used.
  defineLazily('grcuda', lazily(host.module));
  defineLazily('Buffer', () => modules().require('buffer').Buffer);
  defineLazily('URL', () => modules().require('url').URL);
  if (isScript) {
    ['require', 'module', 'exports', '__filename', '__dirname'].forEach((name) =>
      defineLazily(name, () => modules().ofMain(argv[1])[name]));
  }

  // What the host calls.
  return {
    modules,
    /** The text of a value, as the interactive command shows it. */
    inspect: (value) => texts().inspect(value),
    /** The program has nothing left to do; gives whether something heard of it. */
    beforeExit: () => tell('beforeExit', process.exitCode ?? 0),
    /** The program ends; gives its exit status. */
    exit: leave,
    /** The program ends by an error that was printed; gives its exit status. */
    fail() {
      process.exitCode ||= 1;
      return leave();
    },
    /** An error that nobody caught; gives whether something heard of it. */
    uncaught: (thrown) => tell('uncaughtException', thrown, 'uncaughtException'),
  };
});
