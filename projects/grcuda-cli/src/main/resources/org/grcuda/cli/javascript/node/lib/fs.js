(function (exports, require, module, host) {
  'use strict';

  const { Buffer } = require('buffer');
  const Files = Java.type('java.nio.file.Files');
  const Path = Java.type('java.nio.file.Path');
  const Option = Java.type('java.nio.file.StandardOpenOption');
  const LinkOption = Java.type('java.nio.file.LinkOption');
  const StandardCopyOption = Java.type('java.nio.file.StandardCopyOption');

  // ---- errors as Node's ----

  const ERRORS = [
    ['NoSuchFileException', 'ENOENT', 'no such file or directory'],
    ['FileAlreadyExistsException', 'EEXIST', 'file already exists'],
    ['DirectoryNotEmptyException', 'ENOTEMPTY', 'directory not empty'],
    ['AccessDeniedException', 'EACCES', 'permission denied'],
    ['NotDirectoryException', 'ENOTDIR', 'not a directory'],
  ];
  const REASONS = [
    [/is a directory/i, 'EISDIR', 'illegal operation on a directory'],
    [/not a directory/i, 'ENOTDIR', 'not a directory'],
    [/no space/i, 'ENOSPC', 'no space left on device'],
    [/operation not permitted/i, 'EPERM', 'operation not permitted'],
  ];

  function kindOf(thrown) {
    const type = thrown.getClass().getSimpleName();
    const message = thrown.getMessage() ?? type;
    return (
      ERRORS.find(([name]) => name === type) ??
      REASONS.find(([pattern]) => pattern.test(message)) ?? [type, 'EIO', message]
    );
  }

  /** Does what the system call `syscall` does; what Java throws becomes an error of Node's. */
  function attempt(syscall, path, action) {
    try {
      return action();
    } catch (thrown) {
      if (!Java.isJavaObject(thrown) || typeof thrown.getClass !== 'function') {
        throw thrown;
      }
      const [, code, text] = kindOf(thrown);
      throw Object.assign(new Error(`${code}: ${text}, ${syscall} '${path}'`), { code, syscall, path });
    }
  }

  function invalid(name, expected, value) {
    const error = new TypeError(`The "${name}" argument must be ${expected}, got ${String(value)}`);
    return Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
  }

  function textOf(path) {
    if (typeof path === 'string') {
      return path;
    }
    if (Buffer.isBuffer(path)) {
      return path.toString();
    }
    if (path?.protocol === 'file:') {
      return require('url').fileURLToPath(path);
    }
    throw invalid('path', 'a string, a Buffer or a URL of a file', path);
  }

  const at = (path) => Path.of(require('path').resolve(textOf(path)));
  const encodingIn = (options) => (typeof options === 'string' ? options : options?.encoding);

  // ---- reading and writing ----

  function readFileSync(path, options = undefined) {
    const encoding = encodingIn(options);
    if (path === 0) {
      return decoded(host.readInput(), encoding);
    }
    const name = textOf(path);
    return attempt('open', name, () =>
      encoding && /^utf-?8$/i.test(encoding) ? host.readText(at(path)) : decoded(host.readBytes(at(path)), encoding));
  }

  function decoded(bytes, encoding) {
    const content = copied(bytes);
    return encoding && encoding !== 'buffer' ? content.toString(encoding) : content;
  }

  /** A Buffer with the bytes of Java; by words, since a byte takes as long as a word. */
  function copied(bytes) {
    const all = new Uint8Array(bytes);
    const end = all.length & ~3;
    const content = Buffer.allocUnsafe(all.length);
    content.set(all.subarray(end), end);
    new Int32Array(content.buffer, 0, end / 4).set(new Int32Array(all.buffer, 0, end / 4));
    return content;
  }

  function flagsOf(flag) {
    switch (flag) {
      case 'w':
        return [Option.CREATE, Option.TRUNCATE_EXISTING];
      case 'wx':
        return [Option.CREATE_NEW];
      case 'a':
        return [Option.CREATE, Option.APPEND];
      case 'r+':
        return [];
      default:
        throw invalid('flag', "'w', 'wx', 'a' or 'r+'", flag);
    }
  }

  function writeAll(path, data, options, usualFlag) {
    const flag = (typeof options === 'object' && options?.flag) || usualFlag;
    const content = typeof data === 'string' ? Buffer.from(data, encodingIn(options) ?? 'utf8') : data;
    if (content === null || typeof content !== 'object') {
      throw invalid('data', 'a string, a typed array, a Buffer or a device array', data);
    }
    const view = ArrayBuffer.isView(content) ? content : { buffer: content, byteOffset: 0, byteLength: -1 };
    attempt('open', textOf(path), () =>
      host.writeBytes(at(path), view.buffer, view.byteOffset, view.byteLength, flagsOf(flag)));
  }

  const writeFileSync = (path, data, options) => writeAll(path, data, options, 'w');
  const appendFileSync = (path, data, options) => writeAll(path, data, options, 'a');

  function writeSync(descriptor, data) {
    const stream = { 1: process.stdout, 2: process.stderr }[descriptor];
    if (!stream) {
      throw invalid('fd', '1 or 2: other files are written with writeFileSync and appendFileSync', descriptor);
    }
    stream.write(data);
    return Buffer.byteLength(data);
  }

  function copyFileSync(from, to) {
    attempt('copyfile', textOf(from), () => void Files.copy(at(from), at(to), StandardCopyOption.REPLACE_EXISTING));
  }

  function renameSync(from, to) {
    attempt('rename', textOf(from), () => void Files.move(at(from), at(to), StandardCopyOption.REPLACE_EXISTING));
  }

  // ---- what is there ----

  const existsSync = (path) => typeof path === 'string' || path?.href ? Files.exists(at(path)) : false;

  function accessSync(path) {
    attempt('access', textOf(path), () => Files.getLastModifiedTime(at(path)));
  }

  class Stats {
    #kind;

    constructor(attributes, mode) {
      this.#kind = attributes.isDirectory() ? 'd' : attributes.isSymbolicLink() ? 'l' : attributes.isRegularFile() ? 'f' : '?';
      this.size = Number(attributes.size());
      this.mode = mode;
      for (const [name, time] of [
        ['atime', attributes.lastAccessTime()],
        ['mtime', attributes.lastModifiedTime()],
        ['birthtime', attributes.creationTime()],
      ]) {
        this[name + 'Ms'] = Number(time.toMillis());
        this[name] = new Date(this[name + 'Ms']);
      }
    }

    isFile() {
      return this.#kind === 'f';
    }

    isDirectory() {
      return this.#kind === 'd';
    }

    isSymbolicLink() {
      return this.#kind === 'l';
    }
  }

  function statOf(syscall, path, options, links) {
    const Attributes = Java.type('java.nio.file.attribute.BasicFileAttributes').class;
    try {
      return attempt(syscall, textOf(path), () =>
        new Stats(
          Files.readAttributes(at(path), Attributes, ...links),
          Number(Files.getAttribute(at(path), 'unix:mode', ...links))));
    } catch (e) {
      if (options?.throwIfNoEntry === false && e.code === 'ENOENT') {
        return undefined;
      }
      throw e;
    }
  }

  const statSync = (path, options) => statOf('stat', path, options, []);
  const lstatSync = (path, options) => statOf('lstat', path, options, [LinkOption.NOFOLLOW_LINKS]);

  function realpathSync(path) {
    return attempt('realpath', textOf(path), () => at(path).toRealPath().toString());
  }

  // ---- folders ----

  function mkdirSync(path, options = undefined) {
    const folder = at(path);
    if (typeof options === 'object' && options?.recursive) {
      let first = Files.exists(folder) ? undefined : folder;
      while (first && first.getParent() && !Files.exists(first.getParent())) {
        first = first.getParent();
      }
      attempt('mkdir', textOf(path), () => void Files.createDirectories(folder));
      return first?.toString();
    }
    attempt('mkdir', textOf(path), () => void Files.createDirectory(folder));
    return undefined;
  }

  function mkdtempSync(prefix) {
    for (let attempts = 0; ; attempts++) {
      const path = prefix + Math.random().toString(36).slice(2, 8).padEnd(6, '0');
      try {
        mkdirSync(path);
        return path;
      } catch (e) {
        if (e.code !== 'EEXIST' || attempts === 100) {
          throw e;
        }
      }
    }
  }

  class Dirent {
    #stats;

    constructor(name, parentPath) {
      this.name = name;
      this.parentPath = parentPath;
      this.#stats = lstatSync(require('path').join(parentPath, name));
    }

    isFile() {
      return this.#stats.isFile();
    }

    isDirectory() {
      return this.#stats.isDirectory();
    }

    isSymbolicLink() {
      return this.#stats.isSymbolicLink();
    }
  }

  function readdirSync(path, options = undefined) {
    const folder = textOf(path);
    const names = attempt('scandir', folder, () => Array.from(host.list(at(path)))).sort();
    if (options?.recursive) {
      const join = (name, inner) => require('path').join(name, inner);
      const isFolder = (name) => lstatSync(join(folder, name)).isDirectory();
      const all = names.flatMap((name) =>
        isFolder(name) ? [name, ...readdirSync(join(folder, name), { recursive: true }).map((inner) => join(name, inner))] : [name]);
      return options.withFileTypes ? all.map((name) => new Dirent(name, folder)) : all;
    }
    return options?.withFileTypes ? names.map((name) => new Dirent(name, folder)) : names;
  }

  function unlinkSync(path) {
    attempt('unlink', textOf(path), () => {
      if (Files.isDirectory(at(path), LinkOption.NOFOLLOW_LINKS)) {
        throw Object.assign(new Error(`EISDIR: illegal operation on a directory, unlink '${textOf(path)}'`), {
          code: 'EISDIR',
          syscall: 'unlink',
          path: textOf(path),
        });
      }
      Files.delete(at(path));
    });
  }

  function rmdirSync(path) {
    attempt('rmdir', textOf(path), () => {
      if (!statSync(path).isDirectory()) {
        throw Object.assign(new Error(`ENOTDIR: not a directory, rmdir '${textOf(path)}'`), { code: 'ENOTDIR' });
      }
      Files.delete(at(path));
    });
  }

  function rmSync(path, options = {}) {
    const stats = lstatSync(path, { throwIfNoEntry: !options.force });
    if (stats?.isDirectory()) {
      if (!options.recursive) {
        const error = new Error(`Path is a directory: rm returned EISDIR (is a directory) ${textOf(path)}`);
        throw Object.assign(error, { code: 'ERR_FS_EISDIR' });
      }
      readdirSync(path).forEach((name) => rmSync(require('path').join(textOf(path), name), options));
    }
    if (stats) {
      attempt('rm', textOf(path), () => Files.delete(at(path)));
    }
  }

  // ---- the same, as promises and with callbacks ----

  const SYNC = {
    access: accessSync,
    appendFile: appendFileSync,
    copyFile: copyFileSync,
    lstat: lstatSync,
    mkdir: mkdirSync,
    mkdtemp: mkdtempSync,
    readdir: readdirSync,
    readFile: readFileSync,
    realpath: realpathSync,
    rename: renameSync,
    rm: rmSync,
    rmdir: rmdirSync,
    stat: statSync,
    unlink: unlinkSync,
    writeFile: writeFileSync,
  };
  const promises = {};
  const withCallback = {};
  const sync = {};
  for (const [name, action] of Object.entries(SYNC)) {
    sync[name + 'Sync'] = action;
    promises[name] = async (...values) => action(...values);
    withCallback[name] = (...values) => {
      const callback = values.pop();
      if (typeof callback !== 'function') {
        throw invalid('cb', 'a function', callback);
      }
      promises[name](...values).then((value) => setTimeout(callback, 0, null, value), (error) => setTimeout(callback, 0, error));
    };
  }

  const NOT_THERE = ['createReadStream', 'createWriteStream', 'open', 'openSync', 'readSync', 'watch', 'watchFile'];
  const refused = {};
  for (const name of NOT_THERE) {
    refused[name] = () => {
      throw new Error(`fs.${name} is not there; files are read and written whole: readFileSync, writeFileSync, appendFileSync`);
    };
  }

  module.exports = {
    ...sync,
    ...withCallback,
    ...refused,
    existsSync,
    writeSync,
    promises,
    Stats,
    Dirent,
    constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 },
  };
});
