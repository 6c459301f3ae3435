package org.grcuda.cpu.check;

import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Locale;
import org.grcuda.cpu.exec.AccessSite;
import org.grcuda.cpu.exec.KernelParameter;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.cpu.exec.MonitoredKernel;
import org.grcuda.cpu.exec.MonitoredKernel.SharedVariable;
import org.grcuda.cpu.memory.AllocationMap;
import org.grcuda.cpu.memory.Memory;

/** Describes in words where an illegal address lies. */
final class Places {

  /** Addresses below come from a null pointer and an index. */
  private static final long NULL_PAGES = 1L << 16;

  private Places() {}

  /** An address that is in no live allocation. */
  static String global(
      MonitoredKernel kernel,
      Launch launch,
      BlockMemory block,
      AllocationMap all,
      long address,
      int bytes) {
    if (Long.compareUnsigned(address, NULL_PAGES) < 0) {
      return address == 0 ? "a null pointer" : "%,d bytes past a null pointer".formatted(address);
    }
    AllocationMap.Entry nearest = all.nearest(address, bytes);
    long distance = nearest == null ? Long.MAX_VALUE : nearest.distance(address, bytes);
    if (block.distanceToShared(address) < distance) {
      return shared(kernel, block, address, bytes);
    }
    if (nearest == null) {
      return "nothing is allocated";
    }
    String name = name(kernel, launch, nearest);
    long offset = address - nearest.address();
    if (offset >= 0 && offset < nearest.bytes() && nearest.isFreed()) {
      return "%,d bytes into %s, which was freed".formatted(offset, name);
    }
    return relative(offset, bytes, nearest.bytes()) + " " + name;
  }

  /** Such as {@code "8 bytes past the end of"}. */
  private static String relative(long offset, int bytes, long size) {
    if (offset < 0) {
      return offset == -bytes
          ? "right before the start of"
          : String.format(Locale.ROOT, "%,d bytes before the start of", -offset);
    }
    if (offset < size) {
      return String.format(
          Locale.ROOT, "its last %,d bytes are past the end of", offset + bytes - size);
    }
    return offset == size
        ? "right past the end of"
        : String.format(Locale.ROOT, "%,d bytes past the end of", offset - size);
  }

  private static String name(MonitoredKernel kernel, Launch launch, AllocationMap.Entry entry) {
    String size = String.format(Locale.ROOT, "%,d bytes at 0x%x", entry.bytes(), entry.address());
    if (entry.name() != null) {
      return "variable '%s' (%s)".formatted(SymbolNames.simple(entry.name()), size);
    }
    List<KernelParameter> parameters = kernel.parameters();
    for (int p = 0; p < parameters.size(); p++) {
      KernelParameter parameter = parameters.get(p);
      if (parameter.bytes() == Long.BYTES) {
        long value = Memory.ALL.get(ValueLayout.JAVA_LONG, launch.parameters + parameter.offset());
        if (entry.holds(value, 1) || value == entry.address()) {
          return "the array of argument %d (%s)".formatted(p + 1, size);
        }
      }
    }
    return "an array that is not an argument of the kernel (%s)".formatted(size);
  }

  /** An address outside of shared memory. */
  static String shared(MonitoredKernel kernel, BlockMemory block, long address, int bytes) {
    long offset = address - block.shared();
    String what = relative(offset, bytes, block.sharedBytes());
    return String.format(
            Locale.ROOT, "%s the block's shared memory (%,d bytes)", what, block.sharedBytes())
        + (offset < 0 || kernel.shared().isEmpty()
            ? ""
            : ", whose last variable is " + name(kernel.shared().getLast()));
  }

  /** A byte of shared memory: the variable that it is in. */
  static String inShared(MonitoredKernel kernel, long offset) {
    for (SharedVariable variable : kernel.shared()) {
      if (offset >= variable.offset() && offset < variable.offset() + variable.bytes()) {
        return String.format(
            Locale.ROOT, "byte %,d of %s", offset - variable.offset(), name(variable));
      }
    }
    return offset >= kernel.staticSharedBytes()
        ? String.format(
            Locale.ROOT, "byte %,d of the dynamic memory", offset - kernel.staticSharedBytes())
        : String.format(Locale.ROOT, "byte %,d", offset);
  }

  private static String name(SharedVariable variable) {
    return String.format(
        Locale.ROOT, "'%s' (%,d bytes)", SymbolNames.simple(variable.name()), variable.bytes());
  }

  /** An address outside of a thread's local memory. */
  static String local(Launch launch, BlockMemory block, int thread, long address, AccessSite site) {
    if (block.isLocal(address) && block.threadOf(address) != thread) {
      return "the local memory of thread " + launch.threadName(block.threadOf(address));
    }
    long offset = address - block.local() - (long) block.localBytes() * thread;
    return String.format(
        Locale.ROOT,
        "%s the thread's local memory (%,d bytes)",
        relative(offset, site.bytes(), block.localBytes()),
        block.localBytes());
  }
}
