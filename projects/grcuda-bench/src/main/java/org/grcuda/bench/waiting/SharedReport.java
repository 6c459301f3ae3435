package org.grcuda.bench.waiting;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import org.grcuda.bench.waiting.SharedCell.Tally;
import org.grcuda.runtime.sync.SyncPolicy;

/** Formats the waits on shared cores as text or as JSON. */
final class SharedReport {

  private static final double PER_MILLI = 1e6;

  private SharedReport() {}

  /** What the tables show, above the first one. */
  static String introduction() {
    return "cycles of host work, a kernel and a wait, on cores that a neighbour of endless loops"
        + " shares;\n"
        + "cycles a second, and milliseconds that a launch came later than on an idle core /\n"
        + "from the end of a kernel to the return of the wait\n"
        + "published: hybrid 4.2 x polling, 1.9 x blocking; 29.8/28.7, 0/13.6, 5.4/1.5 ms\n";
  }

  /** A row; with its head, where a table begins: each begins with cores that nobody shares. */
  static String text(SharedCell cell) {
    return cell.sharing() == Sharing.ALONE ? head(cell) + row(cell) : row(cell);
  }

  private static String head(SharedCell cell) {
    StringBuilder out = new StringBuilder();
    out.append(
        String.format(
            Locale.ROOT,
            "%n%s, cycles of %.1f ms%n%34s",
            cell.waiters() == 1
                ? "one waiter on one core"
                : cell.waiters() + " waiters on as many cores, which meet after each cycle",
            cell.cycleNanos() / PER_MILLI,
            ""));
    SharedWaiting.POLICIES.forEach(policy -> out.append("%24s".formatted(policy.optionName())));
    return out.append("   %s%n".formatted("hybrid over spin, block")).toString();
  }

  private static String row(SharedCell cell) {
    StringBuilder out = new StringBuilder("%34s".formatted(cell.sharing().text()));
    for (SyncPolicy policy : SharedWaiting.POLICIES) {
      Tally tally = cell.tallies().get(policy);
      String latencies =
          String.format(Locale.ROOT, "%.2f/%.2f", tally.invokingMillis(), tally.receivingMillis());
      out.append(String.format(Locale.ROOT, "%8.0f %15s", tally.perSecond(), latencies));
    }
    return out.append(
            String.format(
                Locale.ROOT,
                "%12.2f x, %.2f x%n",
                cell.gainOver(SyncPolicy.SPIN),
                cell.gainOver(SyncPolicy.BLOCK)))
        .toString();
  }

  /** The results as one JSON array. */
  static String json(List<SharedCell> cells) {
    JsonArray all = new JsonArray();
    for (SharedCell cell : cells) {
      JsonObject object = new JsonObject();
      object.addProperty("sharing", cell.sharing().text());
      object.addProperty("waiters", cell.waiters());
      object.addProperty("cycleMicros", cell.cycleNanos() / 1_000);
      cell.tallies()
          .forEach(
              (policy, tally) -> {
                JsonObject one = new JsonObject();
                one.addProperty("perSecond", tally.perSecond());
                one.addProperty("invokingMillis", tally.invokingMillis());
                one.addProperty("receivingMillis", tally.receivingMillis());
                object.add(policy.optionName(), one);
              });
      all.add(object);
    }
    return all.toString();
  }
}
