package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grcuda.nvrtc.wheel.FetchException;
import org.grcuda.nvrtc.wheel.FetchedWheel;
import org.grcuda.nvrtc.wheel.OfflineException;
import org.grcuda.nvrtc.wheel.WheelRelease;

/** Finds libnvrtc in the order that {@link NvrtcCompiler} promises, and reports where it looked. */
final class NvrtcLocator {

  private static final List<String> NAMES = List.of("libnvrtc.so.12", "libnvrtc.so.13");

  private final NvrtcSettings settings;
  private final SearchPlaces places;
  private final WheelRelease wheel;
  private final List<String> looked = new ArrayList<>();

  /**
   * @param places where an installed NVRTC may be
   * @param wheel the wheel to fetch if it is in none of them
   */
  NvrtcLocator(NvrtcSettings settings, SearchPlaces places, WheelRelease wheel) {
    this.settings = settings;
    this.places = places;
    this.wheel = wheel;
  }

  /**
   * The library that {@code setting} names: itself, or one in that folder.
   *
   * @throws NvrtcNotFoundException there is none
   */
  static Path named(Path setting) {
    if (Files.isRegularFile(setting)) {
      return setting.toAbsolutePath();
    }
    return in(setting.toAbsolutePath())
        .orElseThrow(
            () ->
                new NvrtcNotFoundException(
                    "The NVRTC library was set to "
                        + setting
                        + ", which is neither a file nor a folder that holds "
                        + String.join(" or ", NAMES)
                        + "."));
  }

  /**
   * The library, fetched if need be.
   *
   * @throws NvrtcNotFoundException listing every place
   */
  Path locate() {
    for (Path toolkit : places.toolkits()) {
      List<Path> folders = places.librariesOf(toolkit);
      Optional<Path> library = inAny(folders);
      if (library.isPresent()) {
        return library.get();
      }
      looked.add("the CUDA toolkit " + toolkit + (Files.isDirectory(toolkit) ? "" : " (absent)"));
    }
    List<Path> loaderPath = new ArrayList<>(places.userLoaderPath());
    loaderPath.addAll(places.systemLoaderPath());
    if (!loaderPath.isEmpty()) {
      looked.add("the loader's folders " + joined(loaderPath));
    }
    return inAny(loaderPath)
        .or(() -> fetched(new FetchedWheel(settings.cacheDirectory(), wheel)))
        .orElseThrow(() -> new NvrtcNotFoundException(notFoundMessage()));
  }

  /**
   * Whether a search may give that library: it lies in one of the places, and if that is the user
   * cache, nobody else can write it.
   */
  boolean mayFind(Path library) {
    Path folder = library.getParent();
    FetchedWheel cache = new FetchedWheel(settings.cacheDirectory(), wheel);
    if (cache.folder().equals(folder)) {
      return cache.isTrusted(library);
    }
    return places.toolkits().stream().anyMatch(t -> places.librariesOf(t).contains(folder))
        || places.userLoaderPath().contains(folder)
        || places.systemLoaderPath().contains(folder);
  }

  /**
   * The library that a search gave, to be loaded: one in the user cache is fetched again if it is
   * damaged.
   *
   * @throws NvrtcNotFoundException it is damaged and cannot be fetched
   */
  Path intact(Path found) {
    FetchedWheel cache = new FetchedWheel(settings.cacheDirectory(), wheel);
    if (!cache.folder().equals(found.getParent())) {
      return found;
    }
    try {
      if (cache.intact().isPresent()) {
        return found;
      }
      settings.messages().accept("NVRTC in " + cache.folder() + " is damaged.");
      if (!settings.fetch()) {
        throw new FetchException("fetching is switched off");
      }
      cache.fetch(settings.environment(), settings.messages());
      return found;
    } catch (IOException e) {
      throw new NvrtcNotFoundException(
          "NVRTC in %s is damaged, and cannot be fetched again: %s"
              .formatted(cache.folder(), FetchException.reason(e)));
    }
  }

  private Optional<Path> fetched(FetchedWheel cache) {
    try {
      Optional<Path> installed = cache.installed();
      if (installed.isPresent()) {
        return installed.map(this::library);
      }
      looked.add("the user cache " + cache.folder());
      if (!settings.fetch()) {
        looked.add("PyPI: fetching is switched off");
        return Optional.empty();
      }
      Path folder = cache.fetch(settings.environment(), settings.messages());
      settings.messages().accept("NVRTC is ready.");
      return Optional.of(library(folder));
    } catch (OfflineException e) {
      throw new NvrtcNotFoundException(
          "NVRTC, NVIDIA's compiler of CUDA C++, is not on this machine, and cannot be fetched: "
              + e.getMessage()
              + ". Start once with a network, or install a CUDA toolkit 12 or 13 and set CUDA_HOME"
              + " to its folder.");
    } catch (IOException e) {
      looked.add("PyPI, " + wheel.requirement() + ": " + FetchException.reason(e));
      return Optional.empty();
    }
  }

  private Path library(Path folder) {
    return folder.resolve(wheel.files().getFirst());
  }

  private static Optional<Path> inAny(List<Path> folders) {
    return folders.stream().flatMap(folder -> in(folder).stream()).findFirst();
  }

  private static Optional<Path> in(Path folder) {
    return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
  }

  private static String joined(List<Path> paths) {
    return String.join(", ", paths.stream().map(Path::toString).toList());
  }

  private String notFoundMessage() {
    return "NVRTC, NVIDIA's compiler of CUDA C++, was not found. Looked at:\n  - "
        + String.join("\n  - ", looked)
        + "\nInstall Python 3 with pip (Debian, Ubuntu: apt install python3-pip; Fedora: dnf"
        + " install python3-pip), by which NVRTC is fetched at the next start, or install a CUDA"
        + " toolkit 12 or 13 and set CUDA_HOME to its folder.";
  }
}
