package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.grcuda.ptx.PtxType;

/**
 * Statements of a random program whose blocks form clusters along x, at places where all threads
 * come by: accesses to the shared memory of other blocks, between barriers of the cluster.
 */
final class RandomClusters {

  /** Where in shared memory an mbarrier object lies. */
  static final int BARRIER = LaneAccesses.TILE + 4 * KernelText.MOST_THREADS;

  /** Most blocks of a cluster. */
  static final int MOST_BLOCKS = 8;

  private static final List<String> MEETINGS =
      List.of(
          "barrier.cluster.arrive; barrier.cluster.wait;",
          "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;",
          "barrier.cluster.arrive.release; barrier.cluster.wait.acquire;",
          "fence.acq_rel.cluster; barrier.cluster.arrive.relaxed; barrier.cluster.wait;");

  private static final List<String> SUMS =
      List.of("add.u32", "add.u64", "min.s32", "max.u64", "and.b32", "or.b64", "xor.b32");

  private static final List<String> SPECIAL =
      List.of(
          "%cluster_ctarank",
          "%cluster_nctarank",
          "%cluster_ctaid.x",
          "%cluster_nctaid.x",
          "%cluster_nctaid.y",
          "%clusterid.x",
          "%nclusterid.x");

  /** A place in another block: the state space of its address, or "", and its register. */
  private record Peer(String space, String register) {}

  private final SplittableRandom random;
  private final Operands operands;
  private final int blocks;
  private final boolean allThreads;
  private int names;

  /**
   * Clusters of {@code blocks} blocks.
   *
   * @param random for them alone
   * @param allThreads whether no thread of the program ends before the others
   */
  RandomClusters(SplittableRandom random, int blocks, boolean allThreads) {
    this.random = random;
    this.operands = new Operands(random);
    this.blocks = blocks;
    this.allThreads = allThreads;
  }

  /** Blocks of a cluster in a grid with so many in a row; 1 if no cluster fits. */
  static int blocks(int row, SplittableRandom random) {
    List<Integer> fitting = new ArrayList<>();
    for (int count = 2; count <= Math.min(row, MOST_BLOCKS); count++) {
      if (row % count == 0) {
        fitting.add(count);
      }
    }
    return fitting.isEmpty() ? 1 : fitting.get(random.nextInt(fitting.size()));
  }

  /** Blocks of a cluster. */
  int blocks() {
    return blocks;
  }

  /** Statements that all threads of the cluster come by. */
  List<String> write() {
    return switch (random.nextInt(9)) {
      case 0 -> special();
      case 1, 2 -> load();
      case 3, 4 -> store();
      case 5, 6 -> sum();
      default -> allThreads ? send() : load();
    };
  }

  private List<String> special() {
    String from = SPECIAL.get(random.nextInt(SPECIAL.size()));
    return List.of("mov.u32 " + operands.register(PtxType.B32) + ", " + from + ";");
  }

  private String meeting() {
    return MEETINGS.get(random.nextInt(MEETINGS.size()));
  }

  private String guard() {
    return random.nextInt(5) == 0 ? "@" + operands.register(PtxType.PRED) + " " : "";
  }

  /** A register of its own. */
  private String register(List<String> out, String type) {
    String name = "%k" + names++;
    out.add(".reg ." + type + " " + name + ";");
    return name;
  }

  /** Leaves in a register the rank of a block of the cluster. No two blocks get the same one. */
  private String rank(List<String> out) {
    String rank = register(out, "b32");
    out.add("mov.u32 " + rank + ", %cluster_ctarank;");
    out.add("add.u32 %s, %s, %d;".formatted(rank, rank, random.nextInt(blocks)));
    out.add("rem.u32 %s, %s, %d;".formatted(rank, rank, blocks));
    return rank;
  }

  /** Leaves in a register the address of the slot of thread {@code %x0} of the own block. */
  private String slot(List<String> out) {
    String slot = register(out, "b32");
    out.add("mul.lo.u32 %s, %%x0, %d;".formatted(slot, KernelText.SLOT));
    out.add("mov.u64 %xb, shared; cvt.u32.u64 %x0, %xb;");
    out.add("add.u32 %s, %s, %%x0;".formatted(slot, slot));
    return slot;
  }

  /** Finds in the block of a rank what is at the address {@code here} in this one. */
  private Peer peer(List<String> out, String here, String rank) {
    if (random.nextInt(3) > 0) {
      out.add("mapa.shared::cluster.u32 %s, %s, %s;".formatted(here, here, rank));
      return new Peer(".shared::cluster", here);
    }
    String wide = register(out, "b64");
    out.add("cvt.u64.u32 %s, %s;".formatted(wide, here));
    if (random.nextBoolean()) {
      out.add("cvta.shared.u64 %s, %s;".formatted(wide, wide));
      out.add("mapa.u64 %s, %s, %s;".formatted(wide, wide, rank));
    } else {
      out.add("mapa.shared::cluster.u64 %s, %s, %s;".formatted(wide, wide, rank));
      out.add("cvta.shared::cluster.u64 %s, %s;".formatted(wide, wide));
    }
    return new Peer("", wide);
  }

