package org.grcuda.core.builtin;

import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.interop.route.EndpointObject;
import org.grcuda.core.interop.route.ReceiverObject;
import org.grcuda.core.interop.route.RouterFactory;
import org.grcuda.core.route.Endpoint;

/** Endpoints, routers, and loops over what arrives. */
final class RouterFunctions {

  private static final int MOST_ENDPOINTS = 1 << 16;
  private static final int MOST_RECEIVERS = 1 << 16;

  private RouterFunctions() {}

  static void install(FunctionTable table, Namespace root, Namespace types) {
    table
        .function("endpoints", 1, 1, RouterFunctions::endpoints)
        .function("Router", 4, 5, RouterFunctions::router)
        .function("arrivals", 1, MOST_RECEIVERS, call -> ReceiverObject.arrivals(call.values()));
    root.add("hostEndpoint", new EndpointObject(Endpoint.HOST));
    RouterFactory.addTypes(types);
  }

  private static Object endpoints(Arguments call) {
    int count = call.integer(0, "n", 1, MOST_ENDPOINTS);
    return GuestList.of(
        Endpoint.spread(count, call.session().deviceCount()).stream()
            .map(EndpointObject::new)
            .toList());
  }

  private static Object router(Arguments call) {
    return RouterFactory.router(
        call.context(),
        call.elementType(0, "type"),
        call.value(1),
        call.value(2),
        call.value(3),
        call.named(4, "options"));
  }
}
