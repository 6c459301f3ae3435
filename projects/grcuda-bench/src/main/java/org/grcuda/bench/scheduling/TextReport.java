package org.grcuda.bench.scheduling;

/** A report as a text table for each workload. */
final class TextReport implements Report {

  private int columns;

  @Override
  public void begin(Workload workload, int[] counts) {
    columns = counts.length;
    System.out.printf("%s: %s%n", workload.title(), workload.definition());
    System.out.printf("%-36s ns to submit one, by the number unfinished%n", "");
    System.out.printf("%-36s", "");
    for (int count : counts) {
      System.out.printf(" %,9d", count);
    }
    System.out.printf(" %7s %8s %10s %10s %9s%n", "last/", "complete", "bytes", "bytes", "bytes");
    System.out.printf("%-36s", "");
    System.out.printf(" ".repeat(10 * counts.length));
    System.out.printf(
        " %7s %8s %10s %10s %9s%n", "first", "one, ns", "allocated", "unfinished", "retained");
  }

  @Override
  public void add(Result result) {
    System.out.printf("%-36s", result.subject());
    for (Result.Cost cost : result.costs()) {
      System.out.printf(" %9.0f", cost.submitNanos());
    }
    System.out.print(" ".repeat(10 * (columns - result.costs().size())));
    Result.Cost last = result.costs().getLast();
    System.out.printf(" %7.2f %8.0f", result.growth(), last.completeNanos());
    if (result.footprint() != null) {
      System.out.printf(
          " %10.0f %10.0f %9.1f",
          last.allocatedBytes(),
          result.footprint().unfinishedBytes(),
          result.footprint().retainedBytes());
    }
    System.out.println();
  }

  @Override
  public void missing(String subject, String reason) {
    System.out.printf("%-36s %s%n", subject, reason);
  }

  @Override
  public void end() {
    System.out.println();
  }

  @Override
  public void finish() {}
}
