(function (exports, require, module) {
  'use strict';

  /** Listeners by event, called in order. */
  class EventEmitter {
    #listeners = new Map();

    #add(event, listener, first, once) {
      if (typeof listener !== 'function') {
        throw new TypeError(`The "listener" argument must be a function, got ${String(listener)}`);
      }
      const list = this.#listeners.get(event) ?? [];
      this.#listeners.set(event, first ? [{ listener, once }, ...list] : [...list, { listener, once }]);
      return this;
    }

    on(event, listener) {
      return this.#add(event, listener, false, false);
    }

    once(event, listener) {
      return this.#add(event, listener, false, true);
    }

    prependListener(event, listener) {
      return this.#add(event, listener, true, false);
    }

    off(event, listener) {
      const list = this.#listeners.get(event) ?? [];
      const index = list.findLastIndex((entry) => entry.listener === listener);
      if (index >= 0) {
        this.#listeners.set(event, list.toSpliced(index, 1));
      }
      return this;
    }

    removeAllListeners(event) {
      if (event === undefined) {
        this.#listeners.clear();
      } else {
        this.#listeners.delete(event);
      }
      return this;
    }

    listeners(event) {
      return (this.#listeners.get(event) ?? []).map((entry) => entry.listener);
    }

    listenerCount(event) {
      return (this.#listeners.get(event) ?? []).length;
    }

    eventNames() {
      return [...this.#listeners.keys()].filter((event) => this.listenerCount(event) > 0);
    }

    emit(event, ...values) {
      const list = this.#listeners.get(event) ?? [];
      if (list.length === 0 && event === 'error') {
        throw values[0] instanceof Error ? values[0] : new Error(`Unhandled error. (${values[0]})`);
      }
      for (const { listener, once } of list) {
        if (once) {
          this.off(event, listener);
        }
        listener.apply(this, values);
      }
      return list.length > 0;
    }
  }

  EventEmitter.prototype.addListener = EventEmitter.prototype.on;
  EventEmitter.prototype.removeListener = EventEmitter.prototype.off;
  EventEmitter.EventEmitter = EventEmitter;
  EventEmitter.once = (emitter, event) =>
    new Promise((resolve, reject) => {
      const failed = (error) => (emitter.off(event, came), reject(error));
      const came = (...values) => (emitter.off('error', failed), resolve(values));
      emitter.once(event, came);
      if (event !== 'error') {
        emitter.once('error', failed);
      }
    });
  module.exports = EventEmitter;
});
