package org.grcuda.cpu.differential;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.grcuda.ptx.PtxType;

/**
 * A random kernel: instructions of the catalogue in structured control flow, with divergent
 * branches and loops, barriers and warp operations where all threads come by, memory within bounds,
 * carry chains, calls. What it computes does not depend on the order of threads.
 */
final class RandomProgram {

  private static final int DEEPEST = 3;

  private final SplittableRandom random;
  private final Operands operands;
  private final LaneAccesses lanes;
  private final InstructionPools pools;
  private final Meetings meetings;
  private final List<RandomFunction> functions = new ArrayList<>();
  private final Node body = new Node(List.of(), List.of());
  private boolean someLeft;
  private int names;
  private final boolean plain;

  /** Null if the program accesses no images. */
  private final RandomImages images;

  /** Null if the program has no products of matrices. Else no thread ends before the others. */
  private final RandomProducts products;

  /** Null if its blocks form no clusters. */
  private final RandomClusters clusters;

  /** Whether more registers are alive all along than the machine has. */
  private final boolean crowded;

  /** Whether the program reads nothing of the other axes. */
  private final boolean oneAxis;

  /** The registers that are alive only where the program names them. */
  private final Set<String> brief = new HashSet<>();

  /**
   * Where statements stand.
   *
   * @param uniform whether all threads that have not ended come by together
   * @param inFunction whether the kernel's own registers are out of reach
   * @param loopEnd where a thread may leave a loop around to, or go on in it; null if nowhere
   * @param counter that of the loop around, or null
   */
  private record Place(
      int depth, boolean uniform, boolean inFunction, String loopEnd, String counter) {

    Place inside(boolean stillUniform, String end) {
      return new Place(depth + 1, uniform && stillUniform, inFunction, end, counter);
    }

    Place counting(String register) {
      return new Place(depth, uniform, inFunction, loopEnd, register);
    }
  }

  /**
   * Makes a program.
   *
   * @param pools the instructions that may occur
   * @param shape what it is launched with
   */
  RandomProgram(InstructionPools pools, long seed, GridRunner.Shape shape) {
    this.pools = pools;
    this.plain = pools.isPlain();
    this.random = new SplittableRandom(seed);
    this.operands = new Operands(random);
    this.lanes = new LaneAccesses(random, operands);
    this.oneAxis = shape.isRow() && random.nextInt(3) > 0;
    this.crowded = random.nextInt(4) == 0;
    SplittableRandom own = new SplittableRandom(~seed);
    this.images = own.nextInt(4) == 0 ? new RandomImages(own, plain) : null;
    boolean wholeWarps = shape.threadsPerBlock() % 32 == 0;
    this.products = wholeWarps && own.nextInt(4) > 0 ? new RandomProducts(own, plain) : null;
    SplittableRandom forClusters = new SplittableRandom(Long.reverse(seed));
    int cluster =
        forClusters.nextInt(3) == 0 ? RandomClusters.blocks(shape.gridX(), forClusters) : 1;
    this.clusters = cluster > 1 ? new RandomClusters(forClusters, cluster, products != null) : null;
    this.meetings = new Meetings(random, operands, pools, clusters != null);
    for (KernelText.Transfer transfer : KernelText.TRANSFERS) {
      if (!crowded && random.nextBoolean()) {
        brief.add(transfer.register());
      }
    }
    int count = Math.max(0, random.nextInt(5) - 2);
    for (int f = 0; f < count; f++) {
      addFunction(f);
    }
    int statements = 2 + Math.min(random.nextInt(25), random.nextInt(25));
    fill(body, statements, new Place(0, true, false, null, null));
  }

  /** Whether the form may occur, alone. */
  static boolean uses(InstructionForm form) {
    // How much local memory functions and fetches take differs from engine to engine, and an
    // address that is made of any number may be there.
    boolean showsLocalAddress =
        form.has("local") && (form.opcode().equals("cvta") || form.opcode().equals("isspacep"));
    return form.isWritable()
        && !form.controls()
        && !form.carries()
        && !form.isLegacy()
        && !usesCount(form)
        && !showsLocalAddress;
  }

  /** Barriers of a part of the block would have to be met by that part. */
  private static boolean usesCount(InstructionForm form) {
    return form.mnemonic().contains("arrive") || form.operands().contains("#64..64");
  }

  /** The parts that may be deleted. */
  Node body() {
    return body;
  }

