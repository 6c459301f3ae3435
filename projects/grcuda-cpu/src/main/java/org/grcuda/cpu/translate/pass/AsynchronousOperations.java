package org.grcuda.cpu.translate.pass;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.grcuda.cpu.exec.UnsupportedPtxException;
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
 * The pass that replaces asynchronous copies, stores and reductions (PTX ISA 9.7.9.25, {@code
 * st.async}, {@code red.async}) and requests to cancel launches ({@code clusterlaunchcontrol}) by
 * accesses that run at once, and by their effect on an mbarrier object. Multicast goes to each
 * block of the cluster that its mask names, at the place that it names in its own. The accesses
 * keep their state space, so that {@link Clusters} finds those of other blocks.
 */
public final class AsynchronousOperations extends Rewriter {

  private static final Set<Modifier> NOT_HERE =
      EnumSet.of(Modifier.TENSOR, Modifier.CP_MASK, Modifier.IGNORE_OOB);

  /** A bulk copy moves multiples of so many bytes. */
  private static final int UNIT = 16;

  /** Of {@code clusterlaunchcontrol}: 128 bits. */
  private static final int RESPONSE_BYTES = 16;

  private static final Set<Modifier> FIRST_BLOCK =
      EnumSet.of(
          Modifier.FIRST_BLOCK,
          Modifier.FIRST_BLOCK_X,
          Modifier.FIRST_BLOCK_Y,
          Modifier.FIRST_BLOCK_Z);

  private AsynchronousOperations(PtxFunction function) {
    super(function, "$asynchronous_");
  }

  /**
   * The module without such instructions in a kernel and what it calls; itself if there are none.
   *
   * @param calls of the kernel
   * @throws UnsupportedPtxException for copies of tensors and of parts of 16 bytes
   */
  public static PtxModule run(PtxModule module, CallGraph calls) {
    return run(module, calls, AsynchronousOperations::new);
  }

  @Override
  boolean replaces(Instruction i) {
    return switch (i.opcode()) {
      case ST, RED -> i.has(Modifier.ASYNC);
      case CP -> i.has(Modifier.BULK);
      case CLUSTERLAUNCHCONTROL -> true;
      default -> false;
    };
  }

  @Override
  void replace(Instruction given) {
    Instruction i = withoutHint(given);
    switch (i.opcode()) {
      case CP -> bulk(i);
      case CLUSTERLAUNCHCONTROL -> {
        if (i.has(Modifier.TRY_CANCEL)) {
          tryCancel(i);
        } else {
          queryCancel(i);
        }
      }
      default -> element(i);
    }
  }

  /**
   * No cluster's launch is cancelled, as none waits for a place on the device: the response, which
   * is opaque to programs, is 0.
   */
  private void tryCancel(Instruction i) {
    check(i, i.has(Modifier.ASYNC) && i.has(Modifier.COMPLETES_BYTES));
    check(i, i.type() == PtxType.B128 && i.operands().size() == 2);
    boolean shared = i.space() == StateSpace.SHARED;
    if (!i.has(Modifier.MULTICAST_ALL)) {
      respond(i, shared ? "." + StateSpace.SHARED.ptxName() : "", i.operand(0), i.operand(1));
      return;
    }
    Register target = address(i, "to", i.operand(0));
    Register barrier = address(i, "barrier", i.operand(1));
    Register mask = register("mask", PtxType.U32);
    add("mov.u32", mask, number(-1));
    String space = shared ? "." + StateSpace.CLUSTER_SHARED : "";
    Register there = register("there", PtxType.U64);
    Register signal = register("signal", PtxType.U64);
    eachBlock(
        mask,
        rank -> {
          add("mapa" + space + ".u64", there, target, rank);
          add("mapa" + space + ".u64", signal, barrier, rank);
          respond(i, space, new Operand.Address(there, 0), new Operand.Address(signal, 0));
        });
  }

