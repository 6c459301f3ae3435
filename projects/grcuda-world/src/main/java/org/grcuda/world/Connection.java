package org.grcuda.world;

import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.grcuda.GrCuda;
import org.grcuda.spi.ContextPart;
import org.grcuda.transport.Loopback;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportException;
import org.grcuda.transport.TransportProvider;
import org.grcuda.types.GrCudaException;

/** Finds how the ranks of this program are connected. */
final class Connection {

  private Connection() {}

  /**
   * The connection of a process that was started as one of several; otherwise one rank.
   *
   * @param environment the environment variables of the process
   * @throws GrCudaException if the ranks cannot be connected, or {@code cuda} denies native access
   */
  static Transport open(GrCuda cuda, Map<String, String> environment) {
    List<TransportProvider> launched =
        ServiceLoader.load(TransportProvider.class, World.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .filter(provider -> provider.isLaunched(environment))
            .toList();
    if (launched.isEmpty()) {
      return Loopback.connect(1).getFirst();
    }
    // The connection compiles and loads a library, and can end the process.
    ContextPart.requireNativeAccess(cuda, "world");
    try {
      return launched.getFirst().open(environment);
    } catch (TransportException e) {
      throw new GrCudaException(GrCudaException.Kind.STATE, "world: " + e.getMessage(), e);
    }
  }
}
