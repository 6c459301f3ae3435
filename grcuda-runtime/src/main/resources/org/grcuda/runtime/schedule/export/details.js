/** An element with attributes and children; strings become text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value);
    }
  }
  element.append(...children);
  return element;
}

/** The panel of the selected computation, or of the whole schedule; and the tip under the pointer. */
class Details {
  static MOST_LINKS = 60;

  constructor(panel, tip, model, focus, theme, select) {
    this.panel = panel;
    this.tip = tip;
    this.model = model;
    this.focus = focus;
    this.theme = theme;
    this.select = select;
  }

  swatch(colour) {
    const swatch = make("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = colour;
    return swatch;
  }

  colour(index) {
    return this.model.isFailed[index] ? this.theme.failed : this.theme.fill(index);
  }

  facts(index) {
    const list = make("dl", { class: "facts" });
    for (const [term, value] of this.model.facts(index)) {
      const failure = term === "Status" && this.model.isFailed[index] ? { class: "failure" } : {};
      list.append(make("dt", {}, term), make("dd", failure, value));
    }
    return list;
  }

  heading(index, tag) {
    const { id } = this.model.computations[index];
    return make(tag, {}, this.swatch(this.colour(index)), `${this.model.name(index)} #${id}`);
  }

  update() {
    this.panel.scrollTop = 0;
    if (this.focus.selected >= 0) {
      this.showComputation(this.focus.selected);
    } else {
      this.showSummary();
    }
  }

  showComputation(index) {
    const { arguments: list = [] } = this.model.computations[index];
    const parts = [this.heading(index, "h2"), this.facts(index)];
    if (list.length > 0) {
      parts.push(make("h3", {}, "Arguments"), this.argumentTable(list));
    }
    const { ancestors, descendants } = this.focus.related;
    parts.push(...this.links("Depends on", index, this.model.parents[index], (other) => this.model.arrays.get(other + ">" + index), ancestors));
    parts.push(...this.links("Needed by", index, this.model.children[index], (other) => this.model.arrays.get(index + ">" + other), descendants));
    this.panel.replaceChildren(...parts);
  }

  argumentTable(list) {
    const body = make("tbody");
    for (const argument of list) {
      const part = argument.offset === undefined ? "" : ` from byte ${argument.offset}`;
      body.append(make("tr", {}, make("td", {}, argument.array + part), make("td", {}, argument.mode), make("td", {}, Format.bytes(argument.bytes))));
    }
    const head = make("tr", {}, ...["Array", "Mode", "Bytes"].map((name) => make("th", { scope: "col" }, name)));
    return make("table", {}, make("thead", {}, head), body);
  }

  links(title, index, others, arrays, all) {
    const count = all > others.length ? `${Format.count(others.length)} directly, ${Format.count(all)} in all` : Format.count(others.length);
    const list = make("ul", { class: "links" });
    for (const other of others.slice(0, Details.MOST_LINKS)) {
      const button = make("button", { type: "button", onclick: () => this.select(other, false) },
        this.swatch(this.colour(other)),
        make("span", { class: "what" }, `${this.model.name(other)} #${this.model.computations[other].id}`),
        make("span", { class: "more" }, (arrays(other) ?? []).join(", ")));
      list.append(make("li", {}, button));
    }
    if (others.length > Details.MOST_LINKS) {
      list.append(make("li", {}, `and ${Format.count(others.length - Details.MOST_LINKS)} more`));
    }
    return [make("h3", {}, `${title}: ${others.length === 0 ? "nothing" : count}`), list];
  }

  showSummary() {
    const parts = [make("h2", {}, "Summary"), make("p", {}, "Select a computation to see what it is, what it depends on and what depends on it.")];
    parts.push(make("h3", {}, "By name"), this.seriesTable());
    const devices = this.model.groups.filter((group) => group.utilisation !== null);
    if (devices.length > 0) {
      parts.push(make("h3", {}, "Devices: part of the time in which a device computed"), this.deviceTable(devices));
    }
    const entries = Object.entries(this.model.schedule.metadata);
    if (entries.length > 0) {
      const list = make("dl", { class: "facts" });
      entries.forEach(([name, value]) => list.append(make("dt", {}, name), make("dd", {}, value)));
      parts.push(make("h3", {}, "Made with"), list);
    }
    this.panel.replaceChildren(...parts);
  }

  seriesTable() {
    const body = make("tbody");
    this.model.series.forEach((series, s) => {
      const name = make("button", { type: "button", title: "Search for it", onclick: () => this.onName(series.name) },
        this.swatch(this.theme.series[s]), series.name);
      const cells = [make("td", {}, name), make("td", {}, Format.count(series.count))];
      if (this.model.timed) {
        cells.push(make("td", {}, Format.time(series.nanos)), make("td", {}, series.timed > 0 ? Format.time(series.nanos / series.timed) : "–"));
      }
      body.append(make("tr", {}, ...cells));
    });
    const names = ["Name", "Count", ...(this.model.timed ? ["Total", "Mean"] : [])];
    return make("table", {}, make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))), body);
  }

  deviceTable(devices) {
    const body = make("tbody");
    for (const { name, detail, utilisation, count, bytesIn } of devices) {
      const fill = make("i");
      fill.style.width = Math.round(utilisation * 100) + "%";
      const meter = make("span", { class: "meter", "aria-hidden": "true" }, fill);
      body.append(make("tr", {}, make("td", { title: detail }, name), make("td", {}, Format.count(count)),
        make("td", {}, bytesIn > 0 ? Format.bytes(bytesIn) : "–"), make("td", {}, meter, Format.percent(utilisation))));
    }
    const names = ["Device", "Computations", "Moved in", "Computing"];
    return make("table", {}, make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))), body);
  }

  /** Shows the tip of computation `index` beside the pointer; hides it for -1. */
  point(index, event) {
    this.tip.hidden = index < 0;
    if (index < 0) {
      return;
    }
    const { arguments: list = [] } = this.model.computations[index];
    const text = list.map((argument) => this.model.argumentText(argument)).join(", ");
    const facts = this.facts(index);
    if (text !== "") {
      facts.append(make("dt", {}, "Arguments"), make("dd", {}, text.length > 160 ? text.slice(0, 159) + "…" : text));
    }
    const parents = this.model.parents[index];
    if (parents.length > 0) {
      const names = parents.slice(0, 4).map((parent) => `${this.model.name(parent)} #${this.model.computations[parent].id}`);
      facts.append(make("dt", {}, "Depends on"), make("dd", {}, names.join(", ") + (parents.length > 4 ? ` and ${parents.length - 4} more` : "")));
    }
    this.tip.replaceChildren(this.heading(index, "strong"), facts);
    const box = this.tip.getBoundingClientRect();
    const x = event.clientX + 16 + box.width > window.innerWidth ? event.clientX - 12 - box.width : event.clientX + 16;
    const y = Math.min(event.clientY + 14, window.innerHeight - box.height - 8);
    this.tip.style.left = Math.max(4, x) + "px";
    this.tip.style.top = Math.max(4, y) + "px";
  }
}
