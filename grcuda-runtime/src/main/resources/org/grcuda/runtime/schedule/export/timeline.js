/** Computations over time, a row per stream, grouped by device. */
class Timeline {
  static GUTTER = 132;
  static AXIS = 26;
  static HEADER = 22;
  static GAP = 8;
  static MOST_LINKS = 200;

  constructor(canvas, model, focus, theme) {
    this.model = model;
    this.focus = focus;
    this.theme = theme;
    this.rows = new Rows(model.timelineRows, model.start, model.end);
    this.scroll = 0;
    this.drawn = { items: 0, computations: 0 };
    this.derived = { version: -1, base: this.rows, bright: null };
    this.places = [];
    [this.from, this.to] = this.everything();
    this.onView = () => {};
    this.surface = new Surface(canvas, () => this.draw());
  }

  /** The whole span, with a margin. */
  everything() {
    const [first, last] = this.model.span;
    const margin = Math.max((last - first) * 0.02, 1e-3);
    return [first - margin, last + margin];
  }

  get plotWidth() {
    return Math.max(1, this.surface.width - Timeline.GUTTER);
  }

  /** Time of one pixel. */
  get unit() {
    return (this.to - this.from) / this.plotWidth;
  }

  x(time) {
    return Timeline.GUTTER + (time - this.from) / this.unit;
  }

  time(x) {
    return this.from + (x - Timeline.GUTTER) * this.unit;
  }

  /** Shows the time from `from` to `to`, within reason. */
  show(from, to) {
    const [first, last] = this.everything();
    const whole = last - first;
    const least = this.model.timed ? Math.min(whole, 50) : Math.min(whole, 2);
    const span = Math.min(whole, Math.max(least, to - from));
    const middle = (from + to) / 2;
    const begin = Math.min(last - span, Math.max(first, middle - span / 2));
    this.from = begin;
    this.to = begin + span;
    this.refresh();
  }

  fit() {
    this.scroll = 0;
    this.show(...this.everything());
  }

  /** Zooms by `factor` (over 1: closer) and keeps the time at `x` where it is. */
  zoom(factor, x = Timeline.GUTTER + this.plotWidth / 2) {
    const [first, last] = this.everything();
    const at = this.time(Math.max(Timeline.GUTTER, x));
    const span = Math.min(last - first, Math.max(this.model.timed ? 50 : 2, (this.to - this.from) / factor));
    const share = (at - this.from) / (this.to - this.from);
    this.show(at - span * share, at - span * share + span);
  }

  /** Moves what is shown by pixels. */
  pan(dx, dy) {
    this.scroll -= dy;
    this.show(this.from - dx * this.unit, this.to - dx * this.unit);
  }

  /** Makes computation `index` visible; closer if `near`. */
  reveal(index, near) {
    const { start, end } = this.model;
    const length = Math.max(end[index] - start[index], near ? this.unit : 0);
    if (near) {
      this.show(start[index] - length * 3, end[index] + length * 3);
    } else if (end[index] < this.from || start[index] > this.to) {
      const half = (this.to - this.from) / 2;
      const middle = (start[index] + end[index]) / 2;
      this.show(middle - half, middle + half);
    }
    this.arrange();
    const place = this.places[this.model.timelineRowOf[index]];
    if (place !== undefined) {
      const top = Timeline.AXIS + Timeline.HEADER;
      if (place.y < top) {
        this.scroll -= top - place.y;
      } else if (place.y + place.height > this.surface.height) {
        this.scroll += place.y + place.height - this.surface.height + Timeline.GAP;
      }
    }
    this.refresh();
  }

  refresh() {
    this.onView();
    this.surface.invalidate();
  }

  /** Computes where every row lies, after scrolling. */
  arrange() {
    const groups = this.model.groups;
    const rowCount = Math.max(1, this.rows.rows.length);
    const frame = groups.length * (Timeline.HEADER + Timeline.GAP);
    const room = this.surface.height - Timeline.AXIS - frame;
    const rowHeight = Math.max(12, Math.min(30, Math.floor(room / rowCount)));
    const content = frame + rowHeight * rowCount;
    const most = Math.max(0, content - (this.surface.height - Timeline.AXIS));
    this.scroll = Math.max(0, Math.min(most, this.scroll));
    let y = Timeline.AXIS - this.scroll + 4;
    this.places = [];
    this.headers = [];
    for (const group of groups) {
      this.headers.push(y);
      y += Timeline.HEADER;
      for (let row = 0; row < group.rows.length; row++) {
        this.places.push({ y, height: rowHeight, name: group.rows[row].name });
        y += rowHeight;
      }
      y += Timeline.GAP;
    }
  }

