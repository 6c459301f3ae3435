package org.grcuda.cpu.translate.pass;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.grcuda.cpu.exec.UnsupportedPtxException;
import org.grcuda.driver.ClusterSize;
import org.grcuda.ptx.Directive;
import org.grcuda.ptx.Guard;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Label;
import org.grcuda.ptx.Modifier;
import org.grcuda.ptx.Opcode;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.StateSpace;

/**
 * The pass that replaces operations on a cluster of several blocks (PTX ISA 2.2.2, 9.7.9.23,
 * 9.7.9.24, 9.7.13.4, 10) by generic accesses: the shared memories of its blocks lie one after the
 * other, at equal distances. Before each lies a header of {@value #HEADER_BYTES} bytes. Its word at
 * {@value #STRIDE} is that distance; that at 0, in the first block, an mbarrier object, on which
 * {@code barrier.cluster} waits and which threads leave when they end.
 *
 * <p>An address in {@code shared::cluster} has the rank of the block, plus 1, in its bits from
 * {@value #RANK} on; 0 there means the thread's own block. {@code cvta} to {@code .shared} gives
 * such addresses, too, as on GPUs: CUDA's functions for other blocks convert without {@code
 * ::cluster}.
 */
public final class Clusters extends Rewriter {

  private static final String DIRECTIVE = "reqnctapercluster";

  /** Bytes before the shared memory of each block. */
  public static final int HEADER_BYTES = 1024;

  /** Where in the header the distance of two blocks lies. */
  public static final int STRIDE = 8;

  private static final int RANK = 24;
  private static final long OFFSET_MASK = (1L << RANK) - 1;

  private static final Set<Opcode> ACCESSES =
      EnumSet.of(Opcode.LD, Opcode.ST, Opcode.ATOM, Opcode.RED, Opcode.MBARRIER);

  private final PtxFunction function;
  private final ClusterSize size;
  private final boolean waits;

  private Clusters(PtxFunction function, ClusterSize size, boolean waits) {
    super(function, "$cluster_");
    this.function = function;
    this.size = size;
    this.waits = waits;
  }

  /** A directive that declares clusters of a size. */
  public static Directive directive(ClusterSize size) {
    return new Directive(DIRECTIVE, List.of((long) size.x(), (long) size.y(), (long) size.z()));
  }

  /** The blocks of a cluster that a kernel declares ({@code .reqnctapercluster}); else one. */
  public static ClusterSize sizeOf(PtxFunction kernel) {
    Directive directive = kernel.directive(DIRECTIVE);
    if (directive == null) {
      return ClusterSize.NONE;
    }
    List<Long> values = directive.values();
    long blocks =
        values.stream()
            .reduce(1L, (a, b) -> a < 0 || b < 1 || b > ClusterSize.MOST_BLOCKS ? -1 : a * b);
    if (values.isEmpty() || values.size() > 3 || blocks < 1 || blocks > ClusterSize.MOST_BLOCKS) {
      throw UnsupportedPtxException.malformed(
          directive.text(),
          "expected one to three extents of a cluster, of at most "
              + ClusterSize.MOST_BLOCKS
              + " blocks together",
          kernel.position());
    }
    int[] extents = {1, 1, 1};
    for (int k = 0; k < values.size(); k++) {
      extents[k] = values.get(k).intValue();
    }
    return new ClusterSize(extents[0], extents[1], extents[2]);
  }

  /**
   * The module without such operations in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   * @throws UnsupportedPtxException for accesses to other blocks that the ISA does not have
   */
  public static PtxModule run(PtxModule module, PtxFunction kernel, CallGraph calls) {
    ClusterSize size = sizeOf(kernel);
    boolean waits = size.blocks() > 1 && waits(calls);
    return run(module, calls, function -> new Clusters(function, size, waits));
  }

  private static boolean waits(CallGraph calls) {
    return calls.functions().stream()
        .flatMap(f -> f.body().stream())
        .anyMatch(s -> s instanceof Instruction i && i.is(Opcode.BARRIER, Modifier.CLUSTER));
  }

  private int blocks() {
    return size.blocks();
  }

  @Override
  boolean replaces(Instruction i) {
    if (anyIsReplaced(i)) {
      return true;
    }
    if (blocks() == 1) {
      return false;
    }
    return i.isInClusterShared()
        || switch (i.opcode()) {
          case MAPA, GETCTARANK -> true;
          case CVTA -> i.spaces().contains(StateSpace.SHARED);
          case BARRIER -> i.has(Modifier.CLUSTER);
          case RET -> waits && function.isEntry();
          case EXIT -> waits;
          default -> false;
        };
  }

