(function (exports, require, module) {
  'use strict';

  const Base64 = Java.type('java.util.Base64');
  const ENCODER = new TextEncoder();
  const NAMES = { 'utf-8': 'utf8', binary: 'latin1', ucs2: 'utf16le', 'ucs-2': 'utf16le', 'utf-16le': 'utf16le' };

  const bytesOf = (text, codeAt) => Uint8Array.from({ length: text.length }, (_, i) => codeAt(text, i));

  /** Runs `piece` over stretches of bytes that are short enough for a call. */
  function inPieces(bytes, piece) {
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192) {
      text += piece(bytes.subarray(at, at + 8192));
    }
    return text;
  }

  const charOf = (bytes) => String.fromCharCode(...bytes);
  const java = (bytes) => Java.to([...bytes].map((byte) => (byte << 24) >> 24), 'byte[]');
  const fromJava = (bytes) => Uint8Array.from(bytes, (byte) => byte & 255);
  const toBase64 = (encoder) => (bytes) =>
    Java.type('java.lang.String').valueOf(encoder.encodeToString(java(bytes)));

  /** From text to bytes, and back, by encoding. */
  const ENCODINGS = {
    utf8: [(text) => ENCODER.encode(text), (bytes) => new TextDecoder().decode(bytes)],
    latin1: [
      (text) => bytesOf(text, (t, i) => t.charCodeAt(i)),
      (bytes) => inPieces(bytes, charOf),
    ],
    ascii: [
      (text) => bytesOf(text, (t, i) => t.charCodeAt(i)),
      (bytes) => inPieces(bytes, (piece) => charOf(piece.map((byte) => byte & 127))),
    ],
    hex: [
      (text) => Uint8Array.from(text.match(/^([0-9a-f]{2})*/i)[0].match(/../g) ?? [], (pair) => parseInt(pair, 16)),
      (bytes) => inPieces(bytes, (piece) => Array.from(piece, (b) => b.toString(16).padStart(2, '0')).join('')),
    ],
    base64: [
      (text) => fromJava(Base64.getDecoder().decode(text.replace(/-/g, '+').replace(/_/g, '/').replace(/[^\w+/]|=/g, ''))),
      toBase64(Base64.getEncoder()),
    ],
    base64url: [
      (text) => ENCODINGS.base64[0](text),
      toBase64(Base64.getUrlEncoder().withoutPadding()),
    ],
    utf16le: [
      (text) => new Uint8Array(Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).buffer),
      (bytes) => new TextDecoder('utf-16le').decode(bytes),
    ],
  };

  function encodingOf(name = 'utf8') {
    const plain = String(name).toLowerCase();
    const encoding = ENCODINGS[NAMES[plain] ?? plain];
    if (!encoding) {
      const text = `Unknown encoding: ${name}; there are ${Object.keys(ENCODINGS).join(', ')}`;
      throw Object.assign(new TypeError(text), { code: 'ERR_UNKNOWN_ENCODING' });
    }
    return encoding;
  }

  const over = ({ buffer, byteOffset, byteLength }) => new Buffer(buffer, byteOffset, byteLength);

  /** Bytes, with the ways to read and write them that Node's have. */
  class Buffer extends Uint8Array {
    static from(source, second, third) {
      if (typeof source === 'string') {
        return over(encodingOf(second)[0](source));
      }
      if (source instanceof ArrayBuffer) {
        return new Buffer(source, second, third);
      }
      if (source?.type === 'Buffer' && Array.isArray(source.data)) {
        return Buffer.from(source.data);
      }
      return over(Uint8Array.from(source));
    }

    static alloc(size, fill = 0, encoding = undefined) {
      return new Buffer(size).fill(typeof fill === 'string' ? Buffer.from(fill, encoding)[0] : fill);
    }

    static allocUnsafe(size) {
      return new Buffer(size);
    }

    static isBuffer(value) {
      return value instanceof Buffer;
    }

    static isEncoding(name) {
      const plain = String(name).toLowerCase();
      return (NAMES[plain] ?? plain) in ENCODINGS;
    }

    static byteLength(source, encoding) {
      return typeof source === 'string' ? encodingOf(encoding)[0](source).length : source.byteLength;
    }

    static concat(list, length = list.reduce((sum, part) => sum + part.length, 0)) {
      const all = new Buffer(length);
      let at = 0;
      for (const part of list) {
        all.set(part.subarray(0, length - at), at);
        at = Math.min(length, at + part.length);
      }
      return all;
    }

    static compare(one, other) {
      const common = Math.min(one.length, other.length);
      for (let i = 0; i < common; i++) {
        if (one[i] !== other[i]) {
          return Math.sign(one[i] - other[i]);
        }
      }
      return Math.sign(one.length - other.length);
    }

    get #view() {
      return new DataView(this.buffer, this.byteOffset, this.byteLength);
    }

    toString(encoding = 'utf8', start = 0, end = this.length) {
      return encodingOf(encoding)[1](this.subarray(start, end));
    }

    toJSON() {
      return { type: 'Buffer', data: Array.from(this) };
    }

    equals(other) {
      return Buffer.compare(this, other) === 0;
    }

    compare(other) {
      return Buffer.compare(this, other);
    }

    slice(start, end) {
      return this.subarray(start, end);
    }

    write(text, offset = 0, encoding = 'utf8') {
      const bytes = encodingOf(encoding)[0](text).subarray(0, this.length - offset);
      this.set(bytes, offset);
      return bytes.length;
    }

    copy(target, at = 0, start = 0, end = this.length) {
      const part = this.subarray(start, Math.min(end, start + target.length - at));
      target.set(part, at);
      return part.length;
    }

    read(type, size, isLittle, offset) {
      this.#check(offset, size);
      return this.#view['get' + type](offset, isLittle);
    }

    store(type, size, isLittle, value, offset) {
      this.#check(offset, size);
      this.#view['set' + type](offset, value, isLittle);
      return offset + size;
    }

    #check(offset, size) {
      if (!(Number.isInteger(offset) && offset >= 0 && offset + size <= this.length)) {
        const text = `The value of "offset" is out of range. It must be >= 0 and <= ${this.length - size}. Received ${offset}`;
        throw Object.assign(new RangeError(text), { code: 'ERR_OUT_OF_RANGE' });
      }
    }

    [Symbol.for('nodejs.util.inspect.custom')]() {
      const shown = Array.from(this.subarray(0, 50), (byte) => byte.toString(16).padStart(2, '0')).join(' ');
      const more = this.length - 50;
      return `<Buffer${shown && ' ' + shown}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`;
    }
  }

  const TYPES = {
    UInt8: ['Uint8', 1],
    Int8: ['Int8', 1],
    UInt16: ['Uint16', 2],
    Int16: ['Int16', 2],
    UInt32: ['Uint32', 4],
    Int32: ['Int32', 4],
    Float: ['Float32', 4],
    Double: ['Float64', 8],
    BigInt64: ['BigInt64', 8],
    BigUInt64: ['BigUint64', 8],
  };

  function define(name, type, size, isLittle) {
    Buffer.prototype['read' + name] = function (offset = 0) {
      return Buffer.prototype.read.call(this, type, size, isLittle, offset);
    };
    Buffer.prototype['write' + name] = function (value, offset = 0) {
      return Buffer.prototype.store.call(this, type, size, isLittle, value, offset);
    };
  }

  for (const [name, [type, size]] of Object.entries(TYPES)) {
    if (size === 1) {
      define(name, type, size, true);
    } else {
      define(name + 'LE', type, size, true);
      define(name + 'BE', type, size, false);
    }
  }

  module.exports = { Buffer, kMaxLength: 2 ** 31 - 1 };
});
