/** Puts the page together. */
class Viewer {
  constructor(data) {
    this.model = new Model(data);
    this.focus = new Focus(this.model);
    this.theme = new Theme(this.model);
    const element = (id) => document.getElementById(id);
    this.element = element;
    this.timeline = new Timeline(element("timeline"), this.model, this.focus, this.theme);
    this.minimap = new Minimap(element("minimap"), this.timeline, this.theme);
    this.graph = new Graph(element("graph"), this.model, this.focus, this.theme);
    this.details = new Details(element("details"), element("tip"), this.model, this.focus, this.theme,
      (index, near) => this.select(index, near));
    this.details.onName = (name) => this.search(name);
    this.timeline.onView = () => this.minimap.surface.invalidate();
    this.focus.onChange((what) => this.follow(what));
    this.fillHead();
    this.fillKinds();
    this.connectTools();
    this.connectCanvas(element("timeline"), this.timeline);
    this.connectCanvas(element("graph"), this.graph);
    this.connectSplitter(element("splitter"), element("panes"));
    document.addEventListener("keydown", (event) => this.key(event));
    this.details.update();
    this.nameTheme();
  }

  fillHead() {
    const { title, subtitle, notice } = this.model.view;
    this.element("title").textContent = title;
    this.element("subtitle").textContent = subtitle;
    this.element("figures").replaceChildren(...this.model.figures.map(({ name, value, hint }) =>
      make("div", { title: hint }, make("dt", {}, name), make("dd", {}, value))));
    this.element("notice").hidden = notice === null;
    this.element("notice").textContent = notice ?? "";
    const { count, edgeCount } = this.model;
    const computations = count === 1 ? "1 computation" : `${Format.count(count)} computations`;
    const edges = edgeCount === 1 ? "1 dependency" : `${Format.count(edgeCount)} dependencies`;
    this.element("graph-note").textContent = `${computations}, ${edges}`;
  }

