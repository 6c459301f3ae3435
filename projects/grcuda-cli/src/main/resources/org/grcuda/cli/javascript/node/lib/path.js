(function (exports, require, module) {
  'use strict';

  const System = Java.type('java.lang.System');

  function check(path, name = 'path') {
    if (typeof path !== 'string') {
      const error = new TypeError(`The "${name}" argument must be of type string, got ${String(path)}`);
      throw Object.assign(error, { code: 'ERR_INVALID_ARG_TYPE' });
    }
    return path;
  }

  /** The parts between slashes, with dots resolved. */
  function parts(path, isAbsolute) {
    const kept = [];
    for (const part of path.split('/')) {
      if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') {
        kept.pop();
      } else if (part === '..' ? !isAbsolute : part !== '' && part !== '.') {
        kept.push(part);
      }
    }
    return kept;
  }

  const path = {
    sep: '/',
    delimiter: ':',
    isAbsolute: (p) => check(p).startsWith('/'),
    normalize(p) {
      const isAbsolute = path.isAbsolute(p);
      const text = parts(p, isAbsolute).join('/');
      const end = p.endsWith('/') && text !== '' ? '/' : '';
      return (isAbsolute ? '/' : '') + text + end || (p.endsWith('/') ? './' : '.');
    },
    join: (...all) => path.normalize(all.map((p) => check(p)).filter((p) => p !== '').join('/')),
    resolve(...all) {
      let resolved = '';
      for (let i = all.length - 1; i >= 0 && !resolved.startsWith('/'); i--) {
        resolved = check(all[i]) === '' ? resolved : all[i] + '/' + resolved;
      }
      if (!resolved.startsWith('/')) {
        resolved = System.getProperty('user.dir') + '/' + resolved;
      }
      return '/' + parts(resolved, true).join('/');
    },
    relative(from, to) {
      const [a, b] = [from, to].map((p) => parts(path.resolve(p), true));
      let same = 0;
      while (same < a.length && same < b.length && a[same] === b[same]) {
        same++;
      }
      return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
    },
    dirname(p) {
      const end = check(p).replace(/\/+$/, '').lastIndexOf('/');
      return end < 0 ? (p.startsWith('/') ? '/' : '.') : p.slice(0, end).replace(/\/+$/, '') || '/';
    },
    basename(p, suffix = '') {
      const base = check(p).replace(/\/+$/, '').split('/').at(-1);
      return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
    },
    extname(p) {
      const base = path.basename(p);
      const dot = base.lastIndexOf('.');
      return dot <= 0 || base === '..' ? '' : base.slice(dot);
    },
    parse(p) {
      const base = path.basename(p);
      const ext = path.extname(p);
      const root = path.isAbsolute(p) ? '/' : '';
      const dir = p.includes('/') ? path.dirname(p) : '';
      return { root, dir, base, ext, name: ext ? base.slice(0, -ext.length) : base };
    },
    format({ root = '', dir, base, name = '', ext = '' }) {
      const last = base ?? name + (ext && !ext.startsWith('.') ? '.' : '') + ext;
      const folder = dir ?? root;
      return !folder ? last : folder === root ? folder + last : folder + '/' + last;
    },
    toNamespacedPath: (p) => p,
  };
  path.posix = path;
  module.exports = path;
});
