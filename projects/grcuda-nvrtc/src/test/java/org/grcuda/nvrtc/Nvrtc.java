package org.grcuda.nvrtc;

import java.nio.file.Path;

/** The NVRTC of this machine, fetched into the user's cache if the tests are the first to ask. */
final class Nvrtc {

  private Nvrtc() {}

  /** Settings with that library and a cache of their own. */
  static NvrtcSettings settings(Path cacheDirectory) {
    NvrtcSettings user = NvrtcSettings.of(System.getenv(), System.err::println);
    Path library = NvrtcCompiler.open(user).library();
    return user.withLibrary(library).withCacheDirectory(cacheDirectory);
  }

  /** A compiler that caches nothing. */
  static NvrtcCompiler uncached() {
    return NvrtcCompiler.open(settings(Path.of("target", "unused")).withMaxProgramBytes(0));
  }
}
