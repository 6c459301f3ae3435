package org.grcuda.bench.reproduce;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The figure of a factorization of matrices larger than memory. It varies the size on one machine,
 * compares sizes within and beyond memory on several machines, and varies the assumed costs.
 */
final class Factorization implements Figure {

  /** The published strategies, and others of this project. */
  static final List<String> STRATEGIES = List.of("by-hand", "darts", "dmdas", "ws", "eager", "ap");

  private static final double[] PANELS = {0.5, 1, 1.5};

  private final TiledWorkload workload;
  private final String published;
  private final int devices;
  private final List<Integer> counts;

  /** The size, in tiles, that the publication describes most. */
  private final int told;

  private final List<Place> places;

  /** A size within memory, or beyond it, on some devices. */
  private record Place(OutOfCoreMachine machine, int devices, int count) {

    TiledCase problem(TiledWorkload workload) {
      return machine.problem(devices, workload, count);
    }

    String label() {
      return machine.label(devices);
    }
  }

  private Factorization(
      TiledWorkload workload,
      String published,
      int devices,
      List<Integer> counts,
      int told,
      List<Place> places) {
    this.workload = workload;
    this.published = published;
    this.devices = devices;
    this.counts = counts;
    this.told = told;
    this.places = places;
  }

  /** The figure of LU (figures 14 and 15 of the publication). */
  static Factorization lu() {
    return new Factorization(
        TiledWorkload.LU,
        "figures 14 and 15",
        4,
        List.of(12, 24, 36, 48, 60, 72, 88),
        72,
        List.of(
            new Place(OutOfCoreMachine.P100, 1, 18),
            new Place(OutOfCoreMachine.P100, 1, 47),
            new Place(OutOfCoreMachine.V100, 1, 17),
            new Place(OutOfCoreMachine.V100, 1, 44),
            new Place(OutOfCoreMachine.A100, 1, 19),
            new Place(OutOfCoreMachine.A100, 1, 49),
            new Place(OutOfCoreMachine.A100, 4, 38),
            new Place(OutOfCoreMachine.A100, 4, 85)));
  }

  /** The figure of Cholesky (figures 6, 10, 11 and 12 of the publication). */
  static Factorization cholesky() {
    return new Factorization(
        TiledWorkload.CHOLESKY,
        "figures 6, 10, 11 and 12",
        1,
        List.of(15, 30, 45, 60, 75, 90),
        90,
        List.of(
            new Place(OutOfCoreMachine.P100, 1, 25),
            new Place(OutOfCoreMachine.P100, 1, 65),
            new Place(OutOfCoreMachine.A100, 1, 26),
            new Place(OutOfCoreMachine.A100, 1, 69),
            new Place(OutOfCoreMachine.V100, 4, 47),
            new Place(OutOfCoreMachine.V100, 4, 100),
            new Place(OutOfCoreMachine.A100, 4, 53),
            new Place(OutOfCoreMachine.A100, 4, 110)));
  }

  @Override
  public String name() {
    return Group.OUT_OF_CORE + "-" + workload.label().toLowerCase(Locale.ROOT);
  }

  @Override
  public int steps(ReproductionSettings settings) {
    int strategies = settings.strategies(STRATEGIES).size();
    int places = settings.tiles(List.of()).isEmpty() ? this.places.size() : 0;
    return strategies * (settings.tiles(counts).size() + places);
  }

  @Override
  public Report of(Experiment experiment) throws IOException {
    Report report = Report.of(name(), "%s (%s)".formatted(workload.label(), published));
    List<Strategy> strategies = experiment.settings().strategies(STRATEGIES);
    String label = OutOfCoreMachine.V100.label(devices);
    TiledResults sweep =
        new TiledResults(experiment, "%s, %s".formatted(workload.label(), label), "devices");
    for (int count : experiment.settings().tiles(counts)) {
      for (Strategy strategy : strategies) {
        sweep.add(label, OutOfCoreMachine.V100.problem(devices, workload, count), strategy);
      }
    }
    sweep.tell(report, name());
    OutOfCoreClaims.of(workload, sweep, label).ifPresent(report.tables()::add);
    if (experiment.settings().tiles(List.of()).isEmpty()) {
      places(experiment, strategies, report);
      panels(experiment, strategies, report);
    }
    notes(report);
    return report;
  }

  private void places(Experiment experiment, List<Strategy> strategies, Report report)
      throws IOException {
    TiledResults results =
        new TiledResults(experiment, workload.label() + " within memory and beyond", "devices");
    for (Place place : places) {
      for (Strategy strategy : strategies) {
        results.add(place.label(), place.problem(workload), strategy);
      }
    }
    results.tell(report, name() + "-machines");
  }

  /**
   * Adds the results for the case that kernels other than products are slower or faster than
   * assumed.
   */
  private void panels(Experiment experiment, List<Strategy> strategies, Report report)
      throws IOException {
    List<Strategy> shown = strategies.subList(0, Math.min(2, strategies.size()));
    List<String> columns = new ArrayList<>(List.of("time of these"));
    shown.forEach(strategy -> columns.add(strategy.name() + ", % of peak"));
    int count = counts.get(counts.size() / 2);
    Table table =
        Table.of(
            "%s of %d tiles where the kernels that are no products take another time"
                .formatted(workload.label(), count),
            columns);
    for (double panels : PANELS) {
      TiledCase problem =
          OutOfCoreMachine.V100.problem(devices, workload, count).withPanels(panels);
      double full = 100 * experiment.tiled().bounds(problem).work();
      List<Object> row = new ArrayList<>(List.of(panels));
      for (Strategy strategy : shown) {
        row.add(full / experiment.tiled().outcome(problem, strategy).seconds());
      }
      table.add(row);
    }
    report.tables().add(table);
  }

  private void notes(Report report) {
    report.note(
        "GFlop/s are operations of the factorization over simulated time, until all kernels have"
            + " ended; results are not fetched. Peak: all kernels, each alone, over the number of"
            + " devices.");
    report.note(
        "Loads are bytes brought to devices, from the host and from each other, as the publication"
            + " counts them; write-backs are not in them. Least: the published formula for one"
            + " device's memory, of leading terms only, so matrices of little more than memory can"
            + " go below it. Links: what the links to the host carry while the devices compute at"
            + " full speed.");
    report.note(
        "Products run at the published rate; that SYRK reaches 85 % of it, TRSM 60 %, POTRF and"
            + " GETRF 10 %, is assumed.");
  }
}
