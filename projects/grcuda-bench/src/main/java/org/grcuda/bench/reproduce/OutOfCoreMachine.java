package org.grcuda.bench.reproduce;

/**
 * A machine of the publication on schedules for data larger than memory.
 *
 * @param label the name for readers
 * @param machine the simulated machine
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

  /** A problem on the first devices of this machine. */
  TiledCase problem(int devices, TiledWorkload workload, int count) {
    return TiledCase.of(machine, devices, workload, tile, count);
  }

  /** The same machine with another size of memory on each device. */
  OutOfCoreMachine withMemory(int gibibytes) {
    return new OutOfCoreMachine(
        label + " with " + gibibytes + " GiB",
        machine.with("\"device\": {\"memory\": %d}".formatted(gibibytes)),
        tile);
  }

  /** The label of several such devices. */
  String label(int devices) {
    return devices == 1 ? label : devices + " " + label;
  }
}