  /** What is drawn plainly, and what is emphasised over it (null: nothing is). */
  layers() {
    if (this.derived.version !== this.focus.version) {
      const emphasis = this.focus.emphasis();
      const base = this.focus.hiddenKinds.size === 0 ? this.rows
        : this.rows.filter((index) => this.focus.isShown(index));
      this.derived = {
        version: this.focus.version,
        base,
        bright: emphasis === null ? null : base.filter(emphasis),
      };
    }
    return this.derived;
  }

  draw() {
    const { context, width, height } = this.surface;
    this.arrange();
    this.drawn = { items: 0, computations: 0 };
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, width, height);
    context.font = this.theme.font;
    context.textBaseline = "middle";
    context.save();
    context.beginPath();
    context.rect(Timeline.GUTTER, Timeline.AXIS, this.plotWidth, height - Timeline.AXIS);
    context.clip();
    this.drawBands();
    this.drawGrid();
    const { base, bright } = this.layers();
    context.globalAlpha = bright === null ? 1 : 0.22;
    this.drawItems(base, bright === null);
    context.globalAlpha = 1;
    if (bright !== null) {
      this.drawItems(bright, true);
    }
    this.drawUse();
    this.drawPulls();
    this.drawLinks();
    this.drawOutlines();
    context.restore();
    this.drawNames();
    this.drawAxis();
  }

  drawBands() {
    const { context, width } = this.surface;
    context.fillStyle = this.theme.band;
    this.places.forEach((place, row) => {
      if (row % 2 === 0) {
        context.fillRect(Timeline.GUTTER, place.y, width, place.height);
      }
    });
  }

  ticks() {
    const step = Format.step(this.unit * 90);
    const ticks = [];
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      ticks.push(time);
    }
    return { step, ticks };
  }

  drawGrid() {
    const { context, height } = this.surface;
    context.fillStyle = this.theme.grid;
    for (const time of this.ticks().ticks) {
      context.fillRect(Math.round(this.x(time)), Timeline.AXIS, 1, height);
    }
  }

  drawItems(rows, named) {
    const { context, height } = this.surface;
    const unit = this.unit;
    this.places.forEach((place, row) => {
      if (place.y > height || place.y + place.height < Timeline.AXIS) {
        return;
      }
      rows.visit(row, this.from, this.to, unit * 1.5, (index, begin, end, count) => {
        this.drawn.items++;
        this.drawn.computations += count;
        const left = this.x(begin);
        const right = Math.max(left + 1.5, this.x(end));
        this.drawBar(index, left, right, place, named && count === 1);
      });
    });
    context.globalAlpha = 1;
  }

  drawBar(index, left, right, place, named) {
    const { context } = this.surface;
    const top = place.y + 1.5;
    const tall = place.height - 3;
    const wide = right - left;
    context.fillStyle = this.model.isFailed[index] ? this.theme.failed : this.theme.fill(index);
    if (wide > 7) {
      context.beginPath();
      context.roundRect(left + 0.5, top, wide - 1, tall, 3);
      context.fill();
    } else {
      context.fillRect(left, top, wide > 3 ? wide - 0.75 : wide, tall);
    }
    const inside = Math.max(left, Timeline.GUTTER);
    const text = named && tall >= 9 ? Format.clip(this.model.name(index), Math.min(right, this.surface.width) - inside - 11, context) : "";
    if (text !== "") {
      context.fillStyle = this.theme.onBar;
      context.fillText(text, inside + 6, top + tall / 2 + 0.5);
    }
  }

  /** How busy each device is over time, in the strip over its streams. */
  drawUse() {
    const { context, height } = this.surface;
    if (!this.model.timed) {
      return;
    }
    const step = 3;
    const tall = Timeline.HEADER - 9;
    context.fillStyle = this.theme.accent;
    this.model.groups.forEach((group, g) => {
      const bottom = this.headers[g] + Timeline.HEADER - 3;
      if (group.busy.length === 0 || bottom < Timeline.AXIS || bottom - tall > height) {
        return;
      }
      context.globalAlpha = 0.28;
      context.beginPath();
      for (let x = Timeline.GUTTER; x < this.surface.width; x += step) {
        const part = this.model.busyPart(g, this.time(x), this.time(x + step));
        if (part > 0) {
          context.rect(x, bottom - tall * part, step, tall * part);
        }
      }
      context.fill();
      context.globalAlpha = 1;
    });
  }

  /** In the same strip: a line for the length of the device's plan, and a mark for each eviction. */
  drawPulls() {
    const { context, height } = this.surface;
    const tall = Timeline.HEADER - 9;
    this.model.groups.forEach((group, g) => {
      const bottom = this.headers[g] + Timeline.HEADER - 3;
      if (!this.model.timed || bottom < Timeline.AXIS || bottom - tall > height) {
        return;
      }
      this.drawPlan(group.planned, bottom, tall);
      context.fillStyle = this.theme.eviction;
      let last = -1;
      for (let i = this.model.firstAfter(group.evictions, 1, this.from); i < group.evictions.length; i++) {
        const x = Math.round(this.x(group.evictions[i]));
        if (x > this.surface.width) {
          break;
        }
        if (x !== last) {
          context.fillRect(x, bottom - tall, 1, 4);
          last = x;
        }
      }
    });
  }

  /** Steps: pairs of a time and a length, the longest as high as the strip. */
  drawPlan(steps, bottom, tall) {
    const { context, width } = this.surface;
    if (steps.length === 0) {
      return;
    }
    const most = this.model.longestPlan;
    const y = (length) => bottom - (tall - 1) * (length / most);
    let i = Math.max(0, this.model.firstAfter(steps, 2, this.from) - 2);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 1;
    context.beginPath();
    let length = steps[i] <= this.from ? steps[i + 1] : 0;
    context.moveTo(Timeline.GUTTER, y(length));
    for (; i < steps.length && steps[i] <= this.to; i += 2) {
      const x = Math.max(Timeline.GUTTER, this.x(steps[i]));
      context.lineTo(x, y(length));
      length = steps[i + 1];
      context.lineTo(x, y(length));
    }
    context.lineTo(width, y(length));
    context.stroke();
  }

  /** Direct dependencies of the selected computation. */
  drawLinks() {
    const index = this.focus.selected;
    if (index < 0) {
      return;
    }
    const { context } = this.surface;
    context.lineWidth = 1.2;
    const link = (from, to, colour) => {
      const a = this.places[this.model.timelineRowOf[from]];
      const b = this.places[this.model.timelineRowOf[to]];
      if (a === undefined || b === undefined || !this.focus.isShown(from) || !this.focus.isShown(to)) {
        return;
      }
      const x1 = this.x(this.model.end[from]);
      const x2 = this.x(this.model.start[to]);
      const bend = Math.max(14, Math.min(60, Math.abs(x2 - x1) / 2));
      context.strokeStyle = colour;
      context.beginPath();
      context.moveTo(x1, a.y + a.height / 2);
      context.bezierCurveTo(x1 + bend, a.y + a.height / 2, x2 - bend, b.y + b.height / 2, x2, b.y + b.height / 2);
      context.stroke();
    };
    this.model.parents[index].slice(0, Timeline.MOST_LINKS).forEach((parent) => link(parent, index, this.theme.ancestor));
    this.model.children[index].slice(0, Timeline.MOST_LINKS).forEach((child) => link(index, child, this.theme.descendant));
  }

  drawOutlines() {
    this.outline(this.focus.hovered, this.theme.soft, 1.5);
    this.outline(this.focus.selected, this.theme.ink, 2);
  }

  outline(index, colour, thick) {
    const place = index < 0 ? undefined : this.places[this.model.timelineRowOf[index]];
    if (place === undefined || !this.focus.isShown(index)) {
      return;
    }
    const { context } = this.surface;
    const left = this.x(this.model.start[index]);
    const wide = Math.max(3, this.x(this.model.end[index]) - left);
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.beginPath();
    context.roundRect(left - 0.5, place.y + 0.5, wide + 1, place.height - 1, 4);
    context.stroke();
  }

  drawNames() {
    const { context, height } = this.surface;
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, Timeline.GUTTER, height);
    context.fillStyle = this.theme.edge;
    context.fillRect(Timeline.GUTTER - 1, Timeline.AXIS, 1, height);
    let row = 0;
    this.model.groups.forEach((group, g) => {
      const y = this.headers[g] + Timeline.HEADER / 2 + 1;
      context.fillStyle = this.theme.ink;
      context.font = "600 " + this.theme.font;
      context.fillText(Format.clip(group.name, Timeline.GUTTER - 50, context), 12, y);
      context.font = this.theme.font;
      context.fillStyle = this.theme.soft;
      context.textAlign = "right";
      if (group.utilisation !== null) {
        context.fillText(Format.percent(group.utilisation), Timeline.GUTTER - 9, y);
      }
      for (let r = 0; r < group.rows.length; r++, row++) {
        const place = this.places[row];
        context.fillStyle = this.theme.faint;
        context.fillText(Format.clip(place.name, Timeline.GUTTER - 20, context), Timeline.GUTTER - 9, place.y + place.height / 2);
      }
      context.textAlign = "left";
    });
  }

  drawAxis() {
    const { context, width } = this.surface;
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, width, Timeline.AXIS);
    context.fillStyle = this.theme.edge;
    context.fillRect(0, Timeline.AXIS - 1, width, 1);
    context.fillStyle = this.theme.soft;
    context.fillText(this.model.timed ? "time" : "order", 12, Timeline.AXIS / 2);
    context.textAlign = "center";
    const { step, ticks } = this.ticks();
    for (const time of ticks) {
      const x = this.x(time);
      if (x > Timeline.GUTTER + 22 && x < width - 26) {
        const whole = Math.abs(time) < step / 1e6 ? 0 : time;
        context.fillText(this.model.timed ? Format.tick(whole, step) : String(Math.round(whole)), x, Timeline.AXIS / 2);
      }
    }
    context.textAlign = "left";
  }

  /** The computation at a point of the canvas, -1 if there is none. */
  at({ x, y }) {
    if (x < Timeline.GUTTER || y < Timeline.AXIS) {
      return -1;
    }
    const row = this.places.findIndex((place) => y >= place.y && y < place.y + place.height);
    return row < 0 ? -1 : this.layers().base.at(row, this.time(x), this.unit * 3);
  }
}

