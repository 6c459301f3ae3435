/**
 * The schedule by index: what the file says of each computation ("schedule"), and what the exporter
 * derived from it ("view": times to draw, rows, layers, critical path, colours).
 */
class Model {
  /** Why a device takes a computation, by the words of the file. */
  static REASONS = {
    free: "its data is there",
    follows: "it follows, and its data is there",
    "set-free": "what is loaded sets it free",
    "one-more": "what is loaded sets it free with one array more",
    priority: "most depends on it",
    order: "next in the order",
    stolen: "stolen from another device's plan",
    urgent: "a thread waits for it",
  };

  constructor({ schedule, view }) {
    this.schedule = schedule;
    this.computations = schedule.computations;
    this.count = this.computations.length;
    this.timed = view.timed;
    this.span = view.span;
    this.groups = view.groups;
    this.series = view.series;
    this.seriesOf = view.seriesOf;
    this.figures = view.figures;
    this.view = view;
    this.start = new Float64Array(this.count);
    this.end = new Float64Array(this.count);
    this.isFailed = new Uint8Array(this.count);
    this.isCritical = new Uint8Array(this.count);
    this.indexOf = new Map();
    this.computations.forEach((computation, index) => {
      this.start[index] = view.times[2 * index];
      this.end[index] = view.times[2 * index + 1];
      this.isFailed[index] = computation.status === "failed" ? 1 : 0;
      this.indexOf.set(computation.id, index);
    });
    this.criticalParent = new Int32Array(this.count).fill(-1);
    view.critical.forEach((index, place) => {
      this.isCritical[index] = 1;
      this.criticalParent[index] = place === 0 ? -1 : view.critical[place - 1];
    });
    this.connect(schedule.dependencies);
    this.arrange(view);
    this.texts = [];
    this.longestPlan = Math.max(1, ...view.groups.map(({ planned }) => planned.reduce((most, length, i) => (i % 2 === 0 ? most : Math.max(most, length)), 0)));
  }

  connect(dependencies) {
    this.parents = Array.from({ length: this.count }, () => []);
    this.children = Array.from({ length: this.count }, () => []);
    this.arrays = new Map();
    this.edgeCount = 0;
    for (const { from, to, arrays } of dependencies) {
      const parent = this.indexOf.get(from);
      const child = this.indexOf.get(to);
      if (parent !== undefined && child !== undefined) {
        this.parents[child].push(parent);
        this.children[parent].push(child);
        this.arrays.set(parent + ">" + child, arrays);
        this.edgeCount++;
      }
    }
  }

  arrange(view) {
    this.timelineRows = view.groups.flatMap((group) => group.rows.map((row) => row.items));
    this.timelineRowOf = new Int32Array(this.count).fill(-1);
    this.timelineRows.forEach((row, r) => row.forEach((index) => (this.timelineRowOf[index] = r)));
    this.layers = view.layers;
    this.layerOf = new Int32Array(this.count);
    this.layers.forEach((layer, l) => layer.forEach((index) => (this.layerOf[index] = l)));
    this.place = Float64Array.from(view.places);
    this.busy = view.groups.map(({ busy }) => {
      const total = new Float64Array(busy.length / 2 + 1);
      for (let i = 0; i < busy.length; i += 2) {
        total[i / 2 + 1] = total[i / 2] + busy[i + 1] - busy[i];
      }
      return { busy, total };
    });
  }

