package org.grcuda.bench.suite.matrix;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.grcuda.bench.suite.ProgramResult;

/** Outcomes as CSV, one line each. The fields of the result are empty if a run failed. */
final class CsvReport {

  private static final String HEADER =
      "benchmark,host,size,partitions,devices,execution,policy,iterations,"
          + "median_seconds,mean_seconds,min_seconds,max_seconds,result,error,valid\n";

  private CsvReport() {}

  static String of(List<Outcome> outcomes) {
    StringBuilder csv = new StringBuilder(HEADER);
    for (Outcome outcome : outcomes) {
      Cell cell = outcome.cell();
      csv.append(
          String.format(
              Locale.ROOT,
              "%s,%s,%d,%d,%d,%s,%s,%s%n",
              cell.benchmark(),
              cell.host(),
              cell.size(),
              cell.partitions(),
              cell.devices(),
              cell.execution(),
              cell.policy(),
              outcome.result() == null ? ",,,,,,," : figures(outcome.result())));
    }
    return csv.toString();
  }

  private static String figures(ProgramResult result) {
    var seconds = Arrays.stream(result.seconds()).summaryStatistics();
    return String.format(
        Locale.ROOT,
        "%d,%.9f,%.9f,%.9f,%.9f,%s,%s,%s",
        seconds.getCount(),
        result.medianSeconds(),
        seconds.getAverage(),
        seconds.getMin(),
        seconds.getMax(),
        orEmpty(result.result()),
        orEmpty(result.error()),
        orEmpty(result.valid()));
  }

  private static Object orEmpty(Object value) {
    return value == null ? "" : value;
  }
}
