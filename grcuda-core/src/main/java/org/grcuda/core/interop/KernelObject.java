package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.HistoryRows;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Record;
import org.grcuda.core.guest.Values;
import org.grcuda.core.kernel.KernelCost;
import org.grcuda.core.task.Kinds;
import org.grcuda.core.task.Uses;
import org.grcuda.core.type.Parameter;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Placement;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A kernel as guest programs hold it: a call with grid and block gives a {@link ConfiguredKernel}.
 */
@ExportLibrary(InteropLibrary.class)
public final class KernelObject extends GuestObject<KernelObject> {

  static final MetaObject META = new MetaObject("Kernel", KernelObject.class);

  private static final Members<KernelObject> MEMBERS =
      new Members<KernelObject>("a kernel")
          .property("name", kernel -> kernel.kernel.name())
          .property("ptx", kernel -> kernel.kernel.ptx())
          .property("launchCount", kernel -> kernel.kernel.launchCount())
          .property("signature", kernel -> kernel.kernel.signature().text())
          .property("attributes", KernelObject::attributes)
          .property("times", kernel -> HistoryRows.times(kernel.kernel.times()))
          .property("cost", KernelObject::cost, KernelObject::declareCost)
          .method("forall", 1, 2, KernelObject::forall)
          .method("using", 1, 1, KernelObject::using)
          .method("on", 1, 1, KernelObject::on)
          .method("global", 1, 2, KernelObject::global)
          // In Python a name that is a keyword gets an underscore (PEP 8).
          .method("global_", 1, 2, KernelObject::global)
          .method("toString", 0, 0, (kernel, arguments) -> kernel.display(true));

  private final GuestContext context;
  private final GpuKernel kernel;
  private final Placement place;
  private final Uses uses;

  /** The guest object for {@code kernel}. */
  public KernelObject(GuestContext context, GpuKernel kernel) {
    this(context, kernel, Placement.ANYWHERE, Uses.NONE);
  }

  private KernelObject(GuestContext context, GpuKernel kernel, Placement place, Uses uses) {
    super(MEMBERS);
    this.context = context;
    this.kernel = kernel;
    this.place = place;
    this.uses = uses;
  }

  private static Object using(KernelObject object, Object[] arguments) {
    Uses uses = KernelUses.with(object.uses, object.kernel, arguments[0]);
    return new KernelObject(object.context, object.kernel, object.place, uses);
  }

  private static Object on(KernelObject object, Object[] arguments) {
    String what = object.place("on");
    String name = Values.string(object.place("on, argument 1 'kind'"), arguments[0]);
    DeviceKind kind = Kinds.named(object.place("on, argument 1 'kind'"), name);
    Placement place = Kinds.among(what, object.kernel.session(), kind);
    return new KernelObject(object.context, object.kernel, place, object.uses);
  }

  Uses uses() {
    return uses;
  }

  /** The kernel. */
  public GpuKernel kernel() {
    return kernel;
  }

  private static Object attributes(KernelObject object) {
    Function function = Guest.guarded(object.kernel::onFirstDevice);
    return new Record("kernel attributes")
        .with("registers", function.registers())
        .with("sharedBytes", function.sharedBytes())
        .with("localBytes", function.localBytes())
        .with("maxThreadsPerBlock", function.maxThreadsPerBlock())
        .with("suggestedBlockSize", function.suggestedBlockSize(0));
  }

  private static Object cost(KernelObject object) {
    KernelCost cost = object.kernel.cost();
    if (cost == null) {
      return GuestNull.INSTANCE;
    }
    Record record = new Record("kernel cost");
    for (Map.Entry<String, String> member : cost.texts().entrySet()) {
      record = record.with(member.getKey(), member.getValue());
    }
    return record;
  }

  private static void declareCost(KernelObject object, Object value) {
    String place = object.place("cost");
    if (!GuestDictionary.isDictionary(value)) {
      throw Values.expected(place, "an object with flops and bytes", value);
    }
    Map<String, String> expressions = new LinkedHashMap<>();
    GuestDictionary.entries(place, value)
        .forEach((name, expression) -> expressions.put(name, expression(place, name, expression)));
    object.kernel.declareCost(expressions);
  }