/** The whole timeline in small, with a window on what is shown. */
class Minimap {
  constructor(canvas, timeline, theme) {
    this.timeline = timeline;
    this.theme = theme;
    this.surface = new Surface(canvas, () => this.draw());
    onDrag(canvas, (dx) => this.move(dx), (event) => this.centre(this.surface.point(event).x));
  }

  get unit() {
    const [first, last] = this.timeline.everything();
    return (last - first) / (this.surface.width - Timeline.GUTTER);
  }

  move(dx) {
    this.timeline.show(this.timeline.from + dx * this.unit, this.timeline.to + dx * this.unit);
  }

  centre(x) {
    const half = (this.timeline.to - this.timeline.from) / 2;
    const time = this.timeline.everything()[0] + (x - Timeline.GUTTER) * this.unit;
    this.timeline.show(time - half, time + half);
  }

  draw() {
    const { context, width, height } = this.surface;
    const { model } = this.timeline;
    const first = this.timeline.everything()[0];
    context.fillStyle = this.theme.band;
    context.fillRect(0, 0, width, height);
    const tall = (height - 12) / Math.max(1, model.groups.length);
    const step = 2;
    context.fillStyle = this.theme.accent;
    model.groups.forEach((group, g) => {
      for (let x = Timeline.GUTTER; x < width; x += step) {
        const from = first + (x - Timeline.GUTTER) * this.unit;
        const part = model.busyPart(g, from, from + step * this.unit);
        if (part > 0) {
          context.globalAlpha = 0.15 + 0.6 * part;
          context.fillRect(x, 6 + g * tall, step, Math.max(1, tall - 1));
        }
      }
    });
    context.globalAlpha = 1;
    const left = Timeline.GUTTER + (this.timeline.from - first) / this.unit;
    const wide = Math.max(4, (this.timeline.to - this.timeline.from) / this.unit);
    context.fillStyle = this.theme.paper;
    context.globalAlpha = 0.62;
    context.fillRect(Timeline.GUTTER, 0, left - Timeline.GUTTER, height);
    context.fillRect(left + wide, 0, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 1.5;
    context.beginPath();
    context.roundRect(left + 0.75, 2.75, Math.min(wide, width - left) - 1.5, height - 5.5, 4);
    context.stroke();
    context.fillStyle = this.theme.soft;
    context.font = this.theme.font;
    context.textBaseline = "middle";
    context.fillText("overview", 12, height / 2);
  }
}
