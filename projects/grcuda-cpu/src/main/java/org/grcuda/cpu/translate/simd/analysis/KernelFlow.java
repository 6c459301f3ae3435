package org.grcuda.cpu.translate.simd.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Operand;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.Register;
import org.grcuda.ptx.Statement;
import org.grcuda.ptx.Trait;
import org.grcuda.ptx.analysis.BasicBlock;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.LinearOrder;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.analysis.RegisterUse;

/**
 * The control flow and the data flow of a kernel: what is the same for gangs of every layout, and
 * is found once for all of them.
 */
public final class KernelFlow {

  /**
   * The order of blocks and the registers that lanes keep take time and memory in proportion to the
   * square of the blocks. Products of large tiles from generic addresses have 5,000 and more.
   */
  private static final int MOST_BLOCKS = 16384;

  /** The special registers with the number of the grid's blocks begin so. */
  private static final String BLOCKS = "%nctaid";

  private static final Set<String> OTHER_AXES = Set.of("%tid.y", "%tid.z", "%ctaid.y", "%ctaid.z");

  private static final int[] NONE = {};

  private final ControlFlowGraph graph;
  private final Liveness liveness;
  private final LinearOrder order;
  private final Yields yields;
  private final Loaded loaded;
  private final BitSet defining = new BitSet();
  private final int[][] readers;
  private final int[][] writers;
  private final int[] definitions;
  private volatile Effects effects;

  private KernelFlow(ControlFlowGraph graph) {
    this.graph = graph;
    this.liveness = Liveness.of(graph);
    this.order = LinearOrder.run(graph);
    this.yields = Yields.of(graph, order);
    int registers = graph.function().registers().size();
    this.readers = new int[registers][];
    this.writers = new int[registers][];
    int[] read = new int[registers];
    int[] written = new int[registers];
    List<Statement> body = graph.function().body();
    for (int s = 0; s < body.size(); s++) {
      if (body.get(s) instanceof Instruction i) {
        for (Register r : RegisterUse.used(i)) {
          add(readers, read, r.index(), s);
        }
        for (Register r : RegisterUse.defined(i)) {
          add(writers, written, r.index(), s);
          defining.set(s);
        }
      }
    }
    trim(readers, read);
    trim(writers, written);
    this.definitions = countDefinitions();
    this.loaded = Loaded.run(this);
  }

  private static void add(int[][] lists, int[] lengths, int register, int statement) {
    int length = lengths[register];
    if (length == 0) {
      lists[register] = new int[2];
    } else if (lists[register][length - 1] == statement) {
      return;
    } else if (length == lists[register].length) {
      lists[register] = Arrays.copyOf(lists[register], 2 * length);
    }
    lists[register][length] = statement;
    lengths[register] = length + 1;
  }

  private static void trim(int[][] lists, int[] lengths) {
    for (int r = 0; r < lists.length; r++) {
      lists[r] = lengths[r] == 0 ? NONE : Arrays.copyOf(lists[r], lengths[r]);
    }
  }

  private int[] countDefinitions() {
    int[] counts = new int[writers.length];
    for (BasicBlock block : graph.reversePostorder()) {
      for (int s = nextDefining(block.start()); s < block.end(); s = nextDefining(s + 1)) {
        for (Register r : RegisterUse.defined(instruction(s))) {
          counts[r.index()]++;
        }
      }
    }
    return counts;
  }

  /**
   * Of a kernel that {@link Meetings#split} has gone over.
   *
   * @throws NotVectorizableException if it has too many blocks
   */
  public static KernelFlow of(PtxFunction kernel) {
    ControlFlowGraph graph = ControlFlowGraph.of(kernel);
    if (graph.blocks().size() > MOST_BLOCKS) {
      throw new NotVectorizableException("it has more than " + MOST_BLOCKS + " basic blocks");
    }
    return new KernelFlow(graph);
  }

  public ControlFlowGraph graph() {
    return graph;
  }

  public Liveness liveness() {
    return liveness;
  }

  LinearOrder order() {
    return order;
  }

  /** Where lanes let others go on. */
  Yields yields() {
    return yields;
  }

  /** Whether threads of a block wait for each other. */
  public boolean threadsWait() {
    return yields.exist() || !Meetings.blocks(graph).isEmpty();
  }

  /** The registers whose values depend on data from memory or from other threads. */
  public Loaded loaded() {
    return loaded;
  }

  /** Where code for gangs can be abandoned. */
  Effects effects() {
    Effects found = effects;
    if (found == null) {
      found = findEffects();
      effects = found;
    }
    return found;
  }

  private Effects findEffects() {
    if (yields.exist()) {
      return Effects.everywhere(graph);
    }
    return Effects.hasBarriers(graph)
        ? Effects.run(graph, Shapes.ofBlock(this))
        : Effects.run(graph);
  }

  Instruction instruction(int statement) {
    return (Instruction) graph.function().body().get(statement);
  }

  /** The next statement, from one on, that writes registers; as large as can be if none does. */
  int nextDefining(int statement) {
    int next = defining.nextSetBit(statement);
    return next < 0 ? Integer.MAX_VALUE : next;
  }

  /** The statements that write registers; not to be changed. */
  BitSet defining() {
    return defining;
  }

  /** The statements that read a register, in order; not to be changed. */
  int[] readers(Register register) {
    return readers[register.index()];
  }

  /** The statements that write a register, in order; not to be changed. */
  int[] writers(Register register) {
    return writers[register.index()];
  }

  /** Whether a value is computed from the number of the grid's blocks. */
  public boolean isOfGrid(Register register) {
    return isOfGrid(register, new BitSet());
  }

  private boolean isOfGrid(Register register, BitSet seen) {
    if (seen.get(register.index())) {
      return false;
    }
    seen.set(register.index());
    for (int s : writers(register)) {
      Instruction i = instruction(s);
      if (!i.is(Trait.READS) && (readsBlocks(i) || isOfGrid(RegisterUse.used(i), seen))) {
        return true;
      }
    }
    return false;
  }

  private boolean isOfGrid(List<Register> sources, BitSet seen) {
    return sources.stream().anyMatch(source -> isOfGrid(source, seen));
  }

  private static boolean readsBlocks(Instruction i) {
    return i.operands().stream()
        .anyMatch(o -> o instanceof Operand.SpecialRegister s && s.name().startsWith(BLOCKS));
  }

  /** Whether threads read their coordinates y or z: blocks then often have several rows. */
  public boolean readsOtherAxes() {
    return graph.function().body().stream()
        .anyMatch(
            s -> s instanceof Instruction i && i.operands().stream().anyMatch(KernelFlow::isOther));
  }

  private static boolean isOther(Operand o) {
    return o instanceof Operand.SpecialRegister s && OTHER_AXES.contains(s.name());
  }

  /** How many writes of a register control can reach. */
  int definitions(Register register) {
    return definitions[register.index()];
  }
}
