package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.grcuda.nvrtc.wheel.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where NVRTC is searched, in a file system made up below a temporary folder. */
class NvrtcLocatorTest {

  private static final Platform X86_64 = Platform.of("Linux", "amd64").orElseThrow();

  @TempDir Path root;

  private final Map<String, String> environment = new HashMap<>();

  private Path cache() {
    return root.resolve("cache");
  }

  private SearchPlaces places() {
    return new SearchPlaces(environment, X86_64, root);
  }

  private Path locate() {
    NvrtcSettings settings =
        NvrtcSettings.of(environment, message -> {}).withCacheDirectory(cache());
    return new NvrtcLocator(settings, places(), X86_64.wheel()).locate();
  }

  private Path library(String path) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "");
  }

  @Test
  void placesCountInTheirOrder() throws IOException {
    environment.put("CUDA_HOME", root.resolve("home").toString());
    environment.put("CUDA_PATH", root.resolve("path").toString());
    environment.put("LD_LIBRARY_PATH", ":" + root.resolve("ld"));
    library("etc/ld.so.conf");
    Files.writeString(root.resolve("etc/ld.so.conf"), "# c\ninclude conf.d/*.conf\n/late # c\n");
    library("etc/conf.d/cuda.conf");
    Files.writeString(root.resolve("etc/conf.d/cuda.conf"), "/early\n");
    List<Path> libraries =
        List.of(
            library("home/lib64/libnvrtc.so.13"),
            library("home/targets/x86_64-linux/lib/libnvrtc.so.12"),
            library("path/lib64/libnvrtc.so.12"),
            library("usr/local/cuda/lib64/libnvrtc.so.12"),
            library("usr/local/cuda/targets/x86_64-linux/lib/libnvrtc.so.13"),
            library("ld/libnvrtc.so.12"),
            library("early/libnvrtc.so.12"),
            library("late/libnvrtc.so.12"),
            library("lib64/libnvrtc.so.12"),
            library("usr/lib/x86_64-linux-gnu/libnvrtc.so.12"));
    for (Path expected : libraries) {
      assertEquals(expected, locate());
      Files.delete(expected);
    }
    Path fetched = library("cache/nvrtc-12.9.86-x86_64/libnvrtc.so.12");
    Files.writeString(fetched.resolveSibling("libnvrtc-builtins.so.12.9"), "");
    Files.writeString(
        fetched.resolveSibling("stamp"),
        X86_64.wheel().sha256() + "\nlibnvrtc.so.12 0\nlibnvrtc-builtins.so.12.9 0\n");
    assertEquals(fetched, locate());
    Files.writeString(fetched, "not the size of the stamp");
    assertThrows(NvrtcNotFoundException.class, this::locate);
  }

  @Test
  void withoutPipTheMessageTellsWhereItLookedAndWhatToDo() throws IOException {
    Path bin = Files.createDirectory(root.resolve("bin"));
    environment.put("PATH", bin.toString());
    environment.put("CUDA_HOME", root.resolve("home").toString());
    Files.createDirectories(root.resolve("usr/local/cuda/lib64"));
    String message = assertThrows(NvrtcNotFoundException.class, this::locate).getMessage();
    assertEquals(
        """
        NVRTC, NVIDIA's compiler of CUDA C++, was not found. Looked at:
          - the CUDA toolkit ROOT/home (absent)
          - the CUDA toolkit ROOT/usr/local/cuda
          - the loader's folders ROOT/lib64, ROOT/lib64/x86_64-linux-gnu, ROOT/usr/lib64,\
         ROOT/usr/lib64/x86_64-linux-gnu, ROOT/lib, ROOT/lib/x86_64-linux-gnu, ROOT/usr/lib,\
         ROOT/usr/lib/x86_64-linux-gnu
          - the user cache ROOT/cache/nvrtc-12.9.86-x86_64
          - PyPI, nvidia-cuda-nvrtc-cu12==12.9.86: no pip: none of python3 -m pip,\
         python -m pip, pip3, pip works by PATH=ROOT/bin
        Install Python 3 with pip (Debian, Ubuntu: apt install python3-pip; Fedora: dnf install\
         python3-pip), by which NVRTC is fetched at the next start, or install a CUDA toolkit 12\
         or 13 and set CUDA_HOME to its folder.\
        """,
        message.replace(root.toString(), "ROOT"));
  }

  @Test
  void withoutANetworkOneLineSaysSo() throws IOException {
    Path pip = Files.createDirectory(root.resolve("bin")).resolve("python3");
    Files.writeString(
        pip,
        """
        #!/bin/sh
        case "$*" in *--version*) exit 0;; esac
        echo "connection broken by 'NewConnectionError('<...>: [Errno 111] refused')': /x/" >&2
        exit 1
        """);
    assertTrue(pip.toFile().setExecutable(true));
    environment.put("PATH", pip.getParent().toString());
    assertEquals(
        "NVRTC, NVIDIA's compiler of CUDA C++, is not on this machine, and cannot be fetched: pip"
            + " has no connection to its package index. Start once with a network, or install a"
            + " CUDA toolkit 12 or 13 and set CUDA_HOME to its folder.",
        assertThrows(NvrtcNotFoundException.class, this::locate).getMessage());
  }

  @Test
  void fetchingCanBeSwitchedOff() {
    NvrtcSettings settings =
        NvrtcSettings.of(System.getenv(), message -> {})
            .withCacheDirectory(cache())
            .withFetch(false);
    NvrtcLocator locator = new NvrtcLocator(settings, places(), X86_64.wheel());
    String message = assertThrows(NvrtcNotFoundException.class, locator::locate).getMessage();
    assertTrue(message.contains("- PyPI: fetching is switched off\n"), message);
  }

  @Test
  void theSettingNamesAFileOrItsFolder() throws IOException {
    Path library = library("mine/libnvrtc.so.12");
    assertEquals(library, NvrtcLocator.named(library));
    assertEquals(library, NvrtcLocator.named(library.getParent()));
    Path wrong = root.resolve("wrong");
    NvrtcSettings settings = NvrtcSettings.of(Map.of(), message -> {}).withLibrary(wrong);
    NvrtcCompiler compiler = NvrtcCompiler.open(settings);
    assertEquals(
        "The NVRTC library was set to "
            + wrong
            + ", which is neither a file nor a folder that holds libnvrtc.so.12 or"
            + " libnvrtc.so.13.",
        assertThrows(NvrtcNotFoundException.class, compiler::library).getMessage());
  }

  @Test
  void aFileThatIsNoLibraryIsNamed() throws IOException {
    Path library = Files.writeString(root.resolve("libnvrtc.so.12"), "not ELF");
    NvrtcSettings settings =
        NvrtcSettings.of(Map.of(), message -> {}).withLibrary(library).withCacheDirectory(cache());
    NvrtcCompiler compiler = NvrtcCompiler.open(settings);
    Program program = new Program("", "k.cu", "compute_80");
    String message =
        assertThrows(NvrtcException.class, () -> compiler.compile(program)).getMessage();
    assertTrue(message.startsWith("NVRTC cannot be loaded from " + library + ": "), message);
  }

  @Test
  void theFingerprintFollowsThePlaces() throws IOException {
    String before = places().fingerprint();
    assertEquals(before, places().fingerprint());
    library("usr/local/cuda/lib64/libnvrtc.so.12");
    String withToolkit = places().fingerprint();
    assertNotEquals(before, withToolkit);
    environment.put("CUDA_HOME", root.toString());
    assertNotEquals(withToolkit, places().fingerprint());
  }

  @Test
  void nothingIsSearchedBeforeTheFirstCompile() {
    NvrtcSettings settings =
        NvrtcSettings.of(Map.of(), message -> {}).withLibrary(root.resolve("absent"));
    assertNotEquals(null, NvrtcCompiler.open(settings));
  }

  @Test
  void theUserCacheFollowsXdg() {
    assertEquals(
        Path.of("/xdg/grcuda"), cacheOf(Map.of("XDG_CACHE_HOME", "/xdg", "HOME", "/home/me")));
    assertEquals(
        Path.of("/home/me/.cache/grcuda"),
        cacheOf(Map.of("XDG_CACHE_HOME", "relative", "HOME", "/home/me")));
    assertEquals(
        Path.of(System.getProperty("user.home"), ".cache/grcuda"), cacheOf(Map.of("HOME", "")));
  }

  private static Path cacheOf(Map<String, String> environment) {
    return NvrtcSettings.of(environment, message -> {}).cacheDirectory();
  }

  @Test
  void onlyWhatASearchCouldGiveIsTakenFromARecord() throws IOException {
    environment.put("CUDA_HOME", root.resolve("home").toString());
    environment.put("LD_LIBRARY_PATH", root.resolve("ld").toString());
    NvrtcSettings settings =
        NvrtcSettings.of(environment, message -> {}).withCacheDirectory(cache());
    NvrtcLocator locator = new NvrtcLocator(settings, places(), X86_64.wheel());
    Path fetched = library("cache/nvrtc-12.9.86-x86_64/libnvrtc.so.12");
    for (String known : List.of("home/lib64/libnvrtc.so.12", "ld/libnvrtc.so.13")) {
      assertTrue(locator.mayFind(library(known)), known);
    }
    assertTrue(locator.mayFind(fetched));
    assertFalse(locator.mayFind(library("cache/libnvrtc.so.12")));
    assertFalse(locator.mayFind(library("elsewhere/libnvrtc.so.12")));
    assertFalse(locator.mayFind(fetched.resolve("../../../elsewhere/libnvrtc.so.12")));
    Files.setPosixFilePermissions(
        fetched.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertFalse(locator.mayFind(fetched));
  }

  @Test
  void aDamagedLibraryThatCannotBeFetchedAgainIsNamed() throws IOException {
    Path fetched = library("cache/nvrtc-12.9.86-x86_64/libnvrtc.so.12");
    Files.writeString(fetched.resolveSibling("libnvrtc-builtins.so.12.9"), "");
    Files.writeString(fetched.resolveSibling("checksums"), "of other contents");
    Files.writeString(
        fetched.resolveSibling("stamp"),
        X86_64.wheel().sha256() + "\nlibnvrtc.so.12 0\nlibnvrtc-builtins.so.12.9 0\n");
    NvrtcSettings settings =
        NvrtcSettings.of(environment, message -> {}).withCacheDirectory(cache()).withFetch(false);
    NvrtcLocator locator = new NvrtcLocator(settings, places(), X86_64.wheel());
    assertEquals(
        "NVRTC in %s is damaged, and cannot be fetched again: fetching is switched off"
            .formatted(fetched.getParent()),
        assertThrows(NvrtcNotFoundException.class, () -> locator.intact(fetched)).getMessage());
  }

  @Test
  void platforms() {
    assertEquals("x86_64-linux", X86_64.cudaTarget());
    assertEquals("sbsa-linux", Platform.of("Linux", "aarch64").orElseThrow().cudaTarget());
    assertEquals(Optional.empty(), Platform.of("Linux", "riscv64"));
    assertEquals(Optional.empty(), Platform.of("Mac OS X", "aarch64"));
  }
}