  /** Where in `list`, whose every `step`-th element is a time, the first time after `time` is. */
  firstAfter(list, step, time) {
    let low = 0;
    let high = list.length / step;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (list[middle * step] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low * step;
  }

  name(index) {
    return this.computations[index].name;
  }

  kind(index) {
    return this.computations[index].kind;
  }

  /** Kinds that occur, each with the number of its computations, the commonest first. */
  kinds() {
    const counts = new Map();
    for (const { kind } of this.computations) {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
    }
    return [...counts].sort((a, b) => b[1] - a[1]);
  }

  /** The computations on the same row of the timeline as `index`, in order. */
  rowOf(index) {
    return this.timelineRows[this.timelineRowOf[index]] ?? [];
  }

  isTimed(index) {
    return this.computations[index].start !== undefined;
  }

  /** Which part of the time from `from` to `to` group `g` computed anything, 0 to 1. */
  busyPart(g, from, to) {
    return (this.busyUntil(g, to) - this.busyUntil(g, from)) / (to - from);
  }

  busyUntil(g, time) {
    const { busy, total } = this.busy[g];
    let low = 0;
    let high = busy.length / 2;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (busy[2 * middle] < time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low === 0) {
      return 0;
    }
    return total[low] - Math.max(0, busy[2 * low - 1] - time);
  }

  /** One argument on one line. */
  argumentText({ array, mode, offset, bytes }) {
    const part = offset === undefined ? "" : `[${offset}..${offset + bytes} bytes]`;
    return `${mode} ${array}${part}`;
  }

  /** What a search looks at, in lower case. */
  searchText(index) {
    if (this.texts[index] === undefined) {
      const { name, id, kind, arguments: list = [] } = this.computations[index];
      const words = list.map((argument) => this.argumentText(argument)).join(" ");
      this.texts[index] = `${name} #${id} ${kind} ${words}`.toLowerCase();
    }
    return this.texts[index];
  }

  /** Where computation `index` runs, in words. */
  placeText(device, stream) {
    return device < 0 ? "host" : `device ${device}` + (stream < 0 ? "" : `, stream ${stream}`);
  }

  /** What there is to say of computation `index`: pairs of a term and its value. */
  facts(index) {
    const it = this.computations[index];
    const facts = [["Kind", it.kind], ["Place", this.placeText(it.device, it.stream)]];
    if (it.grid !== undefined) {
      const shared = it.sharedBytes > 0 ? `, ${Format.bytes(it.sharedBytes)} shared` : "";
      facts.push(["Grid × block", `${Model.extents(it.grid)} × ${Model.extents(it.block)}${shared}`]);
    }
    if (it.from !== undefined) {
      const again = it.reloaded === undefined ? "" : `, ${Format.bytes(it.reloaded)} again after an eviction`;
      facts.push(["Moves", `${Format.bytes(it.bytes)}, ${this.placeText(it.from, -1)} → ${this.placeText(it.to, -1)}${again}`]);
    }
    if (it.reason !== undefined) {
      facts.push(["Taken as", Model.REASONS[it.reason] + (it.loads === undefined ? "" : ` (${it.loads})`)]);
      facts.push(["Planned, taken", Format.time(it.planned) + (it.taken === undefined ? ", not taken" : `, ${Format.time(it.taken)}`)]);
    }
    if (it.start !== undefined) {
      facts.push(["Duration", Format.time(it.end - it.start)]);
      facts.push(["Start, end", `${Format.time(it.start)}, ${Format.time(it.end)}`]);
      facts.push(["Waited", `${Format.time(Math.max(0, it.start - it.submitted))} after submission`]);
    } else {
      facts.push(["Submitted", Format.time(it.submitted)]);
    }
    if (it.from !== undefined && it.start !== undefined && it.end > it.start) {
      facts.push(["Rate", Format.significant(it.bytes / (it.end - it.start)) + " GB/s"]);
    }
    if (it.arguments !== undefined) {
      facts.push(["Bytes used", Format.bytes(it.arguments.reduce((sum, { bytes }) => sum + bytes, 0))]);
    }
    if (it.status !== "complete") {
      facts.push(["Status", it.status + (it.failure === undefined ? "" : ": " + it.failure)]);
    }
    return facts;
  }

  static extents(extents) {
    const last = extents[2] > 1 ? 3 : extents[1] > 1 ? 2 : 1;
    return extents.slice(0, last).join(",");
  }
}
