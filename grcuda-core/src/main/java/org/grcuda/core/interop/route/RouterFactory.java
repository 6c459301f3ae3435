package org.grcuda.core.interop.route;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import java.util.Arrays;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.GuestContext;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.core.route.ArrayRouter;
import org.grcuda.core.route.Policy;
import org.grcuda.runtime.route.RoutingPolicy;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Makes routers from the arguments of {@code Router}. */
public final class RouterFactory {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  private static final String POLICY = "Router, argument 2 'policy'";

  private RouterFactory() {}

  /** Adds the classes of routers and what belongs to them. */
  public static void addTypes(Namespace types) {
    for (MetaObject type :
        new MetaObject[] {
          RouterObject.META,
          SenderObject.META,
          ReceiverObject.META,
          Segments.META,
          Segments.OUTPUT,
          EndpointObject.META,
          DeliveryObject.META
        }) {
      types.add(type.name(), type);
    }
  }

  /** {@code Router(type, policy, sources, targets [, {packet, columns}])}. */
  public static RouterObject router(
      GuestContext context,
      ElementType type,
      Object policy,
      Object sources,
      Object targets,
      NamedArguments options) {
    long packet = options.integer("packet", 1, 0);
    long columns = options.integer("columns", 1, 1);
    options.checkAllUsed();
    Ends from = Ends.of("Router, argument 3 'sources'", sources);
    Ends to = Ends.of("Router, argument 4 'targets'", targets);
    ArrayRouter router =
        new ArrayRouter(
            context.session().routes(),
            type,
            columns,
            policy(policy),
            from.endpoints(),
            to.endpoints(),
            packet);
    return new RouterObject(context, router, from, to);
  }

  private static Policy policy(Object policy) {
    if (Values.isString(policy)) {
      return Policy.named(Values.string(POLICY, policy));
    }
    if (!INTEROP.isExecutable(policy)) {
      throw Values.expected(
          POLICY, "the name of a policy, or a function of source and tag", policy);
    }
    RoutingPolicy own = (source, tag) -> targets(policy, source, tag);
    return Policy.of(own);
  }

  private static int[] targets(Object policy, int source, int tag) {
    Object result;
    try {
      result = INTEROP.execute(policy, source, tag);
    } catch (InteropException e) {
      throw GuestException.of(
          GrCudaException.Kind.TYPE, POLICY + ": cannot be called: " + e.getMessage());
    }
    String what = "the result of the routing policy";
    Object[] list =
        Values.isList(result) ? Values.list(what, result) : new Object[] {Values.interop(result)};
    return Arrays.stream(list)
        .mapToInt(each -> Values.integer(what, each, 0, Integer.MAX_VALUE))
        .toArray();
  }
}
