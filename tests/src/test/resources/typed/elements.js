// Does to arrays of one element type what programs do, and says what went wrong.
(cu, type, values, refused, typedArray) => {
  const n = values.length;
  const wrong = [];
  const check = (what, actual, expected) => {
    if (!same(actual, expected)) {
      wrong.push(`${what}: ${String(actual)}, expected ${String(expected)}`);
    }
  };
  const same = (a, b) => {
    if (Array.isArray(b)) {
      return a.length === b.length && b.every((element, i) => same(a[i], element));
    }
    return typeof b === 'bigint' ? BigInt(a) === b : Object.is(a, b);
  };

  const x = cu.DeviceArray(type, n);
  check('dtype', x.dtype, type);
  values.forEach((value, i) => { x[i] = value; });
  check('elements', x, values);

  const copied = cu.DeviceArray(type, n);
  copied.copyFrom(values);
  check('copy of a list', copied, values);
  const list = new Array(n + 1).fill(null);
  x.copyTo(list);
  check('copy to a list', list.slice(0, n), values);
  copied.copyFrom(values.slice().reverse(), 2);
  check('partial copy', [copied[0], copied[1], copied[2]],
      [values[n - 1], values[n - 2], values[2]]);

  const device = cu.DeviceArray(type, n + 1);
  for (const value of values) {
    device.fill(value);
    check('fill', device[n], value);
  }
  device.slice(1, n + 1).copyFrom(x);
  check('copy between devices', device.slice(1, n + 1), values);
  check('spread', [...x], values);
  check('view', x.slice(1, 3), values.slice(1, 3));

  const matrix = cu.DeviceArray(type, 2, n);
  const columns = cu.DeviceArray(type, 2, n, 'F');
  values.forEach((value, i) => { matrix[1][i] = value; columns[1][i] = value; });
  check('row', matrix[1], values);
  check('strided row', columns[1], values);

  if (typedArray !== null) {
    const shared = new typedArray(x);
    const typed = new typedArray(shared);
    const back = cu.DeviceArray(type, n);
    back.copyFrom(typed);
    check('copy of a typed array', back, values);
    typed.fill(typed[0]);
    x.copyTo(typed);
    check('copy to a typed array', [...typed], [...shared]);
  }

  const before = String(x);
  for (const value of refused) {
    for (const store of [() => { x[0] = value; }, () => x.fill(value), () => x.copyFrom([value, value, value, value])]) {
      try {
        store();
        wrong.push(`took ${String(value)}`);
      } catch (error) {
        if (!(error instanceof Error)) wrong.push(`threw ${error}`);
      }
    }
  }
  check('after refusals', String(x), before);
  return wrong.join('\n');
};
