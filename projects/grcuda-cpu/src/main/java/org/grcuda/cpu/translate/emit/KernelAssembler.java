package org.grcuda.cpu.translate.emit;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.List;
import java.util.function.Supplier;
import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.TranslationOptions;
import org.grcuda.cpu.translate.pass.CallGraph;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.pass.ModuleVariables;
import org.grcuda.cpu.translate.pass.SavedRegisters;
import org.grcuda.cpu.translate.pass.Segmentation;
import org.grcuda.cpu.translate.pass.Segmentation.Segment;
import org.grcuda.cpu.translate.pass.SuspensionPoints;
import org.grcuda.cpu.translate.pass.SuspensionPoints.Kind;
import org.grcuda.cpu.translate.runtime.BlockScheduler;
import org.grcuda.cpu.translate.runtime.SegmentedThreads;
import org.grcuda.cpu.translate.runtime.ThreadCode;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.text.SourceLines;

/**
 * The pass that emits: one hidden class per kernel, with a method for each segment of the kernel
 * and one for each device function that it can reach.
 */
public final class KernelAssembler {

  /** Statements that may fit one method: they take 7 bytes and more on average. */
  private static final int MOST_STATEMENTS = 1200;

  private static final int MOST_SEGMENTS = 256;

  /** Bytes of the longest method that the class-file format can express. */
  private static final int FORMAT_LIMIT = 65535;

  /** The beginning of the message of {@code java.lang.classfile} for a longer method. */
  private static final String TOO_LONG = "Code length ";

  private final PtxModule module;
  private final PtxFunction kernel;
  private final ModuleVariables variables;
  private final CallGraph calls;
  private final MemoryLayout layout;
  private final ClassDesc owner;
  private final TranslationOptions options;
  private final Instrumentation instrumentation;
  private final ControlFlowGraph graph;
  private final Liveness liveness;
  private Segmentation segmentation;
  private SuspensionPoints suspensions;
  // Made only with bytecode: kernels that are machine code never need it.
  private FunctionScope kernelScope;

  /**
   * @param owner package of the hidden class, and its simple name before the JVM's suffix
   */
  public KernelAssembler(
      PtxModule module,
      PtxFunction kernel,
      ModuleVariables variables,
      CallGraph calls,
      MemoryLayout layout,
      ClassDesc owner,
      TranslationOptions options,
      SourceLines source) {
    this.options = options;
    this.instrumentation = new Instrumentation(options, kernel, source);
    this.module = module;
    this.kernel = kernel;
    this.variables = variables;
    this.calls = calls;
    this.layout = layout;
    this.owner = owner;
    this.graph = ControlFlowGraph.of(kernel);
    this.liveness = Liveness.of(graph);
    cut(firstAttempt());
  }

  /** Cuts the kernel into segments. */
  private void cut(int segments) {
    segmentation = Segmentation.run(kernel, segments);
    suspensions = SuspensionPoints.run(kernel, graph, segmentation);
    kernelScope = null;
  }

  /** Into how many segments the kernel is cut at first. */
  private int firstAttempt() {
    return 1 + kernel.body().size() / MOST_STATEMENTS;
  }

  private FunctionScope kernelScope() {
    if (kernelScope == null) {
      kernelScope = scope(graph, liveness, segmentation, suspensions);
    }
    return kernelScope;
  }

  private FunctionScope calleeScope(PtxFunction function) {
    ControlFlowGraph flow = ControlFlowGraph.of(function);
    Segmentation whole = Segmentation.run(function, 1);
    SuspensionPoints points = SuspensionPoints.run(function, flow, whole);
    return scope(flow, Liveness.of(flow), whole, points);
  }

