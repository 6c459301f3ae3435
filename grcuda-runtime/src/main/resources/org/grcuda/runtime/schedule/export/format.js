/** Numbers as people read them. */
const Format = {
  /** A duration or a point of time, from nanoseconds: three significant digits. */
  time(nanos) {
    const size = Math.abs(nanos);
    const [divisor, unit] = size < 1e3 ? [1, "ns"] : size < 1e6 ? [1e3, "µs"] : size < 1e9 ? [1e6, "ms"] : [1e9, "s"];
    return Format.significant(nanos / divisor) + " " + unit;
  },

  /** A tick of an axis whose ticks are `step` nanoseconds apart. */
  tick(nanos, step) {
    const size = Math.max(Math.abs(nanos), step);
    const [divisor, unit] = size < 1e3 ? [1, "ns"] : size < 1e6 ? [1e3, "µs"] : size < 1e9 ? [1e6, "ms"] : [1e9, "s"];
    const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10(step / divisor) - 1e-9)));
    return (nanos / divisor).toFixed(digits) + " " + unit;
  },

  bytes(bytes) {
    const units = ["B", "kB", "MB", "GB", "TB"];
    let unit = 0;
    while (bytes >= 1000 && unit < units.length - 1) {
      bytes /= 1000;
      unit++;
    }
    return (unit === 0 ? String(bytes) : Format.significant(bytes)) + " " + units[unit];
  },

  count(number) {
    return number.toLocaleString("en-US");
  },

  percent(part) {
    return (part * 100).toFixed(part < 0.0995 ? 1 : 0) + " %";
  },

  significant(number) {
    const size = Math.abs(number);
    return number.toFixed(size >= 100 || Number.isInteger(number) ? 0 : size >= 10 ? 1 : 2);
  },

  /** The step of 1, 2 or 5 times a power of ten that is at least `least`. */
  step(least) {
    const power = Math.pow(10, Math.floor(Math.log10(least)));
    const factor = least / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
  },

  /** `text` in at most `width` pixels of the font of `context`; empty if hardly anything would be left. */
  clip(text, width, context) {
    if (width < 16) {
      return "";
    }
    let whole = Format.widths.get(text);
    if (whole === undefined) {
      whole = context.measureText(text).width;
      Format.widths.set(text, whole);
    }
    if (whole <= width) {
      return text;
    }
    const letters = Math.floor((text.length * width) / whole) - 1;
    return letters < 2 ? "" : text.slice(0, letters) + "…";
  },

  /** Widths of texts that were drawn, in pixels. */
  widths: new Map(),
};
