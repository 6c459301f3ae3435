package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.stream.IntStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.grcuda.GrCuda;
import org.grcuda.runtime.policy.BandwidthFile;
import org.grcuda.runtime.policy.BandwidthMatrix;

/** The golden program about bandwidths, over both APIs. */
final class BandwidthPrograms {

  private static final int HOST = BandwidthMatrix.HOST;

  private BandwidthPrograms() {}

  private static String yes(boolean truth) {
    return truth ? "yes" : "no";
  }

  private static void lines(String csv, int count, PrintStream out) {
    String[] lines = csv.strip().split("\n");
    boolean all = lines.length == (count + 1) * (count + 1);
    out.println(lines[0] + " " + yes(all) + " " + lines[1].split(",")[0]);
  }

  static void typed(GrCuda cuda, String source, PrintStream out) {
    int count = cuda.devices().size();
    BandwidthMatrix before = cuda.bandwidth();
    boolean named = !before.origin().isEmpty();
    out.println(yes(before.devices() == count) + " " + yes(count > 0) + " " + yes(named));

    BandwidthMatrix measured = cuda.profileBandwidth().matrix();
    out.println(measured.origin() + " " + yes(cuda.bandwidth().origin().equals("measured")));
    out.println(yes(measured.devices() == count));
    boolean positive =
        IntStream.range(HOST, count)
            .allMatch(
                from ->
                    IntStream.range(HOST, count).allMatch(to -> measured.between(from, to) > 0));
    out.println(yes(positive));
    out.println(yes(measured.between(HOST, 0) < Double.POSITIVE_INFINITY));
    boolean used = cuda.bandwidth().between(0, HOST) == measured.between(0, HOST);
    out.println(yes(used) + " " + yes(measured.devices() > count));

    lines(BandwidthFile.format(measured), count, out);
  }

  static void polyglot(Context context, String source, PrintStream out) {
    Value cu = context.eval("grcuda", "CU");
    int count = cu.invokeMember("cudaGetDeviceCount").asInt();
    Value before = cu.invokeMember("bandwidth");
    out.println(
        yes(before.getMember("devices").asInt() == count)
            + " "
            + yes(before.getHashSize() == count + 1)
            + " "
            + yes(!before.getMember("origin").asString().isEmpty()));

    Value measured = cu.invokeMember("profilebandwidth");
    String origin = cu.invokeMember("bandwidth").getMember("origin").asString();
    out.println(measured.getMember("origin").asString() + " " + yes(origin.equals("measured")));
    int next = HOST;
    boolean positive = true;
    Value rows = measured.getHashEntriesIterator();
    while (rows.hasIteratorNextElement()) {
      Value row = rows.getIteratorNextElement();
      next = row.getArrayElement(0).asInt() == next ? next + 1 : -2;
      for (int to = HOST; to < count; to++) {
        positive &= row.getArrayElement(1).getHashValue(to).asDouble() > 0;
      }
    }
    out.println(yes(next == count));
    out.println(yes(positive));
    double first = measured.getHashValue(HOST).getHashValue(0).asDouble();
    out.println(yes(first == measured.invokeMember("between", HOST, 0).asDouble()));
    double used = cu.invokeMember("bandwidth").getHashValue(0).getHashValue(HOST).asDouble();
    out.println(
        yes(used == measured.getHashValue(0).getHashValue(HOST).asDouble())
            + " "
            + yes(measured.hasHashEntry(count)));

    lines(measured.getMember("csv").asString(), count, out);
  }
}
