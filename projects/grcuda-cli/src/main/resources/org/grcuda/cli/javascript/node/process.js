// The object process. Evaluates to a function of the host's services (see NodeServices), argv, what
// ends the program, what prints errors, and of what gives the functions of modules.js and the class
// System of Java. Returns it with what the host calls.
(function (host, argv, quit, error, modules, system) {
  'use strict';

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

  // ---- events ----

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

  return { process, tell, leave };
});
