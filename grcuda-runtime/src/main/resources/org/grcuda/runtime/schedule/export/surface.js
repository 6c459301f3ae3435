/** A canvas with its colours: follows its size and the density of the screen, draws once per frame. */
class Surface {
  constructor(canvas, draw) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.width = 0;
    this.height = 0;
    this.pending = false;
    this.drawNow = draw;
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.resize();
  }

  resize() {
    const ratio = window.devicePixelRatio || 1;
    const { width, height } = this.canvas.getBoundingClientRect();
    this.width = Math.max(1, Math.floor(width));
    this.height = Math.max(1, Math.floor(height));
    this.canvas.width = Math.floor(this.width * ratio);
    this.canvas.height = Math.floor(this.height * ratio);
    this.context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.invalidate();
  }

  /** Draws in the next frame. */
  invalidate() {
    if (!this.pending) {
      this.pending = true;
      requestAnimationFrame(() => {
        this.pending = false;
        this.drawNow();
      });
    }
  }

  /** The point of an event, in the canvas. */
  point(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

/** The colours in use; they follow the theme. */
class Theme {
  constructor(model) {
    this.model = model;
    const dark = window.matchMedia("(prefers-color-scheme: dark)");
    this.set(dark.matches ? "dark" : "light");
  }

  set(name) {
    this.name = name;
    document.documentElement.dataset.theme = name;
    const style = getComputedStyle(document.documentElement);
    for (const colour of ["paper", "edge", "grid", "band", "ink", "soft", "faint", "accent",
      "ancestor", "descendant", "critical", "failed", "eviction"]) {
      this[colour] = style.getPropertyValue("--" + colour).trim();
    }
    this.onBar = name === "dark" ? "#14161a" : "#ffffff";
    this.series = this.model.series.map((series) => series[name]);
    this.font = "11px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
  }

  /** The fill of computation `index`. */
  fill(index) {
    return this.series[this.model.seriesOf[index]];
  }

  /** The colour of a relation to the selected computation. */
  relation(relation) {
    return relation === Focus.ANCESTOR ? this.ancestor
      : relation === Focus.DESCENDANT ? this.descendant : this.ink;
  }
}

/** Drags on `canvas`: moved(dx, dy) while one goes on; clicked(event) for one that went nowhere. */
function onDrag(canvas, moved, clicked) {
  let last = null;
  let far = false;
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 0) {
      canvas.setPointerCapture(event.pointerId);
      last = event;
      far = false;
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    if (last !== null) {
      const dx = event.clientX - last.clientX;
      const dy = event.clientY - last.clientY;
      if (far || Math.abs(dx) + Math.abs(dy) > 3) {
        far = true;
        last = event;
        moved(dx, dy, event);
      }
    }
  });
  const stop = (event) => {
    if (last !== null && !far && event.type === "pointerup") {
      clicked(event);
    }
    last = null;
  };
  canvas.addEventListener("pointerup", stop);
  canvas.addEventListener("pointercancel", stop);
}