  private static boolean anyIsReplaced(Instruction i) {
    for (Operand operand : i.operands()) {
      if (isReplaced(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is a register about clusters. */
  private static boolean isReplaced(Operand operand) {
    return operand instanceof Operand.SpecialRegister r && r.name().contains("cluster");
  }

  @Override
  void replace(Instruction i) {
    if (anyIsReplaced(i)) {
      check(i, i.opcode() == Opcode.MOV);
      special(i, i.operand(0), ((Operand.SpecialRegister) i.operand(1)).name());
      return;
    }
    switch (i.opcode()) {
      case MAPA -> map(i);
      case GETCTARANK -> rankOf(i);
      case CVTA -> convert(i);
      case ISSPACEP -> isInside(i);
      case BARRIER -> meet(i);
      case RET, EXIT -> {
        add("mbarrier.arrive_drop.b64", new Operand.Sink(), barrier());
        add(i.with(null, i.modifiers(), i.operands()));
      }
      default -> access(i);
    }
  }

  // ---- special registers

  private void special(Instruction i, Operand target, String name) {
    int dot = name.indexOf('.');
    if (dot < 0) {
      switch (name) {
        case "%cluster_ctarank" -> add("mov.u32", target, rank());
        case "%cluster_nctarank" -> add("mov.u32", target, number(blocks()));
        case "%is_explicit_cluster" -> add("setp.gt.u32", target, number(blocks()), number(1));
        default -> throw refused(i);
      }
      return;
    }
    String axis = name.substring(dot);
    int extent =
        switch (axis) {
          case ".x" -> size.x();
          case ".y" -> size.y();
          case ".z" -> size.z();
          default -> 0;
        };
    check(i, extent > 0);
    switch (name.substring(0, dot)) {
      case "%cluster_nctaid" -> add("mov.u32", target, number(extent));
      case "%cluster_ctaid" -> add("rem.u32", target, read("%ctaid" + axis), number(extent));
      case "%clusterid" -> add("div.u32", target, read("%ctaid" + axis), number(extent));
      default -> add("div.u32", target, read("%nctaid" + axis), number(extent));
    }
  }

  private Register read(String special) {
    Register register = register("read", PtxType.U32);
    add("mov.u32", register, new Operand.SpecialRegister(special));
    return register;
  }

  /** Computes the rank of the thread's block in its cluster. */
  private Register rank() {
    Register rank = register("rank", PtxType.U32);
    if (blocks() == 1) {
      add("mov.u32", rank, number(0));
      return rank;
    }
    add("rem.u32", rank, read("%ctaid.z"), number(size.z()));
    add("mul.lo.u32", rank, rank, number(size.y()));
    Register part = register("part", PtxType.U32);
    add("rem.u32", part, read("%ctaid.y"), number(size.y()));
    add("add.u32", rank, rank, part);
    add("mul.lo.u32", rank, rank, number(size.x()));
    add("rem.u32", part, read("%ctaid.x"), number(size.x()));
    add("add.u32", rank, rank, part);
    return rank;
  }

  // ---- addresses

  /** Computes the generic address of the first block's shared memory, and the distance of two. */
  private Register first() {
    Register own = register("own", PtxType.U64);
    Register first = register("first", PtxType.U64);
    add("mov.u64", own, number(0));
    add("cvta.shared.u64", own, own);
    add("ld.u64", stride(), new Operand.Address(own, STRIDE - HEADER_BYTES));
    add("cvt.u64.u32", first, rank());
    add("mul.lo.u64", first, first, stride());
    add("sub.u64", first, own, first);
    return first;
  }

  private Register stride() {
    return register("stride", PtxType.U64);
  }

  private Operand barrier() {
    return new Operand.Address(first(), -HEADER_BYTES);
  }

  /** An operand as 64 bits. */
  private Register wide(String name, Operand operand) {
    Register register = register(name, PtxType.U64);
    boolean narrow = operand instanceof Register r && r.type().size() == 4;
    add(narrow ? "cvt.u64.u32" : "mov.u64", register, operand);
    return register;
  }

  /** Splits an address of {@code shared::cluster}: the block's rank is the result. */
  private Register split(Register address) {
    Register block = register("block", PtxType.U64);
    Register here = register("here", PtxType.U64);
    Register own = register("is_own", PtxType.PRED);
    add("cvt.u64.u32", here, rank());
    add("shr.u64", block, address, number(RANK));
    add("setp.eq.u64", own, block, number(0));
    add("sub.u64", block, block, number(1));
    add("selp.b64", block, here, block, own);
    add("and.b64", address, address, number(OFFSET_MASK));
    return block;
  }

  /** Makes an address of {@code shared::cluster} generic. */
  private void toGeneric(Register address) {
    Register block = split(address);
    Register first = first();
    add("mad.lo.u64", address, block, stride(), address);
    add("add.u64", address, address, first);
  }

  /** Splits a generic address: the block's rank is the result. */
  private Register splitGeneric(Register address) {
    Register block = register("block", PtxType.U64);
    add("sub.u64", address, address, first());
    add("div.u64", block, address, stride());
    add("rem.u64", address, address, stride());
    return block;
  }

  /** Gives an address the bits that name a block. */
  private void name(Register address, Register block) {
    add("add.u64", block, block, number(1));
    add("shl.b64", block, block, number(RANK));
    add("or.b64", address, address, block);
  }

  /** As {@link #name}, but leaves an address in the thread's own block as it is. */
  private void nameOther(Register address, Register block) {
    Register here = register("here", PtxType.U64);
    Register own = register("is_own", PtxType.PRED);
    add("cvt.u64.u32", here, rank());
    add("setp.eq.u64", own, block, here);
    add("mov.u64", here, address);
    name(address, block);
    add("selp.b64", address, here, address, own);
  }

  private void result(Instruction i, Register value) {
    add(i.type().size() == 4 ? "cvt.u32.u64" : "mov.u64", i.operand(0), value);
  }

  private void map(Instruction i) {
    check(i, i.isInClusterShared() || i.type() == PtxType.U64);
    Register address = wide("address", i.operand(1));
    Register block = register("mapped", PtxType.U64);
    Register rank = register("named", PtxType.U32);
    add("mov.u32", rank, i.operand(2));
    add("cvt.u64.u32", block, rank);
    if (i.isInClusterShared()) {
      add("and.b64", address, address, number(OFFSET_MASK));
      name(address, block);
    } else {
      splitGeneric(address);
      Register first = first();
      add("mad.lo.u64", address, block, stride(), address);
      add("add.u64", address, address, first);
    }
    result(i, address);
  }

  private void rankOf(Instruction i) {
    Register address = wide("address", i.operand(1));
    Register block = i.isInClusterShared() ? split(address) : splitGeneric(address);
    add("cvt.u32.u64", i.operand(0), block);
  }

  private void convert(Instruction i) {
    Register address = wide("address", i.operand(1));
    if (i.has(Modifier.TO)) {
      nameOther(address, splitGeneric(address));
    } else {
      toGeneric(address);
    }
    result(i, address);
  }

  private void isInside(Instruction i) {
    Register address = wide("address", i.operand(1));
    Register block = splitGeneric(address);
    Register inside = register("inside", PtxType.PRED);
    Register bytes = register("bytes", PtxType.U64);
    add("setp.lt.u64", inside, block, number(blocks()));
    add("cvt.u64.u32", bytes, read("%total_smem_size"));
    add("setp.lt.and.u64", i.operand(0), address, bytes, inside);
  }

  private void access(Instruction i) {
    check(i, ACCESSES.contains(i.opcode()));
    List<Operand> operands = new ArrayList<>(i.operands());
    for (int k = 0; k < operands.size(); k++) {
      if (operands.get(k) instanceof Operand.Address) {
        Register address = address(i, "address", operands.get(k));
        toGeneric(address);
        operands.set(k, new Operand.Address(address, 0));
      }
    }
    List<String> modifiers =
        i.modifiers().stream().filter(m -> !m.equals(StateSpace.CLUSTER_SHARED)).toList();
    add(i.with(null, modifiers, operands));
  }

  // ---- barrier.cluster

  private void meet(Instruction i) {
    Register arrived = register("arrived", PtxType.B64);
    if (i.has(Modifier.ARRIVE)) {
      add("mbarrier.arrive.b64", arrived, barrier());
      return;
    }
    boolean arrives =
        function.body().stream()
            .anyMatch(
                s ->
                    s instanceof Instruction o
                        && o.is(Opcode.BARRIER, Modifier.CLUSTER, Modifier.ARRIVE));
    if (!arrives) {
      throw refused(i, "the function does not arrive at the barrier for which it waits");
    }
    Register holds = register("holds", PtxType.PRED);
    Operand barrier = barrier();
    Label again = label();
    place(again);
    add("mbarrier.test_wait.b64", holds, barrier, arrived);
    branch(new Guard(holds, true), again);
  }
}
