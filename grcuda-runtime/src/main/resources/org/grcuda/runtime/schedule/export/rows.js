/**
 * Items in rows; within a row they are sorted by position and do not overlap. The timeline (position =
 * time) and the graph (position = place in a layer) are both drawn from this.
 */
class Rows {
  /**
   * @param {number[][]} rows items of each row
   * @param {ArrayLike<number>} start where each item begins
   * @param {ArrayLike<number>} end where each item ends
   */
  constructor(rows, start, end) {
    this.rows = rows;
    this.start = start;
    this.end = end;
  }

  /** The same rows with only the items for which keep(item) holds. */
  filter(keep) {
    return new Rows(this.rows.map((row) => row.filter(keep)), this.start, this.end);
  }

  /** Place in `row` of the first item at or after place `low` that begins at `position` or later. */
  firstFrom(row, position, low = 0) {
    let high = row.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.start[row[middle]] < position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Reports what row `index` shows between `from` and `to` as draw(item, begin, end, count). Items
   * that lie within one `unit` (a pixel) are one run, found by bisection; only the last that begins
   * there may be longer, and is reported by itself. So the number of calls follows the pixels, not
   * the items.
   */
  visit(index, from, to, unit, draw) {
    const row = this.rows[index];
    let place = Math.max(0, this.firstFrom(row, from) - 1);
    if (place < row.length && this.end[row[place]] < from) {
      place++;
    }
    while (place < row.length && this.start[row[place]] <= to) {
      const item = row[place];
      const begin = this.start[item];
      let end = this.end[item];
      let next = place + 1;
      if (end - begin < unit) {
        next = this.firstFrom(row, begin + unit, next);
        if (next - 1 > place && this.end[row[next - 1]] - begin >= unit) {
          next--;
        }
        end = this.end[row[next - 1]];
      }
      draw(item, begin, end, next - place);
      place = next;
    }
  }

  /** The item of row `index` at `position`, or the nearest within `slack` of it; -1 if there is none. */
  at(index, position, slack) {
    const row = this.rows[index];
    const place = this.firstFrom(row, position);
    let found = -1;
    let least = slack;
    for (let i = Math.max(0, place - 1); i < Math.min(row.length, place + 1); i++) {
      const item = row[i];
      const distance = Math.max(this.start[item] - position, position - this.end[item], 0);
      if (distance <= least) {
        least = distance;
        found = item;
      }
    }
    return found;
  }
}
