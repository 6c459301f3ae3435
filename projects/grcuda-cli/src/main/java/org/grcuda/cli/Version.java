package org.grcuda.cli;

import java.lang.module.ModuleDescriptor;

/** What {@code --version} prints. */
final class Version {

  private Version() {}

  static String text() {
    ModuleDescriptor descriptor = Main.class.getModule().getDescriptor();
    String version = descriptor == null ? "" : descriptor.rawVersion().orElse("");
    return "grcuda %s (Java %s)\n".formatted(version, Runtime.version());
  }
}