  /** The parts of device functions that may be deleted. */
  List<Node> functions() {
    return functions.stream().map(RandomFunction::text).toList();
  }

  /** The module. */
  @Override
  public String toString() {
    KernelText kernel = new KernelText();
    if (crowded) {
      kernel.useAll();
    }
    if (oneAxis) {
      kernel.setOneAxis();
    }
    if (clusters != null) {
      kernel.setCluster(clusters.blocks());
    }
    for (Node function : functions()) {
      StringBuilder text = new StringBuilder();
      function.print(text);
      kernel.function(text.toString());
    }
    kernel.setBrief(brief);
    kernel.add(new BriefRegisters(brief).print(body));
    return kernel.toString();
  }

  /** Its statements, without what loads and stores registers around them. */
  String statements() {
    StringBuilder text = new StringBuilder();
    functions().forEach(f -> f.print(text));
    body.print(text);
    return text.toString();
  }

  private void fill(Node parent, int statements, Place place) {
    for (int s = 0; s < statements; s++) {
      parent.children().add(statement(place));
    }
  }

  private Node statement(Place place) {
    boolean nests = place.depth() < DEEPEST;
    int choice = random.nextInt(100);
    if (choice < 9 && nests) {
      return condition(place);
    }
    if (choice < 16 && nests) {
      return loop(place);
    }
    if (choice < 19 && nests && !plain) {
      return selection(place);
    }
    if (choice < 24 && !plain) {
      return carryChain();
    }
    if (choice < 28) {
      return bits();
    }
    if (choice < 31 && place.loopEnd() != null && !place.uniform()) {
      return Node.of(List.of(guard() + "bra " + place.loopEnd() + ";"));
    }
    if (choice < 35 && !place.inFunction()) {
      return call(place);
    }
    if (choice < (images == null ? 50 : 42) && !place.inFunction()) {
      return access(place);
    }
    if (choice < 50 && images != null && !place.inFunction()) {
      return Node.of(images.write(guardOrNone()));
    }
    if (choice < 53 && !place.inFunction()) {
      return Node.of(lanes.share("L" + names++, guardOrNone()));
    }
    if (choice < 66 && place.uniform() && !place.inFunction()) {
      return meeting(place);
    }
    if (choice == 66) {
      return special();
    }
    boolean ends = choice == 67 && products == null;
    if (ends && !place.uniform() && !place.inFunction() && random.nextInt(3) == 0) {
      return Node.of(List.of(guard() + "exit;"));
    }
    return Node.of(guarded(value(place)));
  }

  /** An instruction that computes. Functions do not know the parameters of their kernel. */
  private InstructionForm value(Place place) {
    InstructionForm form = pools.value(random);
    while (place.inFunction() && form.mnemonic().equals("isspacep.param")) {
      form = pools.value(random);
    }
    return form;
  }

  private Node access(Place place) {
    int choice = random.nextInt(16);
    if (choice < 8) {
      return Node.of(lanes.write(place.counter(), guardOrNone()));
    }
    return Node.of(choice == 8 ? lanes.generic(guardOrNone()) : guarded(pools.access(random)));
  }

  /** Reads a special register. */
  private Node special() {
    List<String> names = oneAxis || random.nextBoolean() ? Operands.SPECIAL : Operands.AXES;
    String from = names.get(random.nextInt(names.size()));
    return Node.of(List.of("mov.u32 " + operands.register(PtxType.B32) + ", " + from + ";"));
  }

  private String guardOrNone() {
    return random.nextInt(5) == 0 ? guard() : "";
  }

  private String guard() {
    return "@" + (random.nextBoolean() ? "!" : "") + operands.register(PtxType.PRED) + " ";
  }

  /** An instruction, under a guard at times. */
  private List<String> guarded(InstructionForm form) {
    List<String> statements = operands.write(form);
    if (random.nextInt(5) == 0) {
      String guard = guard();
      statements.replaceAll(s -> s.startsWith(form.mnemonic() + " ") ? guard + s : s);
    }
    return statements;
  }

  private Node condition(Place place) {
    String name = "L" + names++;
    Place inside = place.inside(false, place.loopEnd());
    boolean hasElse = random.nextBoolean();
    Node node =
        Node.ofChoices(List.of(guard() + "bra " + name + "_else;"), List.of(name + "_end:"));
    Node yes =
        new Node(List.of(), List.of((hasElse ? "bra " + name + "_end;\n" : "") + name + "_else:"));
    fill(yes, 1 + random.nextInt(4), inside);
    node.children().add(yes);
    if (hasElse) {
      Node no = new Node(List.of(), List.of());
      fill(no, 1 + random.nextInt(4), inside);
      node.children().add(no);
    }
    return node;
  }