  private FunctionScope scope(
      ControlFlowGraph flow, Liveness live, Segmentation cut, SuspensionPoints points) {
    PtxFunction function = flow.function();
    SavedRegisters saved = SavedRegisters.run(flow, live, points);
    return new FunctionScope(
        owner,
        module,
        kernel,
        function,
        flow,
        live,
        RegisterSlots.of(function, flow, live, saved),
        calls,
        layout,
        variables,
        cut,
        points,
        saved,
        instrumentation);
  }

  /** The class file, with enough segments that HotSpot compiles each. */
  public byte[] assemble() {
    int segments = firstAttempt();
    while (true) {
      byte[] classFile = build(segments >= MOST_SEGMENTS);
      int longest = classFile == null ? FORMAT_LIMIT : longestSegment(classFile);
      if (longest <= options.longestMethod() || segments >= MOST_SEGMENTS) {
        report(classFile);
        return classFile;
      }
      long more = (long) segments * longest * 8 / (options.longestMethod() * 5L);
      segments = (int) Math.min(MOST_SEGMENTS, Math.max(segments + 1, more));
      cut(segments);
    }
  }

  private void report(byte[] classFile) {
    tell("Segmentation", () -> segmentation.segments() + "\n");
    tell("SuspensionPoints", () -> suspensions.all() + "\n");
    tell("SavedRegisters", () -> kernelScope().saved() + "\n");
    tell("KernelAssembler", () -> ClassText.of(classFile));
  }

  private void tell(String pass, Supplier<String> result) {
    options.tell(kernel.name(), pass, result);
  }

  private static int longestSegment(byte[] classFile) {
    return ClassFile.of().parse(classFile).methods().stream()
        .filter(m -> m.methodType().stringValue().equals(KernelEmitter.RUN.descriptorString()))
        .mapToInt(m -> m.findAttribute(Attributes.code()).map(CodeAttribute::codeLength).orElse(0))
        .max()
        .orElse(0);
  }

  /** Null if a method is longer than the class-file format allows and the attempt is not final. */
  private byte[] build(boolean isFinal) {
    try {
      return buildClass();
    } catch (IllegalArgumentException tooLong) {
      if (!String.valueOf(tooLong.getMessage()).startsWith(TOO_LONG)) {
        throw tooLong;
      }
      if (!isFinal) {
        return null;
      }
      throw new TooMuchBytecodeException(kernel.name());
    }
  }

  private byte[] buildClass() {
    return ClassFile.of()
        .build(
            owner,
            builder -> {
              builder.withFlags(ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL | ClassFile.ACC_SUPER);
              builder.withInterfaceSymbols(MethodEmitter.describe(ThreadCode.class));
              addUnsafe(builder);
              addKernel(builder);
              for (PtxFunction function : calls.functions()) {
                if (function != kernel) {
                  builder.withMethodBody(
                      kernelScope().methodName(function),
                      CallEmitter.signature(function),
                      ClassFile.ACC_STATIC | ClassFile.ACC_PRIVATE,
                      new FunctionEmitter(calleeScope(function))::emit);
                }
              }
            });
  }

  /** One method, or one that calls the segments in turn. */
  private void addKernel(ClassBuilder builder) {
    List<Segment> segments = segmentation.segments();
    for (int s = 0; s < segments.size(); s++) {
      builder.withMethodBody(
          segments.size() == 1 ? "run" : "segment" + s,
          KernelEmitter.RUN,
          ClassFile.ACC_PUBLIC,
          KernelEmitter.of(kernelScope(), segments.get(s))::emit);
    }
    if (segments.size() > 1) {
      builder.withMethodBody(
          "run",
          KernelEmitter.RUN,
          ClassFile.ACC_PUBLIC,
          code -> {
            for (int s = 0; s < segments.size(); s++) {
              code.aload(0).aload(1).iload(2).iload(3);
              code.invokevirtual(owner, "segment" + s, KernelEmitter.RUN);
            }
            code.return_();
          });
    }
  }

