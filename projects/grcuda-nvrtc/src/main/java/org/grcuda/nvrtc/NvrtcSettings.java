package org.grcuda.nvrtc;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Where NVRTC and its caches are. Nothing else is read from the process's surroundings.
 *
 * @param library the library to use, or the folder that holds it; null to search for it
 * @param source which of the found libraries counts
 * @param environment environment variables: CUDA_HOME, CUDA_PATH, LD_LIBRARY_PATH, PATH are read;
 *     the child process that fetches NVRTC gets all of them
 * @param cacheDirectory holds the fetched library and the compiled programs; made when needed
 * @param maxProgramBytes bound of the compiled programs kept there; 0: none are kept
 * @param fetch whether NVRTC may be fetched from the network if it is nowhere else
 * @param limits what a compilation may take
 * @param messages receives lines for the user: the progress of a fetch, a cache that cannot be
 *     written
 */
public record NvrtcSettings(
    Path library,
    Source source,
    Map<String, String> environment,
    Path cacheDirectory,
    long maxProgramBytes,
    boolean fetch,
    CompileLimits limits,
    Consumer<String> messages) {

  private static final long DEFAULT_PROGRAM_BYTES = 256L << 20;

  /** Which NVRTC, and which of CUDA's headers, count. */
  public enum Source {
    /** Those of a CUDA toolkit or the loader's path, before what was fetched. */
    INSTALLED_FIRST,
    /** What was fetched, where it is there. */
    FETCHED_FIRST,
    /** What was fetched or can be: the machine is not searched. */
    FETCHED_ONLY
  }

  /** Takes a copy of the environment. */
  public NvrtcSettings {
    environment = Map.copyOf(environment);
  }

  /**
   * The defaults: library searched, fetched if need be, cache in {@code $XDG_CACHE_HOME/grcuda} or
   * {@code $HOME/.cache/grcuda}, of 256 MB at most. If there is no home, the cache is a private
   * folder of the user below the system's temporary one. If that folder cannot be trusted, the
   * cache ends with the process, and a message says so. {@code GRCUDA_NVRTC=fetched} stands for
   * {@link Source#FETCHED_FIRST}.
   */
  public static NvrtcSettings of(Map<String, String> environment, Consumer<String> messages) {
    return new NvrtcSettings(
        null,
        "fetched".equals(environment.get("GRCUDA_NVRTC"))
            ? Source.FETCHED_FIRST
            : Source.INSTALLED_FIRST,
        environment,
        UserCache.find(environment, messages),
        DEFAULT_PROGRAM_BYTES,
        true,
        CompileLimits.DEFAULT,
        messages);
  }

  /** These settings with another library, or folder that holds it. */
  public NvrtcSettings withLibrary(Path other) {
    return new NvrtcSettings(
        other, source, environment, cacheDirectory, maxProgramBytes, fetch, limits, messages);
  }

  /** These settings with another source. */
  public NvrtcSettings withSource(Source other) {
    return new NvrtcSettings(
        library, other, environment, cacheDirectory, maxProgramBytes, fetch, limits, messages);
  }

  /** These settings with another cache. */
  public NvrtcSettings withCacheDirectory(Path other) {
    return new NvrtcSettings(
        library, source, environment, other, maxProgramBytes, fetch, limits, messages);
  }

  /** These settings with another bound of the compiled programs, in bytes. */
  public NvrtcSettings withMaxProgramBytes(long bytes) {
    return new NvrtcSettings(
        library, source, environment, cacheDirectory, bytes, fetch, limits, messages);
  }

  /** These settings with fetching allowed or not. */
  public NvrtcSettings withFetch(boolean allowed) {
    return new NvrtcSettings(
        library, source, environment, cacheDirectory, maxProgramBytes, allowed, limits, messages);
  }

  /** These settings with other limits. */
  public NvrtcSettings withLimits(CompileLimits other) {
    return new NvrtcSettings(
        library, source, environment, cacheDirectory, maxProgramBytes, fetch, other, messages);
  }
}
