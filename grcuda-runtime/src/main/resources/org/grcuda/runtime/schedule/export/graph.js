/** The dependencies: a box per computation, layer under layer, so that every edge points down. */
class Graph {
  static BOX = { width: 112, height: 30 };
  static CELL = { width: 128, height: 62 };
  static MOST_EDGES = 6000;

  constructor(canvas, model, focus, theme) {
    this.model = model;
    this.focus = focus;
    this.theme = theme;
    this.drawn = { boxes: 0, computations: 0, edges: 0 };
    const begin = model.place;
    const end = begin.map((place) => place + Graph.BOX.width / Graph.CELL.width);
    this.rows = new Rows(model.layers, begin, end);
    this.extent = { from: Math.min(0, ...Graph.ends(begin, Math.min)), to: Math.max(1, ...Graph.ends(end, Math.max)) };
    this.derived = { version: -1, bright: null };
    this.scale = 1;
    this.left = 0;
    this.top = 0;
    this.touched = false;
    this.surface = new Surface(canvas, () => this.draw());
  }

  /** The extreme of `places`, as a list of at most one. */
  static ends(places, extreme) {
    return places.length === 0 ? [] : [places.reduce((a, b) => extreme(a, b))];
  }

  get worldWidth() {
    return (this.extent.to - this.extent.from) * Graph.CELL.width;
  }

  get worldHeight() {
    return Math.max(1, this.model.layers.length) * Graph.CELL.height;
  }

  /** The scale at which everything is seen. */
  get least() {
    const { width, height } = this.surface;
    return Math.min(1, (width - 28) / this.worldWidth, (height - 52) / this.worldHeight);
  }

  fit() {
    this.touched = false;
    this.surface.invalidate();
  }

  fitNow() {
    const { width, height } = this.surface;
    this.scale = this.least;
    this.left = (width - this.worldWidth * this.scale) / 2;
    this.top = Math.max(32, (height - this.worldHeight * this.scale) / 2);
  }

  /** Left and upper edge of the box of computation `index`. */
  x(index) {
    return this.left + (this.model.place[index] - this.extent.from) * Graph.CELL.width * this.scale;
  }

  y(layer) {
    return this.top + layer * Graph.CELL.height * this.scale;
  }

  zoom(factor, { x, y } = { x: this.surface.width / 2, y: this.surface.height / 2 }) {
    const scale = Math.min(1.6, Math.max(Math.min(this.least, 1), this.scale * factor));
    this.left = x - ((x - this.left) * scale) / this.scale;
    this.top = y - ((y - this.top) * scale) / this.scale;
    this.scale = scale;
    this.moved();
  }

  pan(dx, dy) {
    this.left += dx;
    this.top += dy;
    this.moved();
  }

  /** Keeps some of the picture in sight. */
  moved() {
    const { width, height } = this.surface;
    this.touched = true;
    this.left = Math.min(width - 60, Math.max(60 - this.worldWidth * this.scale, this.left));
    this.top = Math.min(height - 60, Math.max(60 - this.worldHeight * this.scale, this.top));
    this.surface.invalidate();
  }

  /** Makes computation `index` visible; closer if `near`. */
  reveal(index, near) {
    const { width, height } = this.surface;
    if (near && this.scale < 0.8) {
      this.scale = 0.8;
    } else if (this.isVisible(index)) {
      this.surface.invalidate();
      return;
    }
    this.left += width / 2 - (this.x(index) + (Graph.BOX.width * this.scale) / 2);
    this.top += height / 2 - this.y(this.model.layerOf[index]);
    this.moved();
  }

  isVisible(index) {
    const x = this.x(index);
    const y = this.y(this.model.layerOf[index]);
    return x > 0 && x + Graph.BOX.width * this.scale < this.surface.width && y > 24 && y + 12 < this.surface.height;
  }

  layers() {
    if (this.derived.version !== this.focus.version) {
      const emphasis = this.focus.emphasis();
      this.derived = {
        version: this.focus.version,
        bright: emphasis === null ? null
          : this.rows.filter((index) => emphasis(index) && this.focus.isShown(index)),
      };
    }
    return this.derived;
  }

  /** Calls draw for what `rows` shows; close layers are thinned like close places. */
  visit(rows, draw) {
    const { width, height } = this.surface;
    const cell = Graph.CELL.width * this.scale;
    const from = this.extent.from - this.left / cell;
    const step = Math.max(1, Math.floor(2 / (Graph.CELL.height * this.scale)));
    const first = Math.max(0, Math.floor((-this.top - Graph.CELL.height) / (Graph.CELL.height * this.scale)));
    const last = Math.min(rows.rows.length - 1, Math.ceil((height - this.top) / (Graph.CELL.height * this.scale)));
    for (let layer = first - (first % step); layer <= last; layer += step) {
      rows.visit(layer, from, from + width / cell, 2 / cell, (index, begin, end, count) => draw(index, layer, count));
    }
  }

  draw() {
    if (!this.touched) {
      this.fitNow();
    }
    const { context, width, height } = this.surface;
    this.drawn = { boxes: 0, computations: 0, edges: 0 };
    context.fillStyle = this.theme.paper;
    context.fillRect(0, 0, width, height);
    context.font = this.theme.font;
    context.textBaseline = "middle";
    const { bright } = this.layers();
    context.globalAlpha = bright === null ? 1 : 0.3;
    this.drawEdges(this.rows, bright === null);
    this.drawBoxes(this.rows, bright === null);
    context.globalAlpha = 1;
    if (bright !== null) {
      this.drawEdges(bright, true);
      this.drawBoxes(bright, true);
    }
    this.outline(this.focus.hovered, this.theme.soft, 1.5);
    this.outline(this.focus.selected, this.theme.ink, 2);
    context.fillStyle = this.theme.paper;
    context.globalAlpha = 0.85;
    context.fillRect(0, 0, width, 28);
    context.globalAlpha = 1;
  }

