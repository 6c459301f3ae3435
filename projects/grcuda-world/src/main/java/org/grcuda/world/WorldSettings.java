package org.grcuda.world;

import java.lang.module.ModuleDescriptor;
import java.nio.ByteOrder;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.transport.Transport;
import org.grcuda.world.balance.LoadBalancer;
import org.grcuda.world.balance.LoadBalancers;
import org.grcuda.world.collective.Identity;
import org.grcuda.world.progress.Credits;

/**
 * What a world is told besides how ranks are connected.
 *
 * @param credits how much may wait on another rank
 * @param identity what this rank is, and others must be
 * @param balancers how ranks share their work
 * @param hasThread whether a thread of its own drives while the program does not wait: without it,
 *     many ranks fit into one process
 */
record WorldSettings(
    Credits credits, Identity identity, BalancerMaker balancers, boolean hasThread) {

  /** Makes the balancer of a rank. */
  @FunctionalInterface
  interface BalancerMaker {

    /** That of rank {@code rank} of {@code size}. */
    LoadBalancer create(int rank, int size);
  }

  /** Set by whoever starts a program: its name, and a digest of its text. */
  private static final String PROGRAM = "grcuda.program";

  /** What the options of a context ask for. */
  static WorldSettings of(GrCuda cuda) {
    Map<String, String> options = cuda.options();
    String program =
        options.get("ProgramCheck").equals("off") ? "" : System.getProperty(PROGRAM, "");
    return new WorldSettings(
        Credits.USUAL,
        new Identity(version(), ByteOrder.nativeOrder(), program),
        (rank, size) -> LoadBalancers.named(options.get("LoadBalancer"), rank, size),
        true);
  }

  private static String version() {
    ModuleDescriptor module = World.class.getModule().getDescriptor();
    return module == null
        ? "of an unknown version"
        : module.rawVersion().orElse("of an unknown version");
  }

  WorldSettings with(Credits other) {
    return new WorldSettings(other, identity, balancers, hasThread);
  }

  WorldSettings with(BalancerMaker other) {
    return new WorldSettings(credits, identity, other, hasThread);
  }

  WorldSettings withoutThread() {
    return new WorldSettings(credits, identity, balancers, false);
  }

  LoadBalancer balancer(Transport transport) {
    return balancers.create(transport.rank(), transport.size());
  }

  WorldSettings with(Identity other) {
    return new WorldSettings(credits, other, balancers, hasThread);
  }
}
