package org.grcuda.bench.reproduce;

/**
 * Devices of the publication on schedules for data larger than memory.
 *
 * @param label for readers
 * @param machine the simulated one
 * @param tile elements along a side of a tile, as published
 */
record OutOfCoreMachine(String label, Machine machine, int tile) {

  static final OutOfCoreMachine V100 =
      new OutOfCoreMachine("V100", Machine.of("v100-8").with("\"device\": {\"memory\": 32}"), 2880);

  static final OutOfCoreMachine A100 =
      new OutOfCoreMachine("A100", Machine.of("a100-pcie-4"), 2880);

  static final OutOfCoreMachine P100 = new OutOfCoreMachine("P100", Machine.of("p100-2"), 1920);

  static final OutOfCoreMachine XEON =
      new OutOfCoreMachine("2 Xeon, disk", Machine.of(TiledCase.CORES), 2880);

  /** A problem on its first devices. */
  TiledCase problem(int devices, TiledWorkload workload, int count) {
    return TiledCase.of(machine, devices, workload, tile, count);
  }

  /** With another memory of each device. */
  OutOfCoreMachine withMemory(int gibibytes) {
    return new OutOfCoreMachine(
        label + " with " + gibibytes + " GiB",
        machine.with("\"device\": {\"memory\": %d}".formatted(gibibytes)),
        tile);
  }

  /** So many of these. */
  String label(int devices) {
    return devices == 1 ? label : devices + " " + label;
  }
}
