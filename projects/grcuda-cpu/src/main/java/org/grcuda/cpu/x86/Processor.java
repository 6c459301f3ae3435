package org.grcuda.cpu.x86;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.grcuda.cpu.exec.InstructionSet;

/** What the processor can execute, as the operating system lists it in {@code /proc/cpuinfo}. */
public final class Processor {

  /** Besides vectors of an instruction set, the code for it uses these; {@code abm} has LZCNT. */
  private static final List<String> COMMON = List.of("bmi1", "bmi2", "fma", "popcnt", "abm");

  private static final Map<InstructionSet, List<String>> NEEDED =
      Map.of(
          InstructionSet.AVX512,
          List.of("avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512cd"),
          InstructionSet.AVX2,
          List.of("avx2", "f16c"));

  private static final Processor CURRENT = read(Path.of("/proc/cpuinfo"));

  private static final String AMD = "AuthenticAMD";

  private final String reason;
  private final Set<String> flags;
  private final boolean amd;

  private Processor(String reason, Set<String> flags, boolean amd) {
    this.reason = reason;
    this.flags = flags;
    this.amd = amd;
  }

  /** The processor of this machine. */
  public static Processor current() {
    return CURRENT;
  }

  /** Whether AMD made it: some code is faster on its processors and slower on others. */
  public boolean isAmd() {
    return amd;
  }

  /** The widest instructions that it and the system execute; empty if they execute none. */
  public Optional<InstructionSet> best() {
    return available().stream().findFirst();
  }

  /** All instructions that it and the system execute, the widest first. */
  public List<InstructionSet> available() {
    return Stream.of(InstructionSet.values()).filter(this::has).toList();
  }

  /** Whether it and the system execute the instructions. */
  public boolean has(InstructionSet instructions) {
    return missing(instructions) == null;
  }

  /** Why {@link #has} is false, in words; null if it is true. */
  public String missing(InstructionSet instructions) {
    if (reason != null) {
      return reason;
    }
    List<String> lacking =
        Stream.concat(NEEDED.get(instructions).stream(), COMMON.stream())
            .filter(f -> !flags.contains(f))
            .toList();
    return lacking.isEmpty() ? null : "the processor lacks " + lacking;
  }

  static Processor read(Path cpuinfo) {
    String machine = System.getProperty("os.arch");
    if (!machine.equals("amd64") && !machine.equals("x86_64")) {
      return new Processor("the machine is " + machine, Set.of(), false);
    }
    Set<String> flags = new HashSet<>();
    boolean amd = false;
    try (Stream<String> lines = Files.lines(cpuinfo)) {
      // The first processor's lines end with the first empty one.
      for (String line : lines.takeWhile(line -> !line.isBlank()).toList()) {
        if (line.startsWith("flags")) {
          flags.addAll(Arrays.asList(line.split("\\s+")));
        }
        amd |= line.startsWith("vendor_id") && line.contains(AMD);
      }
    } catch (IOException e) {
      return new Processor(cpuinfo + " cannot be read: " + e.getMessage(), Set.of(), false);
    }
    return new Processor(null, flags, amd);
  }
}