  /** The Unsafe comes as class data, into a constant that HotSpot trusts. */
  private void addUnsafe(ClassBuilder builder) {
    builder.withField(
        AddressEmitter.UNSAFE_FIELD,
        AddressEmitter.UNSAFE,
        ClassFile.ACC_STATIC | ClassFile.ACC_FINAL | ClassFile.ACC_PRIVATE);
    builder.withMethodBody(
        ConstantDescs.CLASS_INIT_NAME,
        MTD_void,
        ClassFile.ACC_STATIC,
        code ->
            code.loadConstant(
                    DynamicConstantDesc.ofNamed(
                        ConstantDescs.ofConstantBootstrap(
                            MethodEmitter.describe(MethodHandles.class), "classData", CD_Object),
                        ConstantDescs.DEFAULT_NAME,
                        AddressEmitter.UNSAFE))
                .putstatic(owner, AddressEmitter.UNSAFE_FIELD, AddressEmitter.UNSAFE)
                .return_());
    builder.withMethodBody(
        INIT_NAME,
        MTD_void,
        ClassFile.ACC_PUBLIC,
        code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
  }

  /**
   * Defines the class, and makes the code of a block from it.
   *
   * @param lookup of a class in the package of the hidden class
   * @throws TooMuchBytecodeException if only the interpreter can execute the kernel
   */
  public BlockCode define(MethodHandles.Lookup lookup) {
    ThreadCode code = load(lookup);
    BlockCode block =
        !suspensions.isEmpty()
            ? new BlockScheduler(code, suspensions.all(), kernelScope().saved().most())
            : context -> code.run(context, 0, context.launch.threadsPerBlock());
    return instrumentation.wrap(block, kernel, layout);
  }

  /**
   * Defines the class, and makes code that runs threads to their end. If threads {@link #waits
   * wait} for one another, all of these must be run at once.
   *
   * @throws TooMuchBytecodeException as {@link #define}
   */
  public ThreadCode threads(MethodHandles.Lookup lookup) {
    ThreadCode code = load(lookup);
    if (waits()) {
      return new BlockScheduler(code, suspensions.all(), kernelScope().saved().most())::run;
    }
    return segmentation.isWhole() ? code : new SegmentedThreads(code, kernelScope().saved().most());
  }

  private ThreadCode load(MethodHandles.Lookup lookup) {
    try {
      Class<?> type =
          lookup.defineHiddenClassWithClassData(assemble(), unsafe(), true).lookupClass();
      return (ThreadCode) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Whether threads wait for one another. */
  public boolean waits() {
    return suspensions.waiting().findAny().isPresent();
  }

  /**
   * Whether threads wait at warp operations, at steps of their warp and at no more than one
   * barrier, of the whole block, by a constant number.
   */
  public boolean waitsInGangs() {
    boolean steps = suspensions.waiting().anyMatch(SuspensionPoints.Point::isStep);
    List<SuspensionPoints.Point> points =
        suspensions
            .waiting()
            .filter(p -> p.kind() != Kind.WARP && p.kind() != Kind.ACTIVE_MASK)
            .filter(p -> p.kind() != Kind.STEP && (steps || p.kind() != Kind.YIELD))
            .toList();
    return points.stream().allMatch(p -> p.barrierOfBlock() >= 0)
        && points.stream().map(SuspensionPoints.Point::barrierOfBlock).distinct().count() <= 1;
  }

  /** Obtained by reflection, as javac warns of the class in spite of any suppression. */
  private static Object unsafe() throws ReflectiveOperationException {
    Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return field.get(null);
  }

  /** Registers that a GPU would use: the most 32-bit words that are live at once between blocks. */
  public int registers() {
    int most = 1;
    for (int b = 0; b < graph.blocks().size(); b++) {
      most =
          Math.max(
              most,
              liveness.liveIn(b).stream()
                  .map(r -> (kernel.registers().get(r).type().size() + 3) / 4)
                  .sum());
    }
    return Math.min(255, most + 8);
  }
}
