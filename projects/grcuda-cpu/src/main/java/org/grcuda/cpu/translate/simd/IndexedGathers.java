package org.grcuda.cpu.translate.simd;

import static org.grcuda.cpu.translate.simd.GangEmitter.FRAME;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.K0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V0;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V2;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V3;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V4;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V5;
import static org.grcuda.cpu.translate.simd.registers.RegisterAllocation.Scratch.V6;
import static org.grcuda.cpu.x86.Assembler.RAX;
import static org.grcuda.cpu.x86.Assembler.RCX;
import static org.grcuda.cpu.x86.Assembler.RDX;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.cpu.translate.simd.Neighbours.Later;
import org.grcuda.cpu.translate.simd.analysis.IndexGroups;
import org.grcuda.cpu.translate.simd.analysis.IndexGroups.Member;
import org.grcuda.cpu.translate.simd.analysis.Indexed.Index;
import org.grcuda.cpu.translate.simd.analysis.Shape;
import org.grcuda.cpu.translate.simd.registers.VectorTarget;
import org.grcuda.cpu.x86.Assembler.Alu;
import org.grcuda.cpu.x86.Assembler.Condition;
import org.grcuda.cpu.x86.Form;
import org.grcuda.cpu.x86.Label;
import org.grcuda.cpu.x86.Mem;
import org.grcuda.cpu.x86.Source;
import org.grcuda.cpu.x86.VectorAssembler;
import org.grcuda.cpu.x86.VectorOp;
import org.grcuda.ptx.PtxType;

/**
 * Loads of {@code array[index]} with indices of 32 bits: gathers from a general register and a
 * vector of indices.
 *
 * <p>The array's element 0 must lie in the arena; let it be the arena's element {@code a}. Then
 * {@code a + index}, in 32 bits, is below the number of the arena's elements only for elements in
 * the arena: both numbers are below 2^31, so no sum wraps around to a valid one. An unsigned index
 * must also be below 2^31.
 *
 * <p>Indices that count lanes, from anywhere, lead to elements that follow one another. They are
 * loaded as a vector.
 *
 * <p>The first load of {@link IndexGroups} checks the indices of all by one comparison, of the
 * largest, and loads their elements. The processor then waits for all of them at the same time.
 */
final class IndexedGathers {

  private static final int NOT_BELOW = 5;
  private static final int RESULT = V3;
  private static final int HIGH_RESULT = V6;

  /** {@code a | b & c}. */
  private static final int OR_OF_AND = 0xf8;

  /**
   * What the first load of a group leaves for another one.
   *
   * @param elements the elements, two vectors at most
   * @param loaded 4 bytes: 1 if the elements are there; 0 if an index was bad, so that each load
   *     has to check its own
   */
  private record Kept(Mem elements, Mem loaded) {}

  private final GangEmitter e;
  private final VectorAssembler asm;
  private final AddressChecks addresses;
  private final Neighbours neighbours;
  private final IndexGroups groups;
  private final Map<Later, Kept> kept = new HashMap<>();

  IndexedGathers(GangEmitter e, AddressChecks addresses, Neighbours neighbours) {
    this.e = e;
    this.asm = e.asm();
    this.addresses = addresses;
    this.neighbours = neighbours;
    this.groups = new IndexGroups(e.scope());
  }

  /**
   * Loads.
   *
   * @param otherwise gathers from the addresses in V0 and V1 into V3, and V6
   */
  void load(Access x, Index index, Runnable otherwise) {
    Label slow = new Label();
    Label done = new Label();
    Optional<Mem> loaded = loadOrJump(x, index, slow);
    asm.bind(done);
    e.later(
        () -> {
          asm.bind(slow);
          loaded.ifPresent(at -> asm.storeConstant(4, at, 0));
          computeAddresses(x, index);
          addresses.check(x);
          otherwise.run();
          asm.jump(done);
        });
    VectorTarget t = e.target(x.values().getFirst(), x.type());
    VectorOp move = isWide(x) ? VectorOp.VMOVDQU64 : VectorOp.VMOVDQU32;
    asm.vector(move, t.low(), 0, RESULT, t.form(0));
    if (isWide(x)) {
      asm.vector(move, t.high(), 0, HIGH_RESULT, t.form(1));
    }
    e.done(t);
  }