  private static String expression(String place, String name, Object value) {
    Object plain = Values.plain(value);
    return plain instanceof Number number
        ? number.toString()
        : Values.string(place + "." + name, value);
  }

  static Object forall(KernelObject object, Object[] arguments) {
    long threads = Values.integer(object.place("forall, argument 1 'n'"), arguments[0]);
    int shared =
        arguments.length < 2
            ? 0
            : Values.integer(
                object.place("forall, argument 2 'sharedBytes'"),
                arguments[1],
                0,
                Integer.MAX_VALUE);
    LaunchShape shape = object.kernel.shapeFor(threads, shared);
    return new ConfiguredKernel(object.context, object.kernel, shape, object.place, object.uses);
  }

  private static Object global(KernelObject object, Object[] arguments) {
    String name = Values.string(object.place("global, argument 1 'name'"), arguments[0]);
    ElementType type = null;
    if (arguments.length == 2) {
      String place = object.place("global, argument 2 'type'");
      type = Values.elementType(place, arguments[1]);
    }
    return new DeviceArray(object.context, object.kernel.global(name, type));
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "kernel " + kernel.signature().text();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(Object[] arguments, @Bind Node node) {
    return Guest.guarded(node, () -> configure(arguments));
  }

  ConfiguredKernel configure(Object[] arguments) {
    requireConfiguration(arguments);
    int[] grid = extents(place("grid"), arguments[0], Integer.MAX_VALUE);
    int[] block = extents(place("block"), arguments[1], Integer.MAX_VALUE);
    // A third argument alone may be the shared memory or a stream, as GrCUDA also took (grid,
    // block, stream).
    boolean streamThird = arguments.length == 3 && arguments[2] instanceof StreamObject;
    int shared =
        arguments.length < 3 || streamThird
            ? 0
            : Values.integer(place("sharedBytes"), arguments[2], 0, Integer.MAX_VALUE);
    Placement placement =
        streamThird || arguments.length == 4
            ? Kinds.onStream(
                place("stream"),
                this.place,
                Streams.placement(
                    place("stream"), kernel.session(), arguments[arguments.length - 1]))
            : this.place;
    return new ConfiguredKernel(
        context,
        kernel,
        new LaunchShape(grid[0], grid[1], grid[2], block[0], block[1], block[2], shared),
        placement,
        uses);
  }

  /** Refuses a call that looks like a launch: grid and block must come before the arguments. */
  private void requireConfiguration(Object[] arguments) {
    for (int i = 0; i < Math.min(3, arguments.length); i++) {
      if (arguments[i] instanceof DeviceArray) {
        throw unconfigured(GrCudaException.Kind.TYPE, Values.describe(arguments[i]));
      }
    }
    if (arguments.length < 2 || arguments.length > 4) {
      String given = arguments.length == 1 ? "1 argument" : arguments.length + " arguments";
      throw unconfigured(GrCudaException.Kind.ARITY, given);
    }
  }

  private GrCudaException unconfigured(GrCudaException.Kind kind, String given) {
    String names =
        kernel.signature().values().stream()
            .map(Parameter::name)
            .map(name -> name.isEmpty() ? "..." : name)
            .distinct()
            .collect(Collectors.joining(", "));
    return new GrCudaException(
        kind,
        "kernel '%s': configure first: %s(grid, block [, sharedBytes] [, stream])(%s); given %s"
            .formatted(kernel.name(), kernel.name(), names, given));
  }

  private String place(String what) {
    return "kernel '" + kernel.name() + "', " + what;
  }

  /**
   * One to three integers, the others 1.
   *
   * @param most that one may be
   */
  static int[] extents(String place, Object value, int most) {
    Object[] given = Values.isList(value) ? Values.list(place, value) : new Object[] {value};
    if (given.length < 1 || given.length > 3) {
      throw Values.expected(place, "an integer or a list of 1 to 3 integers", value);
    }
    int[] extents = {1, 1, 1};
    for (int i = 0; i < given.length; i++) {
      extents[i] = Values.integer(place, given[i], 1, most);
    }
    return extents;
  }
}
