package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.nvrtc.wheel.FetchException;
import org.grcuda.nvrtc.wheel.FetchedWheel;
import org.grcuda.nvrtc.wheel.HeaderPackage;
import org.grcuda.nvrtc.wheel.WheelRelease;

/**
 * Finds CUDA's headers, which NVRTC does not contain: in a CUDA toolkit, else in the user cache,
 * into which a package of them is fetched from PyPI when a program first includes one of its
 * headers.
 */
final class CudaHeaders {

  private static final Pattern MISSING =
      Pattern.compile("(?:cannot|could not) open source file \"([^\"]+)\"");

  private static final Pattern HOST_CUB =
      Pattern.compile("cub/(device/|util_device\\.cuh|detail/device_synchronize\\.cuh)\\S*: error");

  private final NvrtcSettings settings;
  private final SearchPlaces places;
  private final Map<HeaderPackage, WheelRelease> wheels;
  private volatile HeaderFolders found;

  /**
   * @param places where a CUDA toolkit may be
   * @param wheels those to fetch if it is not there
   */
  CudaHeaders(
      NvrtcSettings settings, SearchPlaces places, Map<HeaderPackage, WheelRelease> wheels) {
    this.settings = settings;
    this.places = places;
    this.wheels = wheels;
  }

  /** The headers that are there, and where others would be. They are searched once. */
  HeaderFolders installed() throws IOException {
    if (found == null) {
      found = search();
    }
    return found;
  }

  private HeaderFolders search() throws IOException {
    List<Path> folders = new ArrayList<>();
    Set<HeaderPackage> packages = EnumSet.noneOf(HeaderPackage.class);
    StringBuilder identity = new StringBuilder();
    Optional<Path> include = toolkitFolder();
    if (include.isPresent()) {
      folders.add(include.get());
      folders.add(include.get().resolve("cccl"));
      folders.forEach(folder -> packages.addAll(packagesOf(folder)));
      identity.append(include.get()).append(' ').append(stateOf(include.get()));
    }
    for (HeaderPackage each : HeaderPackage.values()) {
      FetchedWheel cache = cacheOf(each);
      if (!packages.contains(each)) {
        folders.add(cache.folder());
        if (cache.installed().isPresent()) {
          packages.add(each);
          identity.append(' ').append(cache.folder());
        }
      }
    }
    return new HeaderFolders(folders, packages, identity.toString());
  }

  private Optional<Path> toolkitFolder() {
    return places.toolkits().stream()
        .flatMap(toolkit -> places.includesOf(toolkit).stream())
        .filter(include -> Files.isRegularFile(mainHeader(include)))
        .findFirst();
  }

  private static Path mainHeader(Path include) {
    return include.resolve(HeaderPackage.RUNTIME.probe());
  }

  private static String stateOf(Path include) throws IOException {
    Path header = mainHeader(include);
    return Files.size(header) + " " + Files.getLastModifiedTime(header).toMillis();
  }

  private static List<HeaderPackage> packagesOf(Path folder) {
    return EnumSet.allOf(HeaderPackage.class).stream()
        .filter(each -> Files.isRegularFile(folder.resolve(each.probe())))
        .toList();
  }

  private FetchedWheel cacheOf(HeaderPackage headers) {
    return new FetchedWheel(settings.cacheDirectory(), wheels.get(headers));
  }

  /**
   * The headers with those that a compilation lacked, fetched now.
   *
   * @param present the headers that it had
   * @throws CompilationException the failure, if it lacked no header of CUDA's; one that also says
   *     why the header cannot be had, and what to do
   */
  HeaderFolders completed(HeaderFolders present, CompilationException failure) {
    Matcher missing = MISSING.matcher(failure.getMessage());
    Optional<HeaderPackage> lacking =
        missing.find() ? HeaderPackage.of(missing.group(1)) : Optional.empty();
    if (lacking.isEmpty() || present.packages().contains(lacking.get())) {
      throw ofTheHost(failure);
    }
    try {
      fetch(cacheOf(lacking.get()));
      HeaderFolders now = search();
      if (!now.packages().contains(lacking.get())) {
        throw new FetchException("what was fetched is not there, or others may write it");
      }
      found = now;
      return now;
    } catch (IOException e) {
      throw unavailable(failure, wheels.get(lacking.get()), e);
    }
  }

  /** A failure; if it comes of algorithms of CUB that hosts launch, with what to do. */
  private static CompilationException ofTheHost(CompilationException failure) {
    if (!HOST_CUB.matcher(failure.getMessage()).find()) {
      return failure;
    }
    return new CompilationException(
        failure.result(),
        failure.getMessage()
            + "\nCUB's algorithms over whole arrays (cub/device/...) are code of the host, which"
            + " launches kernels. Kernels include cub/cub.cuh, for the collectives of warps and"
            + " blocks; the host calls the functions of CU.CUB.");
  }

  private void fetch(FetchedWheel cache) throws IOException {
    if (cache.installed().isPresent()) {
      return;
    }
    if (!settings.fetch()) {
      throw new FetchException("fetching is switched off");
    }
    cache.fetch(settings.environment(), settings.messages());
    settings.messages().accept("CUDA's headers are ready.");
  }

  private CompilationException unavailable(
      CompilationException failure, WheelRelease wheel, IOException reason) {
    List<String> looked = new ArrayList<>();
    for (Path toolkit : places.toolkits()) {
      looked.add("the CUDA toolkit " + toolkit + (Files.isDirectory(toolkit) ? "" : " (absent)"));
    }
    looked.add("the user cache " + settings.cacheDirectory());
    looked.add("PyPI, " + wheel.requirement() + ": " + FetchException.reason(reason));
    return new CompilationException(
        failure.result(),
        failure.getMessage()
            + "\nThat header is one of CUDA's, which were not found. Looked at:\n  - "
            + String.join("\n  - ", looked)
            + "\nAllow the fetch (Python 3 with pip and a network, once), install a CUDA toolkit 12"
            + " or 13 and set CUDA_HOME to its folder, or give the headers' folder as -I.");
  }
}
