package org.grcuda.mpi;

import java.util.Map;
import org.grcuda.transport.Transport;
import org.grcuda.transport.TransportProvider;

/** Connects the processes that a launcher of MPI has started. */
public final class MpiProvider implements TransportProvider {

  @Override
  public String name() {
    return "MPI";
  }

  @Override
  public boolean isLaunched(Map<String, String> environment) {
    return Launch.isLaunched(environment);
  }

  @Override
  public Transport open(Map<String, String> environment) {
    Launch launch = Launch.of(environment);
    return MpiTransport.open(launch, Shim.find(launch.kind(), environment));
  }
}
