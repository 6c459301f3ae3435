package org.grcuda.runtime.pull;

import java.util.Arrays;
import org.grcuda.runtime.pull.DartsRules.Part;

/**
 * The data that each device lacks and that would set ready tasks free, alone or with one more, by
 * what Algorithm 3 compares them by ({@link Keys}). All is kept up while tasks and data come and
 * go: a datum that arrives or leaves costs its ready users, a decision the data that have become
 * better since the last one.
 *
 * <p>A datum that only one ready task reads is left out if that task lacks one more datum, which
 * more tasks read. The other datum is chosen first: its priority is at least as high, it has at
 * least as many tasks, and it has more work. If only that task reads either datum, the one with the
 * lower number stays.
 *
 * <p>The key of a datum is never worse than the datum is, but may be better: what has become worse
 * is worked out when the datum looks best. So no key hides a better datum.
 */
final class Candidates implements PresenceListener {

  /** Keys are not behind for more data, so that no decision has to work out many. */
  private static final int MOST_DIRTY = 256;

  private final PullData data;
  private final ReadyUsers users;
  private final DartsRules rules;
  private final boolean loadsForOneMore;
  private final Tallies tallies;
  private final Lacks lacks;
  private final FreeTasks free;
  private final Keys keys = new Keys();
  private final CandidateTree[] trees;

  /** By datum: in whose trees it is; bit d is device d. */
  private long[] member = new long[0];

  /** By datum: for which devices it may have become better; bit d is device d. */
  private long[] isDirty = new long[0];

  private final int[] dirty = new int[MOST_DIRTY];
  private int dirtyCount;

  /**
   * @param users the ready tasks, by what they read
   * @param rules which data are of interest
   */
  Candidates(PullData data, ReadyUsers users, DartsRules rules) {
    this.rules = rules;
    loadsForOneMore = rules.has(Part.ONE_MORE);
    this.data = data;
    this.users = users;
    lacks = new Lacks(data);
    tallies = new Tallies(data, users, lacks);
    free = new FreeTasks(data);
    trees = new CandidateTree[data.devices()];
    Arrays.setAll(trees, device -> new CandidateTree(keys));
    data.watch(this);
  }

  /** The ready tasks that lack nothing. */
  FreeTasks free() {
    return free;
  }

  /** Whether {@code task}, which is ready, lacks one input on {@code device}. */
  boolean lacksOne(int task, int device) {
    return (lacks.one(task) >>> device & 1) != 0;
  }

  /** Whether {@code task}, which is ready, lacks two inputs on {@code device}. */
  boolean lacksTwo(int task, int device) {
    return (lacks.two(task) >>> device & 1) != 0;
  }

  /** {@code task} is ready, and one of the users of its data. */
  void add(int task) {
    lacks.update(task);
    free.add(task, lacks.nothing());
    tallies.add(task);
    long near = lacks.one(task) | lacks.two(task);
    for (int datum : data.inputs(task)) {
      reserve(datum);
      long missing = (near | member[datum]) & ~data.here(datum);
      switch (users.count(datum)) {
        case 1 -> touch(datum, missing & ~hidden(datum));
        case 2 -> touch(datum, missing | hidden(datum, users.of(datum)[0]));
        default -> touch(datum, missing);
      }
    }
    for (int datum : data.inputs(task)) {
      if (users.count(datum) > rules.commonUsers() && !data.isCommon(datum) && isWorthIt(datum)) {
        data.setCommon(datum, true);
      }
    }
  }

  private void reserve(int datum) {
    if (datum >= member.length) {
      member = Arrays.copyOf(member, PullData.grown(datum));
      isDirty = Arrays.copyOf(isDirty, member.length);
    }
  }

  /** Whether the tasks that read {@code datum} take longer than to bring it to all devices. */
  private boolean isWorthIt(int datum) {
    long nanos = 0;
    for (int device = 0; device < data.devices(); device++) {
      if (!data.isHere(datum, device)) {
        nanos += data.transferNanos(datum, device);
      }
    }
    return nanos <= users.nanos(datum);
  }

  /** The devices for which {@code datum} is left out, as another datum is chosen first. */
  private long hidden(int datum) {
    return users.count(datum) != 1 ? 0 : hidden(datum, users.of(datum)[0]);
  }

  /** As {@link #hidden(int)}, if {@code task} is the only one that reads {@code datum}. */
  private long hidden(int datum, int task) {
    if (lacks.two(task) == 0 || rules.isPartial()) {
      return 0;
    }
    long lackAnother = 0;
    for (int other : data.inputs(task)) {
      if (other != datum && (other < datum || users.count(other) > 1)) {
        lackAnother |= ~data.here(other);
      }
    }
    return lackAnother & lacks.two(task) & ~data.here(datum);
  }

  /** One ready task is left that reads {@code datum}: this hides no other of its data any more. */
  private void show(int datum) {
    int task = users.of(datum)[0];
    for (int other : data.inputs(task)) {
      if (other < datum && users.count(other) == 1) {
        touch(other, lacks.two(task) & ~data.here(other));
      }
    }
  }

  /** {@code task} is not ready any more, and no user of its data. */
  void remove(int task) {
    tallies.remove(task);
    for (int datum : data.inputs(task)) {
      int left = users.count(datum);
      if (left == 0) {
        place(datum, member[datum]);
      } else if (left == 1) {
        show(datum);
      }
      if (data.isCommon(datum) && left <= rules.commonUsers() / 2) {
        data.setCommon(datum, false);
      }
    }
  }

