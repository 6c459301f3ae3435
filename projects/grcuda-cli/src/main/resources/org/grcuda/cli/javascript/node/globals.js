// The globals that Node's users expect. Evaluates to a function of the host's services (see
// NodeServices) and argv, which installs them and returns what the host tells of the program's end.
// Each is loaded when it is first used: what a program does not use takes no time. No iterators run
// at start: a few dozen steps of one make the engine compile it.
(function (host, argv, isScript) {
  'use strict';

  const quit = globalThis.quit;

  function lazily(load) {
    let value;
    return () => (value ??= load());
  }

  const texts = lazily(() => host.load('inspect')(host));
  const modules = lazily(() => host.load('modules')(host, process().process));

  // To look at a class of Java takes as long as all the rest here.
  const system = lazily(() => Java.type('java.lang.System'));

  const console = lazily(() => host.load('console')(host, texts, system));
  const timers = lazily(() => host.load('timers')(host, texts));

  let started; // what process.js gives, once the program has looked at process
  const process = lazily(() => {
    started = host.load('process')(host, argv, quit, (text) => console().error(text), modules, system);
    return started;
  });

  /** A global that becomes what `load` gives when it is first looked at. */
  function define(name, load) {
    const become = (value) => Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
    const get = () => {
      const value = load();
      become(value);
      return value;
    };
    Object.defineProperty(globalThis, name, { get, set: become, configurable: true });
  }

  define('console', console);
  define('process', () => process().process);
  [
    'queueMicrotask',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'clearTimeout',
    'clearInterval',
    'clearImmediate',
  ].forEach((name) => define(name, () => timers()[name]));
  define('Buffer', () => modules().require('buffer').Buffer);
  define('URL', () => modules().require('url').URL);
  // The module grcuda, for programs that are no modules.
  define('grcuda', host.module);
  if (isScript) {
    ['require', 'module', 'exports', '__filename', '__dirname'].forEach((name) =>
      define(name, () => modules().ofMain(argv[1])[name]));
  }
  MLE.registerESMLookup(host.pathOfImport);
  ['quit', 'read', 'readbuffer', 'readline', 'MLE'].forEach((name) => delete globalThis[name]);

  // What the host calls.
  return {
    modules,
    /** The text of a value, as the interactive command shows it. */
    inspect: (value) => texts().inspect(value),
    /** The program has nothing left to do; gives whether something heard of it. */
    beforeExit: () => started?.tell('beforeExit', started.process.exitCode ?? 0) ?? false,
    /** The program ends; gives its exit status. */
    exit: () => started?.leave() ?? 0,
    /** The program ends by an error that was printed; gives its exit status. */
    fail() {
      if (!started) {
        return 1;
      }
      started.process.exitCode ||= 1;
      return started.leave();
    },
    /** An error that nobody caught; gives whether something heard of it. */
    uncaught: (thrown) => started?.tell('uncaughtException', thrown, 'uncaughtException') ?? false,
  };
});
