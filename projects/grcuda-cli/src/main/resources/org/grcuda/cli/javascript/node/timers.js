// The timers and what else is called later. Evaluates to a function of the host's services (see
// NodeServices) and of what gives the functions of inspect.js, which returns the globals by name.
(function (host, texts) {
  'use strict';

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

  return {
    queueMicrotask: (callback) => void Promise.resolve().then(callback),
    setTimeout: startOnce,
    setInterval: starter(true),
    setImmediate: (callback, ...values) => startOnce(callback, 0, ...values),
    clearTimeout: stop,
    clearInterval: stop,
    clearImmediate: stop,
  };
});
