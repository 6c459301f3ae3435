package org.grcuda.world;

import java.lang.module.ModuleDescriptor;
import java.nio.ByteOrder;
import java.util.Map;
import org.grcuda.GrCuda;
import org.grcuda.world.collective.Identity;
import org.grcuda.world.progress.Credits;

/**
 * What a world is told besides how ranks are connected.
 *
 * @param credits how much may wait on another rank
 * @param identity what this rank is, and others must be
 */
record WorldSettings(Credits credits, Identity identity) {

  /** Set by whoever starts a program: its name, and a digest of its text. */
  private static final String PROGRAM = "grcuda.program";

  /** What the options of a context ask for. */
  static WorldSettings of(GrCuda cuda) {
    Map<String, String> options = cuda.options();
    String program =
        options.get("ProgramCheck").equals("off") ? "" : System.getProperty(PROGRAM, "");
    return new WorldSettings(
        Credits.USUAL, new Identity(version(), ByteOrder.nativeOrder(), program));
  }

  private static String version() {
    ModuleDescriptor module = World.class.getModule().getDescriptor();
    return module == null
        ? "of an unknown version"
        : module.rawVersion().orElse("of an unknown version");
  }

  WorldSettings with(Credits other) {
    return new WorldSettings(other, identity);
  }

  WorldSettings with(Identity other) {
    return new WorldSettings(credits, other);
  }
}