  @Override
  public void changed(int datum, long devices, boolean isHere) {
    if (users.count(datum) == 0) {
      return;
    }
    tallies.restart(datum, devices);
    int[] of = users.of(datum);
    for (int i = 0; i < users.count(datum); i++) {
      if (isHere) {
        comes(of[i], devices);
      } else {
        leaves(datum, of[i], devices);
      }
    }
    if (!isHere) {
      // It makes other data no better.
      touch(datum, devices);
    }
  }

  /** An input of {@code task} has come to some devices. */
  private void comes(int task, long devices) {
    lacks.update(task);
    free.add(task, lacks.nothing() & devices);
    long one = lacks.one(task) & devices;
    long two = lacks.two(task) & devices;
    if ((one | two) == 0) {
      return;
    }
    for (int input : data.inputs(task)) {
      long missing = ~data.here(input);
      tallies.fewer(input, task, one & missing, two & missing);
      long nearer = (one | two) & missing;
      touch(input, (two & missing) == 0 ? nearer : nearer & ~hidden(input));
    }
  }

  /** {@code datum}, an input of {@code task}, has left some devices. */
  private void leaves(int datum, int task, long devices) {
    lacks.update(task);
    long one = lacks.one(task) & devices;
    long two = lacks.two(task) & devices;
    long three = lacks.three() & devices;
    for (int input : data.inputs(task)) {
      long missing = ~data.here(input);
      if (input == datum) {
        tallies.enter(input, task, one, two);
      } else {
        tallies.more(input, task, two & missing, three & missing);
      }
    }
  }

  /** {@code datum} has come to another place, from which devices may get it sooner. */
  void comesTo(int datum, int place) {
    if (datum >= member.length) {
      return;
    }
    for (long rest = member[datum] & ~data.here(datum); rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      if (data.isSooner(datum, device, place)) {
        touch(datum, 1L << device);
      }
    }
  }

  /** {@code datum} may have become better for some devices. */
  private void touch(int datum, long devices) {
    if (devices == 0) {
      return;
    }
    if (isDirty[datum] == 0) {
      if (dirtyCount == MOST_DIRTY) {
        catchUp();
      }
      dirty[dirtyCount++] = datum;
    }
    isDirty[datum] |= devices;
  }

  private void catchUp() {
    for (int i = 0; i < dirtyCount; i++) {
      int datum = dirty[i];
      long devices = isDirty[datum];
      isDirty[datum] = 0;
      place(datum, devices);
    }
    dirtyCount = 0;
  }

  /** Puts {@code datum} where it belongs in the trees of some devices. */
  private void place(int datum, long devices) {
    long missing = users.count(datum) == 0 ? 0 : devices & ~data.here(datum);
    int at = missing == 0 ? 0 : tallies.of(datum, missing);
    missing &= ~hidden(datum);
    for (long rest = devices; rest != 0; rest &= rest - 1) {
      int device = Long.numberOfTrailingZeros(rest);
      long bit = 1L << device;
      int key = (missing & bit) == 0 ? Keys.NONE : key(datum, device, at + device);
      trees[device].set(datum, key);
      member[datum] = key == Keys.NONE ? member[datum] & ~bit : member[datum] | bit;
    }
  }

  /** The key of {@code datum}, whose tallies on a device are at {@code at}. */
  private int key(int datum, int device, int at) {
    int setFree = tallies.setFree(at);
    int oneMore = tallies.oneMore(at);
    if (setFree > 0) {
      // Equal fractions of whole nanoseconds give equal numbers.
      double ratio = (double) data.transferNanos(datum, device) / tallies.freeNanos(at);
      return keys.of(ratio, setFree, tallies.freePriority(at), oneMore, users.nanos(datum));
    }
    if (oneMore > 0 && loadsForOneMore) {
      double never = Double.POSITIVE_INFINITY;
      return keys.of(never, 0, tallies.morePriority(at), oneMore, users.nanos(datum));
    }
    return Keys.NONE;
  }

  /**
   * The datum that {@code device} loads first (lines 2 to 6 of Algorithm 3); {@link
   * PullScheduler#NONE} if none sets a task free.
   */
  int best(int device) {
    catchUp();
    if (rules.isPartial()) {
      return scan(device);
    }
    CandidateTree tree = trees[device];
    int best = tree.best();
    while (best != PullScheduler.NONE) {
      int key = tree.key(best);
      placeExactly(best, device);
      if (tree.key(best) == key) {
        break;
      }
      best = tree.best();
    }
    return best;
  }

  private void placeExactly(int datum, int device) {
    tallies.tighten(datum, device);
    place(datum, 1L << device);
  }

  /** The best of the first data that the device lacks and ready tasks read. */
  private int scan(int device) {
    CandidateTree tree = trees[device];
    int best = PullScheduler.NONE;
    int scanned = 0;
    for (int datum = 0; datum < data.dataEnd() && scanned < rules.mostScanned(); datum++) {
      if (users.count(datum) > 0 && !data.isHere(datum, device)) {
        scanned++;
        placeExactly(datum, device);
        if (tree.isIn(datum)) {
          best = best == PullScheduler.NONE || tree.isBetter(datum, best) ? datum : best;
          if (!rules.has(Part.BEST_DATUM) && keys.setFree(tree.key(datum)) > 0) {
            return datum;
          }
        }
      }
    }
    return best;
  }

  /** Priorities of tasks have changed. */
  void reprioritized() {
    for (int datum = 0; datum < data.dataEnd(); datum++) {
      if (users.count(datum) > 0) {
        tallies.setPriorities(datum, data.allDevices());
        place(datum, member[datum]);
      }
    }
  }
}
