package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds CUDA's headers, which NVRTC does not contain: in a CUDA toolkit, else in the user cache,
 * into which they are fetched from PyPI.
 */
final class CudaHeaders {

  private static final Pattern RUNTIME =
      Pattern.compile(
          "(cuda\\w*|cooperative_groups|cuComplex|vector_(types|functions)|device_\\w+"
              + "|math_(constants|functions)|library_types|driver_(types|functions)|builtin_types"
              + "|host_defines|sm_\\d+_\\w+|channel_descriptor|(texture|surface)_\\w+"
              + "|common_functions|mma)\\.h(pp)?");

  private static final Pattern FOLDER = Pattern.compile("(cuda|nv|cooperative_groups)/[\\w./]+");
  private static final Pattern CONFIGURABLE = Pattern.compile("(cub|thrust)/[\\w./]+");
  private static final Pattern MISSING =
      Pattern.compile("(?:cannot|could not) open source file \"([^\"]+)\"");

  private final NvrtcSettings settings;
  private final SearchPlaces places;
  private final List<WheelRelease> wheels;

  /**
   * @param places where a CUDA toolkit may be
   * @param wheels the wheels to fetch if there is none
   */
  CudaHeaders(NvrtcSettings settings, SearchPlaces places, List<WheelRelease> wheels) {
    this.settings = settings;
    this.places = places;
    this.wheels = wheels;
  }

  /**
   * Whether a header of that name is NVIDIA's, and includes only such headers whatever macros are
   * defined.
   */
  static boolean isOwn(String name) {
    boolean within = !name.contains("..");
    return within && (RUNTIME.matcher(name).matches() || FOLDER.matcher(name).matches());
  }

  /** Whether the compilation failed for want of a header of NVIDIA's. */
  static boolean areMissing(CompilationException failure) {
    Matcher missing = MISSING.matcher(failure.getMessage());
    return missing.find() && areOf(missing.group(1));
  }

  /** Whether a header of that name is NVIDIA's. */
  static boolean areOf(String name) {
    return isOwn(name) || CONFIGURABLE.matcher(name).matches();
  }

  /** The headers, or where they would be. */
  HeaderFolders installed() throws IOException {
    for (Path toolkit : places.toolkits()) {
      for (Path include : places.includesOf(toolkit)) {
        Path header = include.resolve("cuda_fp16.h");
        if (Files.isRegularFile(header)) {
          String state = Files.size(header) + " " + Files.getLastModifiedTime(header).toMillis();
          return new HeaderFolders(
              List.of(include, include.resolve("cccl")), include + " " + state);
        }
      }
    }
    List<Path> folders = new ArrayList<>();
    boolean whole = true;
    for (WheelRelease wheel : wheels) {
      FetchedWheel cache = new FetchedWheel(settings.cacheDirectory(), wheel);
      folders.add(cache.folder());
      whole &= cache.installed().isPresent();
    }
    return new HeaderFolders(folders, whole ? folders.toString() : "");
  }

  /**
   * The headers, fetched now.
   *
   * @throws IOException why they cannot be
   */
  HeaderFolders fetch() throws IOException {
    if (!settings.fetch()) {
      throw new FetchException("fetching is switched off");
    }
    for (WheelRelease wheel : wheels) {
      FetchedWheel cache = new FetchedWheel(settings.cacheDirectory(), wheel);
      if (cache.installed().isEmpty()) {
        cache.fetch(settings);
      }
    }
    settings.messages().accept("CUDA's headers are ready.");
    return installed();
  }

  /** A failure that says why the header it wants cannot be had, and what to do. */
  CompilationException unavailable(CompilationException failure, IOException reason) {
    List<String> looked = new ArrayList<>();
    for (Path toolkit : places.toolkits()) {
      looked.add("the CUDA toolkit " + toolkit + (Files.isDirectory(toolkit) ? "" : " (absent)"));
    }
    looked.add("the user cache " + settings.cacheDirectory());
    List<String> packages = wheels.stream().map(WheelRelease::requirement).toList();
    looked.add("PyPI, " + String.join(", ", packages) + ": " + FetchException.reason(reason));
    return new CompilationException(
        failure.result(),
        failure.getMessage()
            + "\nThat header is one of CUDA's, which were not found. Looked at:\n  - "
            + String.join("\n  - ", looked)
            + "\nAllow the fetch (Python 3 with pip and a network, once), install a CUDA toolkit 12"
            + " or 13 and set CUDA_HOME to its folder, or give the headers' folder as -I.");
  }
}
