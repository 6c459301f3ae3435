// CommonJS, and the modules of Node that are there. Evaluates to a function of the host's services
// and `process`. Loaded when a program first requires something, or imports what is no module.
(function (host, process) {
  'use strict';

  const loaded = Object.create(null);
  const builtins = Object.create(null);
  let main;

  function fail(message, code) {
    throw Object.assign(new Error(message), { code });
  }

  class Module {
    constructor(filename, parent) {
      this.id = parent ? filename : '.';
      this.filename = filename;
      this.path = filename.slice(0, filename.lastIndexOf('/')) || '/';
      this.exports = {};
      this.loaded = false;
      this.children = [];
      parent?.children.push(this);
    }

    get require() {
      return requireOf(this);
    }
  }

  /** The module of Node called `name`, without its prefix. */
  function builtin(name) {
    if (!(name in builtins)) {
      const module = { exports: {} };
      builtins[name] = module;
      host.load('lib/' + name)(module.exports, requireBuiltin, module, host);
    }
    return builtins[name].exports;
  }

  function requireBuiltin(name) {
    switch (name) {
      case 'process':
        return process;
      case 'console':
        return console;
      case 'module':
        return { createRequire, builtinModules: [...host.builtins()] };
      case 'inspect':
        return host.load('inspect')(host);
      default:
        return builtin(name);
    }
  }

  const LOADERS = {
    commonjs(module) {
      const run = host.compile(module.filename);
      run.call(module.exports, module.exports, module.require, module, module.filename, module.path);
    },
    json(module) {
      try {
        module.exports = JSON.parse(host.readText(module.filename));
      } catch (e) {
        e.message = `${module.filename}: ${e.message}`;
        throw e;
      }
    },
    module(module) {
      module.exports = host.importNow(module.filename);
    },
  };

  /** The exports of the file `id`, or of what Node has by that name. */
  function load(format, id, parent) {
    if (format === 'builtin') {
      return requireBuiltin(id);
    }
    if (id in loaded) {
      return loaded[id].exports;
    }
    const module = new Module(id, parent);
    loaded[id] = module;
    try {
      LOADERS[format](module);
      module.loaded = true;
    } finally {
      if (!module.loaded) {
        delete loaded[id];
      }
    }
    return module.exports;
  }

  function requireOf(module) {
    const find = (name) => {
      if (typeof name !== 'string' || name === '') {
        throw new TypeError(`The "id" argument must be a string that is not empty, got ${String(name)}`);
      }
      return host.find(name, module.filename);
    };
    const require = (name) => {
      const [format, id] = find(name);
      return load(format, id, module);
    };
    require.resolve = (name) => {
      const [format, id] = find(name);
      return format === 'builtin' && name.startsWith('node:') ? 'node:' + id : id;
    };
    require.cache = loaded;
    require.main = main;
    return require;
  }

  function createRequire(from) {
    const path = String(from).startsWith('file:') ? builtin('url').fileURLToPath(from) : String(from);
    return requireOf(new Module(path));
  }

  /** What a program that is no module has as globals. */
  function ofMain(filename) {
    main ??= new Module(filename);
    loaded[filename] ??= main;
    return {
      module: main,
      exports: main.exports,
      require: requireOf(main),
      __filename: filename,
      __dirname: main.path,
    };
  }

  const NAME = /^[A-Za-z_$][\w$]*$/;

  /** The text of a module that exports what `require` gives. */
  function facade(format, id) {
    const exports = load(format, id);
    const key = format + ':' + id;
    wrapped.set(key, exports);
    const hasNames = (typeof exports === 'object' && exports !== null) || typeof exports === 'function';
    const names = hasNames ? Object.keys(exports).filter((name) => NAME.test(name) && name !== 'default') : [];
    return [
      `const m = globalThis[Symbol.for('grcuda.modules')].get(${JSON.stringify(key)});`,
      'export default m;',
      ...names.map((name, i) => `const e${i} = m.${name}; export { e${i} as ${name} };`),
    ].join('\n');
  }

  const wrapped = new Map();
  Object.defineProperty(globalThis, Symbol.for('grcuda.modules'), { value: wrapped });

  return { fail, facade, ofMain, require: requireBuiltin };
});
