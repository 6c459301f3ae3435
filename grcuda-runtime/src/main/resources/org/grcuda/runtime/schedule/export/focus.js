/** What the reader looks at: selection, search, hidden kinds, critical path. Tells its listeners of changes. */
class Focus {
  static NONE = 0;
  static SELF = 1;
  static ANCESTOR = 2;
  static DESCENDANT = 3;

  constructor(model) {
    this.model = model;
    this.listeners = [];
    this.selected = -1;
    this.hovered = -1;
    this.query = "";
    this.matches = [];
    this.matching = null;
    this.critical = false;
    this.hiddenKinds = new Set();
    this.relation = new Uint8Array(model.count);
    this.related = { ancestors: 0, descendants: 0 };
    /** Changes with what is emphasised or hidden: drawings keep what they derive until then. */
    this.version = 0;
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  /** Selects computation `index`, -1 for none. */
  select(index) {
    this.selected = index;
    this.relation.fill(Focus.NONE);
    this.related = { ancestors: 0, descendants: 0 };
    if (index >= 0) {
      this.related.ancestors = this.mark(index, this.model.parents, Focus.ANCESTOR);
      this.related.descendants = this.mark(index, this.model.children, Focus.DESCENDANT);
      this.relation[index] = Focus.SELF;
    }
    this.changed("selection");
  }

  mark(index, neighbours, relation) {
    const next = [index];
    let count = 0;
    while (next.length > 0) {
      for (const neighbour of neighbours[next.pop()]) {
        if (this.relation[neighbour] !== relation) {
          this.relation[neighbour] = relation;
          count++;
          next.push(neighbour);
        }
      }
    }
    return count;
  }

  /** Emphasises what contains `query` in name or arguments; every word must occur. */
  search(query) {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    this.query = query;
    this.matches = [];
    this.matching = null;
    if (words.length > 0) {
      this.matching = new Uint8Array(this.model.count);
      for (let i = 0; i < this.model.count; i++) {
        const text = this.model.searchText(i);
        if (words.every((word) => text.includes(word))) {
          this.matching[i] = 1;
          this.matches.push(i);
        }
      }
    }
    this.changed("search");
  }

  /** Emphasises the critical path, or no longer. */
  showCritical(on) {
    this.critical = on;
    this.changed("critical");
  }

  /** Shows the computations of `kind`, or hides them. */
  showKind(kind, on) {
    if (on) {
      this.hiddenKinds.delete(kind);
    } else {
      this.hiddenKinds.add(kind);
    }
    this.changed("kinds");
  }

  isShown(index) {
    return !this.hiddenKinds.has(this.model.kind(index));
  }

  /** What is emphasised, as a test of an index; null if everything is alike. Selection first, then search. */
  emphasis() {
    if (this.selected >= 0) {
      return (index) => this.relation[index] !== Focus.NONE;
    }
    if (this.matching !== null) {
      return (index) => this.matching[index] === 1;
    }
    return this.critical ? (index) => this.model.isCritical[index] === 1 : null;
  }

  /** The computation after (1) or before (-1) the selected one: among matches, else on its stream. */
  neighbour(step) {
    const list = this.matches.length > 0 ? this.matches : this.model.rowOf(Math.max(0, this.selected));
    const place = list.indexOf(this.selected);
    if (place < 0) {
      return list[step > 0 ? 0 : list.length - 1];
    }
    return list[Math.min(list.length - 1, Math.max(0, place + step))];
  }

  changed(what) {
    this.version++;
    for (const listener of this.listeners) {
      listener(what);
    }
  }
}
