package org.grcuda.core.interop.route;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.guest.Values;
import org.grcuda.core.route.Endpoint;
import org.grcuda.types.GrCudaException;

/**
 * The endpoints on one side of a router, with the objects by which the program knows them.
 *
 * @param objects the program's, in order
 * @param endpoints what they are
 */
record Ends(List<Object> objects, List<Endpoint> endpoints) {

  /** Of an argument that is an endpoint or a list of them. */
  static Ends of(String what, Object value) {
    List<Object> objects =
        Values.isList(value) ? Arrays.asList(Values.list(what, value)) : List.of(value);
    return new Ends(objects, objects.stream().map(each -> EndpointObject.of(what, each)).toList());
  }

  /** The endpoint of {@code arguments[0]}, or the only one if it is not given. */
  Endpoint one(String function, Object[] arguments) {
    boolean isGiven = arguments.length > 0 && !Values.isNull(arguments[0]);
    if (!isGiven && endpoints.size() == 1) {
      return endpoints.getFirst();
    }
    if (!isGiven) {
      throw new GrCudaException(
          GrCudaException.Kind.ARITY,
          function + ": the router has " + endpoints.size() + " of them: say at which endpoint");
    }
    return EndpointObject.of(function + ", argument 1 'endpoint'", arguments[0]);
  }
}