  /**
   * Loads in the way that fits; jumps if that cannot be done.
   *
   * @return as {@link #loadNow}
   */
  private Optional<Mem> loadOrJump(Access x, Index index, Label slow) {
    Kept own = kept.get(neighbours.later(e.statement()));
    if (own == null && !isRow(x, index)) {
      return loadNow(x, index, others(), slow);
    }
    if (own == null) {
      loadRow(x, index, slow);
    } else {
      loadKept(x, own, slow);
    }
    return Optional.empty();
  }

  /** The later loads to do with the current one; none that another load does. */
  private List<Member> others() {
    return groups.at(e.statement(), neighbours::loadedWith).stream()
        .filter(m -> !kept.containsKey(neighbours.later(m.statement())))
        .toList();
  }

  /** Finds places for the elements of other loads, and, if there are any, for the 4 bytes. */
  private Optional<Mem> keepPlaces(List<Member> others) {
    if (others.isEmpty()) {
      return Optional.empty();
    }
    Mem loaded = Mem.at(FRAME, e.frameSlot(Long.BYTES));
    for (Member m : others) {
      Mem elements = Mem.at(FRAME, e.frameSlot(2 * asm.bytes()));
      kept.put(neighbours.later(m.statement()), new Kept(elements, loaded));
    }
    return Optional.of(loaded);
  }

  private static boolean isWide(Access x) {
    return x.type().size() == Long.BYTES;
  }

  /** Takes what the first load of a group has left; jumps if it has left nothing. */
  private void loadKept(Access x, Kept own, Label slow) {
    asm.aluImmediate(Alu.CMP, 4, own.loaded(), 0);
    asm.jump(Condition.E, slow);
    asm.vector(VectorOp.VMOVDQU32, RESULT, 0, own.elements(), Form.ALL);
    if (isWide(x)) {
      Mem high = own.elements().plus(asm.bytes());
      asm.vector(VectorOp.VMOVDQU32, HIGH_RESULT, 0, high, Form.ALL);
    }
  }

  /** Whether the elements of lanes follow one another, unless an index wraps around. */
  private boolean isRow(Access x, Index index) {
    Shape shape = e.scope().plan().shape(index.register());
    return !isWide(x) && shape.isAffine() && shape.stride() == 1;
  }

  /**
   * Loads elements that follow one another, also those of lanes that do not execute; jumps if one
   * is not in the arena, or an index wraps around. The array's element 0 is in the arena, so an
   * index that wraps leads beyond 2^31 elements.
   */
  private void loadRow(Access x, Index index, Label slow) {
    int array = e.scalar(index.array(), PtxType.U64, RDX);
    addresses.arenaIndex(x, array, slow);
    int at = e.scalar(index.register(), PtxType.U32, RAX);
    if (index.signed()) {
      asm.movsxd(RAX, at);
      asm.alu(Alu.ADD, 8, RCX, RAX);
      asm.jump(Condition.S, slow);
    } else {
      asm.mov(4, RAX, at);
      asm.alu(Alu.ADD, 8, RCX, RAX);
    }
    asm.aluImmediate(Alu.ADD, 8, RCX, e.lanes() - 1);
    asm.alu(Alu.CMP, 8, RCX, AddressChecks.indexLimit(x));
    asm.jump(Condition.AE, slow);
    Mem row = Mem.indexed(array, RAX, x.bytes(), x.offset());
    asm.vector(VectorOp.VMOVDQU32, RESULT, 0, row, Form.ALL);
  }

  private void keep(Access x, Mem elements) {
    asm.vector(VectorOp.VMOVDQU32_STORE, RESULT, 0, elements, Form.ALL);
    if (isWide(x)) {
      Mem high = elements.plus(asm.bytes());
      asm.vector(VectorOp.VMOVDQU32_STORE, HIGH_RESULT, 0, high, Form.ALL);
    }
  }