  /** Edges into what is visible; beyond MOST_EDGES every n-th only. */
  drawEdges(rows, plain) {
    const emphasis = plain ? this.focus.emphasis() : null;
    const edges = [];
    this.visit(rows, (index) => {
      for (const parent of this.model.parents[index]) {
        if (emphasis === null || this.isEmphasised(parent, index, emphasis)) {
          edges.push(parent, index);
        }
      }
    });
    const stride = 2 * Math.max(1, Math.ceil(edges.length / 2 / Graph.MOST_EDGES));
    const { context } = this.surface;
    const groups = new Map();
    for (let i = 0; i < edges.length; i += stride) {
      const colour = this.edgeColour(edges[i], edges[i + 1], emphasis !== null);
      if (!groups.has(colour)) {
        groups.set(colour, []);
      }
      groups.get(colour).push(i);
    }
    context.lineWidth = emphasis !== null ? 1.4 : Math.max(0.4, Math.min(1, this.scale * 2));
    for (const [colour, places] of groups) {
      context.strokeStyle = colour;
      context.beginPath();
      places.forEach((i) => this.traceEdge(edges[i], edges[i + 1]));
      context.stroke();
      this.drawn.edges += places.length;
    }
  }

  /** Of edges between critical computations only those of the path itself are. */
  isEmphasised(parent, child, emphasis) {
    const { selected, matching } = this.focus;
    return selected < 0 && matching === null ? this.model.criticalParent[child] === parent : emphasis(parent);
  }

  edgeColour(parent, child, emphasised) {
    if (!emphasised) {
      return this.theme.faint;
    }
    if (this.focus.selected >= 0) {
      const relation = this.focus.relation[child];
      return relation === Focus.DESCENDANT ? this.theme.descendant : this.theme.ancestor;
    }
    return this.focus.matching === null ? this.theme.critical : this.theme.soft;
  }

  traceEdge(parent, child) {
    const { context } = this.surface;
    const half = (Graph.BOX.width * this.scale) / 2;
    const x1 = this.x(parent) + half;
    const y1 = this.y(this.model.layerOf[parent]) + Graph.BOX.height * this.scale;
    const x2 = this.x(child) + half;
    const y2 = this.y(this.model.layerOf[child]);
    context.moveTo(x1, y1);
    if (this.scale < 0.15) {
      context.lineTo(x2, y2);
    } else {
      const bend = Math.max(10 * this.scale, (y2 - y1) * 0.45);
      context.bezierCurveTo(x1, y1 + bend, x2, y2 - bend, x2, y2);
    }
  }

  drawBoxes(rows, named) {
    const { context } = this.surface;
    const wide = Graph.BOX.width * this.scale;
    const tall = Graph.BOX.height * this.scale;
    this.visit(rows, (index, layer, count) => {
      this.drawn.boxes++;
      this.drawn.computations += count;
      const x = this.x(index);
      const y = this.y(layer);
      const shown = this.focus.isShown(index);
      context.fillStyle = !shown ? this.theme.grid
        : this.model.isFailed[index] ? this.theme.failed : this.theme.fill(index);
      if (wide < 10) {
        context.fillRect(x, y, Math.max(1.5, wide), Math.max(1.5, tall));
        return;
      }
      context.beginPath();
      context.roundRect(x, y, wide, tall, Math.min(6, tall / 4));
      context.fill();
      if (named && shown && wide > 42) {
        this.drawName(index, x, y, wide, tall);
      }
    });
  }

  drawName(index, x, y, wide, tall) {
    const { context } = this.surface;
    context.fillStyle = this.theme.onBar;
    context.textAlign = "center";
    const two = tall > 27;
    const middle = x + wide / 2;
    context.fillText(Format.clip(this.model.name(index), wide - 10, context), middle, y + tall / 2 - (two ? 5.5 : 0));
    if (two) {
      const { id, device, stream } = this.model.computations[index];
      const place = device < 0 ? "host" : `gpu ${device} · s${stream}`;
      context.globalAlpha = 0.78;
      context.fillText(Format.clip(`#${id} · ${place}`, wide - 6, context), middle, y + tall / 2 + 7);
      context.globalAlpha = 1;
    }
    context.textAlign = "left";
  }

  outline(index, colour, thick) {
    if (index < 0) {
      return;
    }
    const { context } = this.surface;
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.beginPath();
    const wide = Math.max(5, Graph.BOX.width * this.scale);
    const tall = Math.max(5, Graph.BOX.height * this.scale);
    context.roundRect(this.x(index) - 1.5, this.y(this.model.layerOf[index]) - 1.5, wide + 3, tall + 3, Math.min(7, tall / 3));
    context.stroke();
  }

  /** The computation at a point of the canvas, -1 if there is none. */
  at({ x, y }) {
    const cell = Graph.CELL.height * this.scale;
    const layer = Math.floor((y - this.top) / cell);
    const inside = y - this.top - layer * cell <= Math.max(Graph.BOX.height * this.scale, 4);
    if (layer < 0 || layer >= this.model.layers.length || !inside) {
      return -1;
    }
    const unit = Graph.CELL.width * this.scale;
    return this.rows.at(layer, this.extent.from + (x - this.left) / unit, 2 / unit);
  }
}
