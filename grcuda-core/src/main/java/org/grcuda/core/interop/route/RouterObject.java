package org.grcuda.core.interop.route;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.guest.GuestDictionary;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.DeviceArray;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.KernelObject;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.core.route.ArrayReceiver;
import org.grcuda.core.route.ArrayRouter;
import org.grcuda.core.route.ArraySender;
import org.grcuda.types.Reduction;

/** A router as guest programs hold it. */
public final class RouterObject extends GuestObject<RouterObject> {

  static final MetaObject META = new MetaObject("Router", RouterObject.class);

  /** Buffers of a sender or receiver, if the program does not say. */
  private static final int USUAL_BUFFERS = 2;

  private static final Members<RouterObject> MEMBERS =
      new Members<RouterObject>("a router")
          .property("sources", router -> GuestList.of(router.sources.objects()))
          .property("targets", router -> GuestList.of(router.targets.objects()))
          .property("ring", RouterObject::ring)
          .property("packet", router -> router.router.packet())
          .method("sender", 0, 2, RouterObject::sender)
          .method("receiver", 0, 2, RouterObject::receiver)
          .method("reduce", 1, 3, RouterObject::reduce)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final GuestContext context;
  private final ArrayRouter router;
  private final Ends sources;
  private final Ends targets;

  RouterObject(GuestContext context, ArrayRouter router, Ends sources, Ends targets) {
    super(MEMBERS);
    this.context = context;
    this.router = router;
    this.sources = sources;
    this.targets = targets;
  }

  /** {@code sender([endpoint [, {buffers, until}]])}. */
  private static SenderObject sender(RouterObject object, Object[] arguments) {
    NamedArguments options = options("sender", arguments);
    int buffers = buffers(options);
    List<ArrayReceiver> until = ReceiverObject.list(options.what("until"), options.value("until"));
    options.checkAllUsed();
    ArraySender sender = object.router.sender(object.sources.one("sender", arguments), buffers);
    if (!until.isEmpty()) {
      sender.closeAfter(until);
    }
    return new SenderObject(object.context, sender);
  }

  /** {@code receiver([endpoint [, {buffers, landed}]])}. */
  private static ReceiverObject receiver(RouterObject object, Object[] arguments) {
    NamedArguments options = options("receiver", arguments);
    int buffers = buffers(options);
    boolean landed = options.isTrue("landed");
    options.checkAllUsed();
    ArrayReceiver receiver =
        object.router.receiver(object.targets.one("receiver", arguments), buffers);
    if (landed) {
      receiver.receiveLanded();
    }
    return new ReceiverObject(object, receiver);
  }

  /** {@code reduce(arrays [, operation] [, {operation, out}])}. */
  private static DeviceArray reduce(RouterObject object, Object[] arguments) {
    int last = arguments.length - 1;
    boolean hasOptions = last > 0 && GuestDictionary.isDictionary(arguments[last]);
    NamedArguments options =
        new NamedArguments("reduce", "reduce, options", hasOptions ? arguments[last] : null);
    Object operation = options.value("operation");
    Object out = options.value("out");
    options.checkAllUsed();
    if (last - (hasOptions ? 1 : 0) > 1) {
      throw Values.expected("reduce, argument 3", "an object with options by name", arguments[2]);
    }
    if (last - (hasOptions ? 1 : 0) > 0 && !Values.isNull(arguments[1])) {
      operation = arguments[1];
    }
    String what = "reduce, argument 1 'arrays'";
    List<NdArray> arrays =
        Arrays.stream(Values.list(what, arguments[0])).map(each -> array(what, each)).toList();
    NdArray target = out == null ? null : array(options.what("out"), out);
    NdArray result = object.router.reduce(arrays, object.kernel(operation), target);
    return out instanceof DeviceArray given ? given : new DeviceArray(object.context, result);
  }

  private static NdArray array(String what, Object value) {
    if (!(value instanceof DeviceArray array)) {
      throw Values.expected(what, "a device array", value);
    }
    return array.array();
  }

  /** The kernel that combines elements; of their sum if {@code operation} is null. */
  private GpuKernel kernel(Object operation) {
    if (operation instanceof KernelObject given) {
      return given.kernel();
    }
    String what = "reduce, argument 2 'operation'";
    if (operation != null && !Values.isString(operation)) {
      throw Values.expected(what, "the name of a reduction, or a kernel", operation);
    }
    Reduction reduction =
        operation == null ? Reduction.SUM : Reduction.named(Values.string(what, operation));
    return context.session().reductions().kernel(reduction, router.type());
  }

  /** The last argument, if it is a dictionary: the endpoint may be left out. */
  private static NamedArguments options(String function, Object[] arguments) {
    Object last = arguments.length == 0 ? null : arguments[arguments.length - 1];
    boolean isGiven = arguments.length == 2 || last != null && GuestDictionary.isDictionary(last);
    if (isGiven && arguments.length == 1) {
      arguments[0] = GuestNull.INSTANCE;
    }
    return new NamedArguments(function, function + ", options", isGiven ? last : null);
  }

  private static GuestList ring(RouterObject object) {
    return GuestList.of(
        object.router.ring().stream()
            .map(
                endpoint ->
                    object.targets.objects().get(object.targets.endpoints().indexOf(endpoint)))
            .toList());
  }

  private static int buffers(NamedArguments options) {
    return options.integer("buffers", 1, ArrayRouter.MOST_BUFFERS, USUAL_BUFFERS);
  }

  GuestContext context() {
    return context;
  }

  /** The program's object for source {@code index}. */
  Object source(int index) {
    return sources.objects().get(index);
  }

  /** The program's object for the endpoint of {@code receiver}. */
  Object target(ArrayReceiver receiver) {
    return targets.objects().get(targets.endpoints().indexOf(receiver.endpoint()));
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return router.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
