package org.grcuda.tests.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.grcuda.cpu.exec.CompiledKernel;
import org.grcuda.cpu.exec.CompiledModule;
import org.grcuda.cpu.exec.InstructionSet;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.PtxTranslator;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.grcuda.tests.Repository;
import org.junit.jupiter.api.Test;

/**
 * Counts the kernels of {@code kernels} that become machine code of each instruction set, which the
 * processor need not have, and prints why the others are bytecode, the most frequent reason first,
 * and which are executed thread by thread. Runs when it is asked for by name.
 */
final class MachineCodeCensus {

  private static final String MACHINE_CODE = "GangAssembler";
  private static final String REASON = "GangTranslator";
  private static final String SIZE = "GangCode";
  private static final String OF_ONE_THREAD = "gangs of 1,";

  private static final double LEAST_SHARE = 0.95;

  /** What becomes of all kernels with one instruction set. */
  private static final class Count {

    private final Map<String, List<String>> bytecode = new TreeMap<>();
    private final List<String> singles = new ArrayList<>();
    private int kernels;
    private int machineCode;
  }

  /** What becomes of the kernels of one module. */
  private static final class Outcome implements TranslationOptions.PassListener {

    private final Set<String> machineCode = new HashSet<>();
    private final Set<String> singles = new HashSet<>();
    private final Map<String, String> reasons = new HashMap<>();

    @Override
    public void after(String kernel, String pass, String result) {
      switch (pass) {
        case MACHINE_CODE -> machineCode.add(kernel);
        case SIZE -> {
          if (result.startsWith(OF_ONE_THREAD)) {
            singles.add(kernel);
          }
        }
        case REASON -> reasons.put(kernel, result.replaceAll(" \\(PTX line \\d+\\)", ""));
        default -> {}
      }
    }

    @Override
    public boolean wants(String pass) {
      return Set.of(MACHINE_CODE, REASON, SIZE).contains(pass);
    }
  }

  @Test
  void kernelsByWhatRunsThem() throws IOException {
    NvrtcCompiler compiler =
        NvrtcCompiler.open(NvrtcSettings.of(System.getenv(), System.err::println));
    List<Path> files;
    try (Stream<Path> all = Files.walk(Repository.root().resolve("kernels"))) {
      files = all.filter(file -> file.toString().endsWith(".cu")).sorted().toList();
    }
    Map<InstructionSet, Count> counts = new EnumMap<>(InstructionSet.class);
    for (Path file : files) {
      String name = file.getFileName().toString();
      Program program = new Program(Files.readString(file), name, "compute_90");
      String ptx = compiler.compile(program).ptx();
      for (InstructionSet set : InstructionSet.values()) {
        count(counts.computeIfAbsent(set, s -> new Count()), set, name, ptx);
      }
    }
    counts.forEach(MachineCodeCensus::print);
    for (Count count : counts.values()) {
      assertTrue(count.machineCode >= LEAST_SHARE * count.kernels, "most are machine code");
    }
    assertEquals(
        counts.get(InstructionSet.AVX512).bytecode, counts.get(InstructionSet.AVX2).bytecode);
  }

  private static void print(InstructionSet set, Count count) {
    System.out.printf(
        "%s machine code: %d of %d kernels, of single threads: %s%n",
        set.text(), count.machineCode, count.kernels, count.singles);
    count.bytecode.entrySet().stream()
        .sorted(Comparator.comparing(reason -> -reason.getValue().size()))
        .forEach(r -> System.out.println(r.getValue().size() + ": " + r.getKey() + r.getValue()));
  }

  private static void count(Count count, InstructionSet set, String file, String ptx) {
    Outcome outcome = new Outcome();
    TranslationOptions options = TranslationOptions.defaults().withInstructions(set);
    CompiledModule module = PtxTranslator.translate(ptx, options.withListener(outcome));
    for (CompiledKernel kernel : module.kernels()) {
      count.kernels++;
      if (outcome.machineCode.contains(kernel.name())) {
        count.machineCode++;
        if (outcome.singles.contains(kernel.name())) {
          count.singles.add(file + ":" + kernel.name());
        }
      } else {
        String reason =
            outcome.reasons.getOrDefault(kernel.name(), "a cooperative grid, or interpreted");
        count
            .bytecode
            .computeIfAbsent(reason + " ", none -> new ArrayList<>())
            .add(file + ":" + kernel.name());
      }
    }
    assertTrue(module.refused().isEmpty(), () -> file + ": " + module.refused());
  }
}