  fillKinds() {
    const buttons = this.model.kinds().map(([kind, count]) => {
      const button = make("button", { type: "button", "aria-pressed": "true", title: `Show or hide: ${kind}`, "data-kind": kind },
        kind, make("small", {}, Format.count(count)));
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        button.setAttribute("aria-pressed", String(on));
        this.focus.showKind(kind, on);
      });
      return button;
    });
    this.element("kinds").replaceChildren(...buttons);
  }

  connectTools() {
    const search = this.element("search");
    search.addEventListener("input", () => this.focus.search(search.value));
    search.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && this.focus.matches.length > 0) {
        this.step(event.shiftKey ? -1 : 1);
      }
    });
    this.element("critical").addEventListener("click", () => this.toggleCritical());
    this.element("fit").addEventListener("click", () => this.fit());
    this.element("theme").addEventListener("click", () => this.toggleTheme());
    this.element("help").addEventListener("click", () => this.showKeys(this.element("keys").hidden));
  }

  /** Pointer, wheel and focus of one of the two pictures. */
  connectCanvas(canvas, picture) {
    onDrag(canvas, (dx, dy) => {
      this.hover(-1, null);
      picture.pan(dx, dy);
    }, (event) => this.select(picture.at(picture.surface.point(event)), false));
    canvas.addEventListener("dblclick", (event) => {
      const index = picture.at(picture.surface.point(event));
      if (index >= 0) {
        this.select(index, true);
      }
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons === 0) {
        this.hover(picture.at(picture.surface.point(event)), event);
      }
    });
    canvas.addEventListener("pointerleave", () => this.hover(-1, null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.hover(-1, null);
      const point = picture.surface.point(event);
      const overNames = picture === this.timeline && point.x < Timeline.GUTTER;
      if (event.shiftKey || (event.deltaX !== 0 && Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
        picture.pan(-(event.deltaX || event.deltaY), 0);
      } else if (event.ctrlKey || overNames) {
        picture.pan(0, -event.deltaY);
      } else {
        const factor = Math.exp(-Math.max(-300, Math.min(300, event.deltaY)) * 0.002);
        picture.zoom(factor, picture === this.timeline ? point.x : point);
      }
    }, { passive: false });
  }

  connectSplitter(splitter, panes) {
    const set = (percent) => {
      const share = Math.max(20, Math.min(85, percent));
      panes.style.setProperty("--split", share + "%");
      splitter.setAttribute("aria-valuenow", String(Math.round(share)));
    };
    onDrag(splitter, (dx, dy, event) => {
      const box = panes.getBoundingClientRect();
      set(((event.clientX - box.left) / box.width) * 100);
    }, () => {});
    splitter.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -4, ArrowRight: 4 }[event.key];
      if (step !== undefined) {
        event.stopPropagation();
        set(Number(splitter.getAttribute("aria-valuenow")) + step);
      }
    });
  }

  /** Selects computation `index` (-1: none) and shows it in both pictures; closer if `near`. */
  select(index, near) {
    this.focus.select(index);
    if (index >= 0) {
      this.timeline.reveal(index, near);
      this.graph.reveal(index, near);
      const { id } = this.model.computations[index];
      const facts = this.model.facts(index).map(([term, value]) => `${term}: ${value}`).join("; ");
      this.element("announcement").textContent = `${this.model.name(index)} ${id}. ${facts}`;
    }
  }

  hover(index, event) {
    if (index !== this.focus.hovered) {
      this.focus.hovered = index;
      this.redraw();
    }
    this.details.point(index, event);
  }

  search(text) {
    this.element("search").value = text;
    this.focus.select(-1);
    this.focus.search(text);
  }

  step(direction) {
    const index = this.focus.neighbour(direction);
    if (index !== undefined) {
      this.select(index, false);
    }
  }

  related(neighbours) {
    const index = this.focus.selected < 0 ? undefined : neighbours[this.focus.selected][0];
    if (index !== undefined) {
      this.select(index, false);
    }
  }

  fit() {
    this.timeline.fit();
    this.graph.fit();
  }

  toggleCritical() {
    const on = !this.focus.critical;
    this.element("critical").setAttribute("aria-pressed", String(on));
    this.focus.showCritical(on);
  }

  toggleTheme() {
    this.theme.set(this.theme.name === "dark" ? "light" : "dark");
    this.nameTheme();
    this.details.update();
    this.redraw();
  }

  nameTheme() {
    this.element("theme").textContent = this.theme.name === "dark" ? "Light" : "Dark";
  }

  showKeys(on) {
    this.element("keys").hidden = !on;
    this.element("help").setAttribute("aria-expanded", String(on));
  }

  clear() {
    if (!this.element("keys").hidden) {
      this.showKeys(false);
    } else if (this.focus.selected >= 0) {
      this.select(-1, false);
    } else {
      this.search("");
    }
  }

  follow(what) {
    const { matching, matches } = this.focus;
    this.element("matches").textContent = matching === null ? "" : Format.count(matches.length);
    if (what === "selection") {
      this.details.update();
    }
    this.redraw();
  }

  redraw() {
    this.timeline.surface.invalidate();
    this.minimap.surface.invalidate();
    this.graph.surface.invalidate();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const inSearch = event.target === this.element("search");
    if (event.key === "Escape") {
      this.clear();
      this.element("search").blur();
    } else if (!inSearch) {
      const picture = event.target === this.element("graph") ? this.graph : this.timeline;
      const elsewhere = !(event.target instanceof HTMLCanvasElement || event.target === document.body);
      const action = this.keyAction(event.key, picture, elsewhere);
      if (action !== undefined) {
        event.preventDefault();
        action();
      }
    }
  }

  /** What a key does; on a button or a list, the keys that those understand are theirs. */
  keyAction(key, picture, elsewhere) {
    const far = 80;
    if ((elsewhere && key.length > 1) || (key === "Enter" && this.focus.selected < 0)) {
      return undefined;
    }
    return {
      "+": () => picture.zoom(1.4),
      "=": () => picture.zoom(1.4),
      "-": () => picture.zoom(1 / 1.4),
      ArrowLeft: () => picture.pan(far, 0),
      ArrowRight: () => picture.pan(-far, 0),
      ArrowUp: () => picture.pan(0, far),
      ArrowDown: () => picture.pan(0, -far),
      Enter: () => this.select(this.focus.selected, true),
      n: () => this.step(1),
      p: () => this.step(-1),
      u: () => this.related(this.model.parents),
      d: () => this.related(this.model.children),
      c: () => this.toggleCritical(),
      f: () => this.fit(),
      t: () => this.toggleTheme(),
      "/": () => this.element("search").focus(),
      "?": () => this.showKeys(this.element("keys").hidden),
    }[key];
  }
}

const viewer = new Viewer(JSON.parse(document.getElementById("data").textContent));