  private void respond(Instruction i, String space, Operand to, Operand barrier) {
    add("st" + space + ".v2.u64", to, new Operand.Vector(List.of(number(0), number(0))));
    complete(i, space, barrier, number(RESPONSE_BYTES));
  }

  /**
   * What a response says: nothing was cancelled. Then the index of its first block is undefined.
   */
  private void queryCancel(Instruction i) {
    check(i, i.has(Modifier.QUERY_CANCEL) && i.operands().size() == 2);
    Operand to = i.operand(0);
    if (i.has(Modifier.IS_CANCELED)) {
      add("setp.ne.u32", to, number(0), number(0));
      return;
    }
    check(i, i.oneOf(FIRST_BLOCK) != null);
    List<Operand> words = to instanceof Operand.Vector vector ? vector.elements() : List.of(to);
    check(i, words.size() == i.vectorWidth());
    words.stream()
        .filter(word -> !(word instanceof Operand.Sink))
        .forEach(word -> add("mov.b32", word, number(0)));
  }

  /** {@code st.async} and {@code red.async}. */
  private void element(Instruction i) {
    check(i, i.operands().size() == 3 && i.type() != null && !i.has(Modifier.MMIO));
    String space = i.isInClusterShared() ? "." + StateSpace.CLUSTER_SHARED : "";
    check(i, !space.isEmpty() || i.spaces().isEmpty());
    String vector = i.vectorWidth() > 1 ? ".v" + i.vectorWidth() : "";
    String operation = i.opcode() == Opcode.ST ? "st" + space + vector : "red" + space + sum(i);
    add(operation + "." + i.type().ptxName(), i.operand(0), i.operand(1));
    complete(i, space, i.operand(2), number((long) i.type().size() * i.vectorWidth()));
  }

  private static String sum(Instruction i) {
    Modifier operation = i.oneOf(Modifier.ATOMIC_OPERATIONS);
    check(i, operation != null && operation != Modifier.EXCH && operation != Modifier.CAS);
    return "." + operation.ptxName() + (i.has(Modifier.NOFTZ) ? ".noftz" : "");
  }

  private void complete(Instruction i, String space, Operand barrier, Operand bytes) {
    check(i, barrier instanceof Operand.Address);
    add("mbarrier.complete_tx" + space + ".b64", barrier, bytes);
  }

  /** {@code cp.async.bulk} and {@code cp.reduce.async.bulk}, and the waits for them. */
  private void bulk(Instruction i) {
    boolean waits = i.has(Modifier.COMMIT_GROUP) || i.has(Modifier.WAIT_GROUP);
    if (waits || i.has(Modifier.PREFETCH)) {
      return;
    }
    check(i, i.oneOf(NOT_HERE) == null);
    boolean signals = i.has(Modifier.COMPLETES_BYTES);
    boolean multicast = i.has(Modifier.MULTICAST);
    int operands = 3 + (signals ? 1 : 0) + (multicast ? 1 : 0);
    check(i, spaces(i).size() == 2 && i.operands().size() == operands);
    check(i, signals ? !multicast || i.isInClusterShared() : i.has(Modifier.BULK_GROUP));
    check(i, !i.has(Modifier.REDUCE) || i.type() != null && !multicast);
    Register bytes = register("bytes", PtxType.U64);
    Register odd = register("odd", PtxType.U64);
    add("cvt.u64.u32", bytes, i.operand(2));
    add("and.b64", odd, bytes, number(UNIT - 1));
    trapIf("setp.ne.u64", odd, number(0));
    Register target = address(i, "to", i.operand(0));
    if (multicast) {
      multicast(i, target, bytes);
    } else {
      copy(i, target, bytes);
      if (signals) {
        complete(i, spaces(i).getFirst(), i.operand(3), i.operand(2));
      }
    }
  }

  /** The state spaces of the target and of the source, each after a dot. */
  private static List<String> spaces(Instruction i) {
    return i.modifiers().stream()
        .filter(m -> StateSpace.ofModifier(m) != null)
        .map(m -> "." + m)
        .toList();
  }

