package org.grcuda.cpu.translate.emit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.grcuda.cpu.exec.AccessSite;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.InstructionTracer;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.MonitoredKernel;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.text.SourceLines;

/**
 * Numbers the things that the code of one kernel reports while it runs: none, unless it is watched.
 */
final class Instrumentation {

  private final boolean monitors;
  private final boolean traces;
  private final SourceLines source;
  private final Map<AccessSite, Integer> sites = new LinkedHashMap<>();
  private final Map<Instruction, Integer> instructions = new LinkedHashMap<>();
  private final Map<Register, Integer> registers = new LinkedHashMap<>();

  Instrumentation(TranslationOptions options, PtxFunction kernel, SourceLines source) {
    this.monitors = options.monitored();
    this.traces = options.traced().test(kernel.name());
    this.source = source;
  }

  /** Whether the code reports accesses. */
  boolean monitors() {
    return monitors;
  }

  /** Whether the code reports instructions. */
  boolean traces() {
    return traces;
  }

  /** The number of a site. */
  int number(AccessSite site) {
    return number(sites, site);
  }

  /** The number of an instruction. */
  int number(Instruction instruction) {
    return number(instructions, instruction);
  }

  /** The number of a register. */
  int number(Register register) {
    return number(registers, register);
  }

  private static <T> int number(Map<T, Integer> numbers, T key) {
    Integer known = numbers.putIfAbsent(key, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }

  /**
   * Wraps the code of a block, so that the monitor and the tracer are told of its begin and end.
   */
  BlockCode wrap(BlockCode code, PtxFunction kernel, MemoryLayout layout) {
    BlockCode monitored = monitors ? monitored(code, kernel, layout) : code;
    return traces ? traced(monitored, kernel) : monitored;
  }

  private BlockCode monitored(BlockCode code, PtxFunction kernel, MemoryLayout layout) {
    MonitoredKernel description =
        new MonitoredKernel(
            kernel.name(),
            List.copyOf(sites.keySet()),
            layout.sharedVariables(),
            layout.staticSharedBytes(),
            layout.localBytes(),
            layout.parameters().slots().stream()
                .map(s -> new KernelParameter(s.name(), s.offset(), s.size(), s.alignment()))
                .toList(),
            layout.parameters().size(),
            source);
    return context -> {
      context.monitor.begin(context, description);
      code.run(context);
      context.monitor.end();
    };
  }

  private BlockCode traced(BlockCode code, PtxFunction kernel) {
    var numbered =
        new InstructionTracer.Code(
            kernel.name(),
            List.copyOf(instructions.keySet()),
            List.copyOf(new ArrayList<>(registers.keySet())));
    return context -> {
      context.tracer.begin(context, numbered);
      try {
        code.run(context);
      } finally {
        context.tracer.end();
      }
    };
  }
}