  /**
   * Loads, also for the other loads of a group, if all indices are good; else jumps.
   *
   * @return the 4 bytes that say so to the others, if there are others
   */
  private Optional<Mem> loadNow(Access x, Index index, List<Member> others, Label slow) {
    Optional<Mem> loaded = keepPlaces(others);
    int array = e.scalar(index.array(), PtxType.U64, RDX);
    addresses.arenaIndex(x, array, slow);
    int at = e.vector(index.register(), PtxType.U32, 0, V0);
    asm.vector(VectorOp.VPBROADCASTD_GPR, V2, 0, RCX, Form.ALL);
    element(index, at, RESULT);
    for (Member m : others) {
      asm.vector(VectorOp.VMOVDQU32, V5, 0, neighbours.word(m.index()), Form.ALL);
      element(index, V5, V4);
      asm.vector(VectorOp.VPMAXUD, RESULT, RESULT, V4, Form.ALL);
    }
    jumpIfBeyond(x, RESULT, slow);
    for (Member m : others) {
      asm.vector(VectorOp.VMOVDQU32, V5, 0, neighbours.word(m.index()), Form.ALL);
      gather(x, array, V5);
      keep(x, kept.get(neighbours.later(m.statement())).elements());
    }
    gather(x, array, at);
    loaded.ifPresent(place -> asm.storeConstant(4, place, 1));
    return loaded;
  }

  /** The elements of lanes, counted from the arena's first, from the array's in V2. */
  private void element(Index index, int at, int to) {
    asm.vector(VectorOp.VPADDD, to, V2, at, Form.ALL);
    if (!index.signed()) {
      Mem sign = asm.constant(Integer.MIN_VALUE).toAll();
      asm.vector(VectorOp.VPTERNLOGD, to, at, sign, Form.ALL.with(OR_OF_AND));
    }
  }

  /** Jumps if a lane's element is not one of the arena. */
  private void jumpIfBeyond(Access x, int element, Label beyond) {
    Mem limit = AddressChecks.indexLimit(x).toAll();
    asm.vector(VectorOp.VPCMPUD, K0, element, limit, Form.ALL.with(NOT_BELOW));
    addresses.ofExecuting(x);
    asm.kortest(K0, K0);
    asm.jump(Condition.NE, beyond);
  }

  private void gather(Access x, int array, int at) {
    int size = x.type().size();
    int k = GangEmitter.HIGH;
    boolean all = e.accessMask(x) == 0;
    VectorOp op = isWide(x) ? VectorOp.VPGATHERDQ : VectorOp.VPGATHERDD;
    asm.kmov(k, x.mask());
    asm.elements(op, RESULT, Mem.lanes(array, at, size, x.offset()), k, all);
    if (isWide(x)) {
      asm.vector(VectorOp.VEXTRACTI64X4_STORE, at, 0, V2, Form.ALL.with(1));
      asm.upperHalf(k, x.mask());
      asm.elements(op, HIGH_RESULT, Mem.lanes(array, V2, size, x.offset()), k, all);
    }
  }

  /** The lanes' addresses into V0 and V1. */
  private void computeAddresses(Access x, Index index) {
    int at = e.vector(index.register(), PtxType.U32, 0, V0);
    for (int h = 1; h >= 0; h--) {
      int to = V0 + h;
      e.widen(at, h, index.signed(), to);
      asm.vector(VectorOp.VPSLLQ_IMM, to, 0, to, Form.ALL.with(x.log()));
    }
    for (int h = 0; h < 2; h++) {
      Source array = e.source(index.array(), PtxType.U64, h, V2);
      int to = V0 + h;
      asm.vector(VectorOp.VPADDQ, to, to, array, Form.ALL);
      asm.vector(VectorOp.VPADDQ, to, to, e.constant(PtxType.U64, x.offset()), Form.ALL);
    }
  }
}