  private Node loop(Place place) {
    String name = "L" + names++;
    String counter = "%c" + names;
    String limit = "%d" + names++;
    boolean same = random.nextBoolean();
    List<String> head = new ArrayList<>();
    head.add(".reg .b32 " + counter + ", " + limit + ";");
    head.add("mov.b32 " + counter + ", 0;");
    head.add(
        same
            ? "mov.b32 " + limit + ", " + (1 + random.nextInt(4)) + ";"
            : "and.b32 " + limit + ", " + operands.register(PtxType.B32) + ", 3;");
    head.add(name + ":");
    List<String> tail = new ArrayList<>();
    String test = "setp.#.u32 %xq, " + counter + ", " + limit + ";";
    boolean breaks = random.nextInt(3) == 0;
    boolean testsFirst = random.nextBoolean();
    String result = testsFirst || breaks ? null : "%e" + names++;
    if (testsFirst) {
      head.add(test.replace("#", "ge"));
      head.add("@%xq bra " + name + "_end;");
      tail.add("add.u32 " + counter + ", " + counter + ", 1;");
      tail.add("bra" + (same ? ".uni " : " ") + name + ";");
    } else {
      tail.add("add.u32 " + counter + ", " + counter + ", 1;");
      tail.add(test.replace("#", "lt"));
      tail.add("@%xq bra " + name + ";");
    }
    boolean goesOn = breaks && random.nextInt(3) == 0;
    if (goesOn) {
      tail.add(0, name + "_next:");
    }
    tail.add(name + "_end:");
    if (result != null) {
      head.add(0, ".reg .b32 " + result + ";");
      String target = operands.register(PtxType.B32);
      tail.add("xor.b32 " + target + ", " + target + ", " + result + ";");
    }
    Node node = new Node(head, tail);
    String left = random.nextBoolean() ? place.loopEnd() : null;
    String end = breaks ? name + (goesOn ? "_next" : "_end") : left;
    fill(node, 1 + random.nextInt(4), place.inside(same && !breaks, end).counting(counter));
    if (result != null) {
      // Lanes that have left the loop still hold it while the others go on.
      String set = "add.u32 " + result + ", " + operands.register(PtxType.B32) + ", " + counter;
      node.children().add(random.nextInt(node.children().size() + 1), Node.of(List.of(set + ";")));
    }
    return node;
  }

  private Node selection(Place place) {
    String name = "L" + names++;
    List<String> head = new ArrayList<>();
    head.add("and.b32 %x0, " + operands.register(PtxType.B32) + ", 3;");
    head.add(
        name
            + "_t: .branchtargets "
            + name
            + "_0, "
            + name
            + "_1, "
            + name
            + "_0, "
            + name
            + "_2;");
    head.add("brx.idx %x0, " + name + "_t;");
    Node node = Node.ofChoices(head, List.of(name + "_end:"));
    for (int k = 0; k < 3; k++) {
      boolean falls = random.nextInt(3) == 0;
      Node part =
          new Node(
              List.of(name + "_" + k + ":"), falls ? List.of() : List.of("bra " + name + "_end;"));
      fill(part, 1 + random.nextInt(2), place.inside(false, place.loopEnd()));
      node.children().add(part);
    }
    return node;
  }

  private Node carryChain() {
    PtxType type = random.nextBoolean() ? PtxType.B32 : PtxType.B64;
    String width = type == PtxType.B32 ? "32 " : "64 ";
    boolean subtracts = random.nextInt(3) == 0;
    List<String> chain = new ArrayList<>();
    int length = 2 + random.nextInt(3);
    for (int k = 0; k < length; k++) {
      boolean last = k == length - 1;
      boolean multiplies = !subtracts && random.nextInt(3) == 0;
      String name =
          multiplies
              ? (k == 0 ? "mad" : "madc") + (random.nextBoolean() ? ".lo" : ".hi")
              : (subtracts ? "sub" : "add") + (k == 0 ? "" : "c");
      String list = operands.register(type);
      for (int s = 0; s < (multiplies ? 3 : 2); s++) {
        list += ", " + operands.register(type);
      }
      String sign = random.nextBoolean() ? ".u" : ".s";
      chain.add(name + (last ? "" : ".cc") + sign + width + list + ";");
    }
    return Node.of(chain);
  }

