(function (exports, require, module) {
  'use strict';

  const URI = Java.type('java.net.URI');

  /** An address, absolute or relative to another; to be read only. */
  class URL {
    #uri;

    constructor(address, base = undefined) {
      try {
        const text = encodeURI(decodeURI(String(address)));
        this.#uri = base === undefined ? URI.create(text) : URI.create(String(base)).resolve(text);
      } catch (notAnAddress) {
        this.#uri = null;
      }
      if (!this.#uri?.isAbsolute()) {
        throw Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL', input: String(address) });
      }
    }

    get href() {
      const text = this.#uri.toString();
      return text.startsWith('file:/') && !text.startsWith('file://') ? 'file://' + text.slice(5) : text;
    }

    get protocol() {
      return this.#uri.getScheme() + ':';
    }

    get host() {
      return this.#uri.getRawAuthority() ?? '';
    }

    get hostname() {
      return this.#uri.getHost() ?? '';
    }

    get port() {
      return this.#uri.getPort() < 0 ? '' : String(this.#uri.getPort());
    }

    get pathname() {
      return this.#uri.getRawPath() ?? '';
    }

    get search() {
      return this.#uri.getRawQuery() ? '?' + this.#uri.getRawQuery() : '';
    }

    get hash() {
      return this.#uri.getRawFragment() ? '#' + this.#uri.getRawFragment() : '';
    }

    toString() {
      return this.href;
    }

    toJSON() {
      return this.href;
    }
  }

  function fileURLToPath(address) {
    const url = new URL(String(address));
    if (url.protocol !== 'file:') {
      throw Object.assign(new TypeError('The URL must be of scheme file'), { code: 'ERR_INVALID_URL_SCHEME' });
    }
    return decodeURIComponent(url.pathname);
  }

  const pathToFileURL = (path) =>
    new URL('file://' + encodeURI(require('path').resolve(path)).replace(/[?#]/g, encodeURIComponent));

  module.exports = { URL, fileURLToPath, pathToFileURL };
});
