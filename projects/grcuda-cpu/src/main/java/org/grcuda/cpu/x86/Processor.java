package org.grcuda.cpu.x86;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** What the processor can execute, as the operating system lists it in {@code /proc/cpuinfo}. */
public final class Processor {

  private static final List<String> NEEDED =
      List.of(
          "avx512f",
          "avx512dq",
          "avx512bw",
          "avx512vl",
          "avx512cd",
          "bmi1",
          "bmi2",
          "fma",
          "popcnt",
          "abm");

  private static final Processor CURRENT = read(Path.of("/proc/cpuinfo"));

  private final String missing;

  private Processor(String missing) {
    this.missing = missing;
  }

  /** The processor of this machine. */
  public static Processor current() {
    return CURRENT;
  }

  /** Whether it and the system execute AVX-512 with the F, DQ, BW, VL and CD instructions. */
  public boolean hasAvx512() {
    return missing == null;
  }

  /** Why {@link #hasAvx512} is false, in words; null if it is true. */
  public String missing() {
    return missing;
  }

  static Processor read(Path cpuinfo) {
    String machine = System.getProperty("os.arch");
    if (!machine.equals("amd64") && !machine.equals("x86_64")) {
      return new Processor("the machine is " + machine);
    }
    Set<String> flags = new HashSet<>();
    try (Stream<String> lines = Files.lines(cpuinfo)) {
      lines
          .filter(line -> line.startsWith("flags"))
          .findFirst()
          .ifPresent(line -> flags.addAll(Arrays.asList(line.split("\\s+"))));
    } catch (IOException e) {
      return new Processor(cpuinfo + " cannot be read: " + e.getMessage());
    }
    List<String> lacking = NEEDED.stream().filter(f -> !flags.contains(f)).toList();
    return new Processor(lacking.isEmpty() ? null : "the processor lacks " + lacking);
  }
}