  /** Bits of a float as an integer and back. */
  private Node bits() {
    boolean single = random.nextBoolean();
    String from = operands.register(single ? PtxType.F32 : PtxType.F64);
    String to = operands.register(single ? PtxType.B32 : PtxType.B64);
    String move = "mov.b" + (single ? "32 " : "64 ");
    if (random.nextBoolean()) {
      return Node.of(List.of(move + from + ", " + to + ";"));
    }
    List<String> statements = new ArrayList<>(KernelText.clean(from));
    statements.add(move + to + ", " + from + ";");
    return Node.of(statements);
  }

  /** All threads of the warp or the block meet. */
  private Node meeting(Place place) {
    int choice = random.nextInt(10);
    if (clusters != null && choice < 3) {
      return Node.of(clusters.write());
    }
    if (products != null && choice < 6) {
      return Node.of(products.write());
    }
    if (choice < 6) {
      return Node.of(meetings.any());
    }
    if (choice == 6 && place.depth() == 0 && products == null) {
      String leave = List.of("exit", "ret", "bra END").get(random.nextInt(3));
      someLeft = true;
      return Node.of(List.of(guard() + leave + ";"));
    }
    if (choice == 7 && place.depth() < DEEPEST) {
      return maskedMeetings(place);
    }
    if (choice == 8 && random.nextBoolean()) {
      return Node.of(lanes.exchange());
    }
    if (choice == 9 && place.depth() == 0 && !someLeft && random.nextInt(3) == 0) {
      return Node.of(meetings.voteBefore());
    }
    return Node.of(
        switch (choice) {
          case 8 -> meetings.sum();
          case 9 -> random.nextInt(3) == 0 ? meetings.slotFromAhead() : meetings.slot();
          default -> meetings.slot();
        });
  }

  /** Warp operations among the lanes that take a branch. */
  private Node maskedMeetings(Place place) {
    String name = "L" + names++;
    String mask = "%c" + names++;
    String predicate = operands.register(PtxType.PRED);
    Node node =
        new Node(
            List.of(
                ".reg .b32 " + mask + ";",
                "vote.sync.ballot.b32 " + mask + ", " + predicate + ", -1;",
                "@!" + predicate + " bra " + name + "_end;"),
            List.of(name + "_end:"));
    Place inside = place.inside(false, null);
    for (int k = 0; k < 1 + random.nextInt(3); k++) {
      InstructionForm form = pools.meeting(random);
      boolean ofWarp = !form.opcode().startsWith("bar") || form.has("warp");
      if (ofWarp && !form.opcode().equals("activemask")) {
        List<String> statements = new ArrayList<>(operands.write(form));
        statements.replaceAll(s -> s.endsWith("-1;") ? s.replace("-1;", mask + ";") : s);
        node.children().add(Node.of(statements));
      }
      node.children().add(statement(inside));
    }
    return node;
  }

  private void addFunction(int number) {
    boolean meets = random.nextInt(3) == 0;
    RandomFunction function = RandomFunction.random("f" + number, meets, random);
    functions.add(function.around(functionStatements(function), number));
  }

  private Node functionStatements(RandomFunction function) {
    Node node = new Node(List.of(), List.of());
    if (!function.meets() && random.nextInt(3) == 0) {
      node.children().add(Node.of(function.leave(guard())));
    }
    Place place = new Place(1, function.meets(), true, null, null);
    fill(node, 2 + random.nextInt(6), place);
    if (random.nextInt(3) == 0) {
      node.children().add(call(place));
    }
    if (function.meets()) {
      node.children().add(Node.of(List.of("shfl.sync.bfly.b32 %r2, %r2, 1, 31, -1;")));
      fill(node, 2, place);
    }
    return node;
  }

  /** Calls one of the functions that there are so far. */
  private Node call(Place place) {
    int number = functions.isEmpty() ? 0 : random.nextInt(functions.size());
    if (functions.isEmpty() || functions.get(number).meets() && !place.uniform()) {
      return Node.of(guarded(value(place)));
    }
    RandomFunction function = functions.get(number);
    String guard = function.meets() || random.nextInt(4) > 0 ? "" : guard();
    return Node.of(function.call(operands, guard));
  }
}