  /** Adds an access between two barriers of the cluster. */
  private List<String> between(List<String> out, String access) {
    out.add(meeting());
    out.add(guard() + access);
    out.add(meeting());
    return out;
  }

  private int offset(PtxType type) {
    return type.size() * random.nextInt(KernelText.SLOT / type.size());
  }

  /** Each thread loads from the slot of any thread of a block. */
  private List<String> load() {
    List<String> out = new ArrayList<>();
    String rank = rank(out);
    out.add("add.u32 %%x0, %%x4, %d; rem.u32 %%x0, %%x0, %%x6;".formatted(random.nextInt(70)));
    Peer peer = peer(out, slot(out), rank);
    PtxType type = random.nextBoolean() ? PtxType.B32 : PtxType.B64;
    String target = operands.register(type);
    return between(
        out,
        "ld%s.%s %s, [%s+%d];"
            .formatted(peer.space, type.ptxName(), target, peer.register, offset(type)));
  }

  /** Each thread stores to the slot of the thread of its number in one block. */
  private List<String> store() {
    List<String> out = new ArrayList<>();
    String rank = rank(out);
    out.add("mov.u32 %x0, %x4;");
    Peer peer = peer(out, slot(out), rank);
    PtxType type = random.nextBoolean() ? PtxType.B32 : PtxType.B64;
    String value = operands.register(type);
    return between(
        out,
        "st%s.%s [%s+%d], %s;"
            .formatted(peer.space, type.ptxName(), peer.register, offset(type), value));
  }

  /** All threads change a word that the threads of a block have in common. */
  private List<String> sum() {
    List<String> out = new ArrayList<>();
    String operation = SUMS.get(random.nextInt(SUMS.size()));
    PtxType type = operation.endsWith("64") ? PtxType.B64 : PtxType.B32;
    String rank = rank(out);
    if (random.nextBoolean()) {
      out.add("rem.u32 %s, %%x4, %d;".formatted(rank, blocks));
    }
    String here = register(out, "b32");
    int word = KernelText.ACCUMULATORS + 8 * random.nextInt(64);
    out.add("mov.u64 %xb, shared; cvt.u32.u64 " + here + ", %xb;");
    out.add("add.u32 %s, %s, %d;".formatted(here, here, word));
    Peer peer = peer(out, here, rank);
    return between(
        out,
        "red%s.%s [%s], %s;"
            .formatted(peer.space, operation, peer.register, operands.register(type)));
  }

  /** Each thread sends to a thread of one block, whose barrier counts the bytes. */
  private List<String> send() {
    List<String> out = new ArrayList<>();
    PtxType type = random.nextBoolean() ? PtxType.B32 : PtxType.B64;
    boolean reduces = type == PtxType.B32 && random.nextInt(3) == 0;
    String label = "K" + names++;
    String rank = rank(out);
    String barrier = register(out, "b32");
    String test = register(out, "pred");
    out.add("mov.u64 %xb, shared; cvt.u32.u64 " + barrier + ", %xb;");
    out.add("add.u32 %s, %s, %d;".formatted(barrier, barrier, BARRIER));
    out.add("setp.ne.u32 " + test + ", %x4, 0;");
    out.add("@" + test + " bra " + label + "_begun;");
    out.add("mbarrier.init.shared.b64 [" + barrier + "], 1;");
    out.add("fence.mbarrier_init.release.cluster;");
    out.add("mul.lo.u32 %x0, %x6, " + type.size() + ";");
    out.add("mbarrier.arrive.expect_tx.shared.b64 _, [" + barrier + "], %x0;");
    out.add(label + "_begun:");
    out.add("mov.u32 %x0, %x4;");
    String slot = slot(out);
    out.add(meeting());
    int offset = offset(type);
    String own = "[%xs+" + offset + "]";
    out.add("mapa.shared::cluster.u32 %s, %s, %s;".formatted(slot, slot, rank));
    out.add("mapa.shared::cluster.u32 %%x0, %s, %s;".formatted(barrier, rank));
    String operation =
        reduces
            ? "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32"
            : "st.async.shared::cluster.mbarrier::complete_tx::bytes." + type.ptxName();
    out.add("%s [%s+%d], %s, [%%x0];".formatted(operation, slot, offset, operands.register(type)));
    out.add(label + "_wait:");
    String wait = random.nextBoolean() ? "try_wait" : "test_wait";
    out.add("mbarrier.%s.parity.shared.b64 %s, [%s], 0;".formatted(wait, test, barrier));
    out.add("@!" + test + " bra " + label + "_wait;");
    out.add("ld.shared.%s %s, %s;".formatted(type.ptxName(), operands.register(type), own));
    out.add(meeting());
    out.add("setp.eq.u32 " + test + ", %x4, 0;");
    out.add("@" + test + " mbarrier.inval.shared.b64 [" + barrier + "];");
    return out;
  }
}
