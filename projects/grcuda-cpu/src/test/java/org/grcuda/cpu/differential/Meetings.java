package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.grcuda.ptx.PtxType;

/** Writes statements that need all threads of a warp or of the block together. */
final class Meetings {

  private final RandomGenerator random;
  private final Operands operands;
  private final InstructionPools pools;
  private final boolean inClusters;

  /**
   * For a program with these registers.
   *
   * @param inClusters whether the barrier of the cluster is one of several blocks
   */
  Meetings(RandomGenerator random, Operands operands, InstructionPools pools, boolean inClusters) {
    this.inClusters = inClusters;
    this.random = random;
    this.operands = operands;
    this.pools = pools;
  }

  /**
   * A barrier or an operation of the warp. Of an activemask it leaves what is sure: that it is not
   * 0. Threads that have taken turns in a loop with atomics need not be together again after it
   * (PTX ISA 9.7.13.10).
   */
  List<String> any() {
    List<String> all = new ArrayList<>();
    InstructionForm form = pools.meeting(random);
    while (inClusters && form.mnemonic().startsWith("barrier.cluster")) {
      // It arrives or waits, and not both.
      form = pools.meeting(random);
    }
    for (String statement : operands.write(form)) {
      all.add(statement);
      if (statement.startsWith("activemask")) {
        String register = statement.substring(statement.indexOf('%'), statement.indexOf(';'));
        all.add("min.u32 " + register + ", " + register + ", 1;");
      }
    }
    return all;
  }

  /** Each thread reads a word of the slot of another thread of its block, between barriers. */
  List<String> slot() {
    return slot("%xa", 0, reading());
  }

  /** Like {@link #slot()}, by a 32-bit register that points ahead of shared memory at times. */
  List<String> slotFromAhead() {
    List<String> out = reading();
    int ahead = random.nextInt(4 * KernelText.SLOT);
    out.add("cvt.u32.u64 %x0, %xa; sub.u32 %x0, %x0, " + ahead + ";");
    return slot("%x0", ahead, out);
  }

  private List<String> slot(String base, int offset, List<String> out) {
    int word = offset + 4 * random.nextInt(KernelText.SLOT / 4);
    out.add("ld.shared.b32 " + operands.register(PtxType.B32) + ", [" + base + "+" + word + "];");
    out.add("bar.sync 0;");
    return out;
  }

  /** All threads read a sum of the block, or a lock or its sum, between barriers. */
  List<String> sum() {
    List<String> out = reading();
    int place = KernelText.ACCUMULATORS + 4 * random.nextInt(128 + 16);
    out.add("ld.shared.b32 " + operands.register(PtxType.B32) + ", [%xb+" + place + "];");
    out.add("bar.sync 0;");
    return out;
  }

  /** Leaves the address of shared memory in %xb and of another thread's slot in %xa, and waits. */
  private List<String> reading() {
    List<String> out = new ArrayList<>();
    out.add("add.u32 %x0, %x4, " + random.nextInt(70) + ";");
    out.add("rem.u32 %x0, %x0, %x6; mul.wide.u32 %xa, %x0, " + KernelText.SLOT + ";");
    out.add("mov.u64 %xb, shared; add.s64 %xa, %xa, %xb;");
    out.add("bar.sync 0;");
    return out;
  }

  /** A vote in which each lane names the lanes before it, which are all there together. */
  List<String> voteBefore() {
    String predicate = operands.register(PtxType.PRED);
    String vote =
        random.nextBoolean()
            ? "ballot.b32 " + operands.register(PtxType.B32)
            : List.of("all", "any", "uni").get(random.nextInt(3))
                + ".pred "
                + operands.register(PtxType.PRED);
    return List.of(
        "mov.u32 %x0, %lanemask_lt; bar.warp.sync -1;",
        "vote.sync." + vote + ", " + predicate + ", %x0;");
  }
}