  private void multicast(Instruction i, Register target, Register bytes) {
    Register barrier = address(i, "barrier", i.operand(3));
    Register mask = register("mask", PtxType.U32);
    Register there = register("there", PtxType.U64);
    boolean narrow = i.operand(4) instanceof Register r && r.type().size() == 2;
    add(narrow ? "cvt.u32.u16" : "mov.u32", mask, i.operand(4));
    eachBlock(
        mask,
        rank -> {
          add("mapa.shared::cluster.u64", there, target, rank);
          copy(i, there, bytes);
          add("mapa.shared::cluster.u64", there, barrier, rank);
          complete(i, spaces(i).getFirst(), new Operand.Address(there, 0), i.operand(2));
        });
  }

  /** Repeats what is done for the rank of a block in the cluster, for those whose bit is set. */
  private void eachBlock(Register mask, Consumer<Register> body) {
    Register rank = register("rank", PtxType.U32);
    Register blocks = register("blocks", PtxType.U32);
    Register bit = register("bit", PtxType.U32);
    Register ends = register("ends", PtxType.PRED);
    Register named = register("named", PtxType.PRED);
    add("mov.u32", blocks, new Operand.SpecialRegister("%cluster_nctarank"));
    add("mov.u32", rank, number(0));
    Label next = label();
    Label skip = label();
    Label end = label();
    place(next);
    add("setp.ge.u32", ends, rank, blocks);
    branch(new Guard(ends, false), end);
    add("shr.u32", bit, mask, rank);
    add("and.b32", bit, bit, number(1));
    add("setp.eq.u32", named, bit, number(0));
    branch(new Guard(named, false), skip);
    body.accept(rank);
    place(skip);
    add("add.u32", rank, rank, number(1));
    branch(null, next);
    place(end);
  }

  /** Copies, or adds, to an address. */
  private void copy(Instruction i, Register to, Register bytes) {
    boolean reduces = i.has(Modifier.REDUCE);
    String into = spaces(i).get(0);
    String from = spaces(i).get(1);
    Register target = register("target", PtxType.U64);
    Register left = register("left", PtxType.U64);
    Register done = register("done", PtxType.PRED);
    Register source = address(i, "source", i.operand(1));
    add("mov.u64", target, to);
    add("mov.u64", left, bytes);
    Label next = label();
    Label end = label();
    // The extremum of halves is one of vectors: there is no other (PTX ISA 9.7.13.6, red).
    int width = reduces && i.type().isFloat() && !i.has(Modifier.ADD) ? 2 : 1;
    int step = reduces ? width * i.type().size() : UNIT;
    place(next);
    add("setp.eq.u64", done, left, number(0));
    branch(new Guard(done, false), end);
    Operand there = new Operand.Address(target, 0);
    Operand here = new Operand.Address(source, 0);
    if (reduces) {
      Operand value = value(i.type(), 0);
      String vector = "";
      if (width == 2) {
        value = new Operand.Vector(List.of(value, value(i.type(), 1)));
        vector = ".v2";
      }
      add("ld" + from + vector + "." + held(i.type()).ptxName(), value, here);
      add("red" + into + vector + sum(i) + "." + i.type().ptxName(), there, value);
    } else {
      Operand pair =
          new Operand.Vector(List.of(register("low", PtxType.U64), register("high", PtxType.U64)));
      add("ld" + from + ".v2.u64", pair, here);
      add("st" + into + ".v2.u64", there, pair);
    }
    add("add.u64", target, target, number(step));
    add("add.u64", source, source, number(step));
    add("sub.u64", left, left, number(step));
    branch(null, next);
    place(end);
  }

  private Operand value(PtxType type, int k) {
    PtxType held = held(type);
    return register("value_" + held.ptxName() + "_" + k, held);
  }
}
