// The texts of values that console.log and node:util give. Evaluates to a function of the host's
// services that gives { inspect, format }. Loaded when something that is no string is first shown.
(function (host) {
  'use strict';

  const MAX_DEPTH = 2;
  const MAX_ITEMS = 100;
  const LINE_WIDTH = 72;
  const CUSTOM = Symbol.for('nodejs.util.inspect.custom');
  const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
  const TypedArray = Object.getPrototypeOf(Int8Array);

  function isForeign(object) {
    try {
      Reflect.isExtensible(object);
      return false;
    } catch (notAJavaScriptObject) {
      return true;
    }
  }

  function quote(text) {
    const mark = !text.includes("'") ? "'" : !text.includes('"') ? '"' : '`';
    return mark + text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n') + mark;
  }

  function constructorName(object) {
    const prototype = Object.getPrototypeOf(object);
    return prototype === null ? null : prototype.constructor?.name || 'Object';
  }

  function inspectFunction(fn) {
    const kind = /^class\b/.test(Function.prototype.toString.call(fn)) ? 'class' : 'Function';
    return kind === 'class'
      ? `[class ${fn.name || '(anonymous)'}]`
      : `[Function${fn.name ? ': ' + fn.name : ' (anonymous)'}]`;
  }

  function enclose(prefix, open, items, close, indent) {
    const head = prefix ? prefix + ' ' : '';
    if (items.length === 0) {
      return head + open + close;
    }
    const width = items.reduce((sum, item) => sum + item.length + 2, 0);
    if (width + indent.length <= LINE_WIDTH && !items.some((item) => item.includes('\n'))) {
      return `${head}${open} ${items.join(', ')} ${close}`;
    }
    const inner = indent + '  ';
    return `${head}${open}\n${inner}${items.join(',\n' + inner)}\n${indent}${close}`;
  }

  function limited(iterable, size, show) {
    const items = [];
    for (const item of iterable) {
      if (items.length === MAX_ITEMS) {
        const more = size - MAX_ITEMS;
        items.push(`... ${more} more item${more === 1 ? '' : 's'}`);
        break;
      }
      items.push(show(item));
    }
    return items;
  }

  function inspectProperties(object, show, skipIndices) {
    const keys = Reflect.ownKeys(object).filter(
      (key) =>
        Object.prototype.propertyIsEnumerable.call(object, key) &&
        !(skipIndices && typeof key === 'string' && /^\d+$/.test(key)));
    return keys.map((key) => {
      const { get, set, value } = Object.getOwnPropertyDescriptor(object, key);
      const name =
        typeof key === 'symbol' ? `[${String(key)}]` : IDENTIFIER.test(key) ? key : quote(key);
      const accessor = get ? (set ? '[Getter/Setter]' : '[Getter]') : set ? '[Setter]' : null;
      return `${name}: ${accessor ?? show(value)}`;
    });
  }

  function inspectObject(object, indent, parents) {
    const name = constructorName(object);
    if (parents.includes(object)) {
      return '[Circular]';
    }
    if (parents.length > MAX_DEPTH) {
      return `[${Array.isArray(object) ? 'Array' : name ?? 'Object: null prototype'}]`;
    }
    const within = [...parents, object];
    const show = (value) => inspect(value, indent + '  ', within);
    if (Array.isArray(object)) {
      const items = limited(object, object.length, show);
      const extra = inspectProperties(object, show, true);
      const prefix = name === 'Array' ? '' : `${name}(${object.length})`;
      return enclose(prefix, '[', items.concat(extra), ']', indent);
    }
    if (object instanceof TypedArray) {
      const items = limited(object, object.length, show);
      return enclose(`${name}(${object.length})`, '[', items, ']', indent);
    }
    if (object instanceof Map) {
      const entry = ([key, value]) => `${show(key)} => ${show(value)}`;
      return enclose(`Map(${object.size})`, '{', limited(object, object.size, entry), '}', indent);
    }
    if (object instanceof Set) {
      return enclose(`Set(${object.size})`, '{', limited(object, object.size, show), '}', indent);
    }
    const prefix =
      name === 'Object' ? '' : name === null ? '[Object: null prototype]' : name;
    return enclose(prefix, '{', inspectProperties(object, show, false), '}', indent);
  }

  function inspect(value, indent = '', parents = []) {
    switch (typeof value) {
      case 'string':
        return quote(value);
      case 'bigint':
        return value + 'n';
      case 'number':
        return Object.is(value, -0) ? '-0' : String(value);
      case 'undefined':
      case 'boolean':
      case 'symbol':
        return String(value);
    }
    if (value === null) {
      return 'null';
    }
    if (isForeign(value)) {
      return host.display(value);
    }
    if (typeof value[CUSTOM] === 'function') {
      const shown = value[CUSTOM](MAX_DEPTH - parents.length, {}, inspect);
      return typeof shown === 'string' ? shown : inspect(shown, indent, parents);
    }
    if (typeof value === 'function') {
      return inspectFunction(value);
    }
    if (value instanceof Error) {
      return value.stack || String(value);
    }
    if (value instanceof RegExp) {
      return String(value);
    }
    if (value instanceof Date) {
      return isNaN(value) ? 'Invalid Date' : value.toISOString();
    }
    return inspectObject(value, indent, parents);
  }

  const show = (value) => (typeof value === 'string' ? value : inspect(value));

  const FORMATS = {
    s: (value) => (typeof value === 'object' ? inspect(value) : String(value)),
    d: (value) => (typeof value === 'bigint' ? value + 'n' : String(Number(value))),
    i: (value) => (typeof value === 'bigint' ? value + 'n' : String(parseInt(value, 10))),
    f: (value) => String(parseFloat(value)),
    j: (value) => JSON.stringify(value),
    o: (value) => inspect(value),
    O: (value) => inspect(value),
    c: () => '',
  };

  function format(values) {
    if (values.length < 2 || typeof values[0] !== 'string' || !values[0].includes('%')) {
      return values.map(show).join(' ');
    }
    let next = 1;
    const text = values[0].replace(/%([sdifjoOc%])/g, (whole, kind) => {
      if (kind === '%') {
        return '%';
      }
      return next < values.length ? FORMATS[kind](values[next++]) : whole;
    });
    return [text, ...values.slice(next).map(show)].join(' ');
  }

  return { inspect, format };
});
