package org.grcuda.nvrtc.wheel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grcuda.nvrtc.file.Sha256;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fetching, with a shell script in the place of pip and a small wheel. */
class FetchTest {

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();
  private Path bin;
  private Path wheel;

  @BeforeEach
  void makeWheel() throws IOException {
    bin = Files.createDirectory(folder.resolve("bin"));
    wheel = folder.resolve("served.whl");
    try (OutputStream out = Files.newOutputStream(wheel);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : List.of("lib/libnvrtc.so.12", "lib/builtins.so", "lib/other.so")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(("contents of " + name).getBytes());
      }
    }
  }

  private WheelRelease release(String sha256, String... libraries) {
    return new WheelRelease(
        "the thing",
        "the-package",
        "1.2",
        "manylinux_test",
        sha256,
        100,
        "lib",
        List.of(libraries),
        "nvrtc-1.2");
  }

  private WheelRelease release() throws IOException {
    byte[] digest = Sha256.digest().digest(Files.readAllBytes(wheel));
    return release(HexFormat.of().formatHex(digest), "libnvrtc.so.12", "builtins.so");
  }

  /** Puts a program on the path; {@code $dest} is the folder that pip was told. */
  private void command(String name, String script) throws IOException {
    Path file = bin.resolve(name);
    String preamble =
        """
        #!/bin/sh
        PATH=/usr/bin:/bin
        for argument; do case "$argument" in --dest=*) dest=${argument#--dest=};; esac; done
        """;
    Files.writeString(file, preamble + script);
    assertTrue(file.toFile().setExecutable(true));
  }

  private void servingPip(String name) throws IOException {
    command(
        name,
        "case \"$*\" in *--version*) exit 0;; esac\n"
            + "echo \"$*\" >> %s\nsleep 0.3\ncp %s \"$dest\"\n"
                .formatted(folder.resolve("calls"), wheel));
  }

  private FetchedWheel cache(WheelRelease release) {
    return new FetchedWheel(folder.resolve("cache"), release);
  }

  private PipDownload pip() {
    return new PipDownload(Map.of("PATH", "/nowhere:" + bin), messages::add);
  }

  private List<String> cached() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("cache"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void theNeededLibrariesAreUnpackedAndStamped() throws IOException {
    servingPip("python3");
    Path library = cache(release()).fetch(pip()).resolve("libnvrtc.so.12");
    assertEquals("contents of lib/libnvrtc.so.12", Files.readString(library));
    assertEquals(
        "contents of lib/builtins.so", Files.readString(library.resolveSibling("builtins.so")));
    assertFalse(Files.exists(library.resolveSibling("other.so")));
    assertEquals(library.getParent(), cache(release()).installed().orElseThrow());
    assertEquals(List.of("fetch.lock", "nvrtc-1.2"), cached());
    String call = Files.readString(folder.resolve("calls"));
    assertTrue(call.startsWith("-I -m pip download --no-deps "), call);
    assertTrue(call.contains("--platform=manylinux_test "), call);
    assertTrue(call.endsWith(" the-package==1.2\n"), call);
  }

  @Test
  void allThatLiesBelowAFolderIsUnpackedIfNoFileIsListed() throws IOException {
    try (OutputStream out = Files.newOutputStream(wheel);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : List.of("lib/a.h", "lib/sub/b.h", "library/c.h", "lib/", "info")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.endsWith("/") ? new byte[0] : name.getBytes());
      }
    }
    servingPip("python3");
    byte[] digest = Sha256.digest().digest(Files.readAllBytes(wheel));
    WheelRelease release = release(HexFormat.of().formatHex(digest));
    Path unpacked = cache(release).fetch(pip());
    try (Stream<Path> files = Files.walk(unpacked)) {
      assertEquals(
          List.of("", "a.h", "checksums", "stamp", "sub", "sub/b.h"),
          files.map(file -> unpacked.relativize(file).toString()).sorted().toList());
    }
    assertEquals("lib/sub/b.h", Files.readString(unpacked.resolve("sub/b.h")));
    assertEquals(unpacked, cache(release).installed().orElseThrow());
  }

  @Test
  void progressIsReported() throws IOException {
    command(
        "pip3",
        "head -c 55 /dev/zero > \"$dest/part\"\nsleep 1\nrm \"$dest/part\"\ncp %s \"$dest\"\n"
            .formatted(wheel));
    cache(release()).fetch(pip());
    assertTrue(messages.getFirst().endsWith(" % of 0 MB"), messages.toString());
  }

  @Test
  void pythonWithoutPipIsPassedOver() throws IOException {
    command("python3", "echo 'No module named pip' >&2\nexit 1\n");
    servingPip("pip3");
    cache(release()).fetch(pip());
    assertTrue(Files.readString(folder.resolve("calls")).startsWith("download "));
  }

  @Test
  void aWrongChecksumIsRefused() throws IOException {
    servingPip("python3");
    WheelRelease wrong = release("0".repeat(64), "libnvrtc.so.12");
    FetchException error = assertThrows(FetchException.class, () -> cache(wrong).fetch(pip()));
    assertEquals(
        "served.whl was downloaded with SHA-256 "
            + release().sha256()
            + ", expected "
            + wrong.sha256()
            + ": refused",
        error.getMessage());
    assertEquals(List.of("fetch.lock"), cached());
  }

  @Test
  void aFailedDownloadShowsWhatPipSaid() throws IOException {
    command(
        "python3",
        "case \"$*\" in *--version*) exit 0;; esac\necho 'ERROR: no network' >&2\nexit 3\n");
    String message =
        assertThrows(FetchException.class, () -> cache(release()).fetch(pip())).getMessage();
    assertTrue(message.contains("the-package==1.2 failed:\nERROR: no network"), message);
    assertEquals(List.of("fetch.lock"), cached());
  }

  @Test
  void aWheelWithoutALibraryIsRefused() throws IOException {
    servingPip("pip");
    WheelRelease wanting = release(release().sha256(), "libnvrtc.so.12", "absent.so");
    FetchException error = assertThrows(FetchException.class, () -> cache(wanting).fetch(pip()));
    assertEquals("served.whl holds no absent.so", error.getMessage());
    assertEquals(List.of("fetch.lock"), cached());
  }

  @Test
  void whatAKilledProcessLeftIsRemovedAndADamagedInstallationReplaced() throws IOException {
    servingPip("python3");
    Path library = cache(release()).fetch(pip()).resolve("libnvrtc.so.12");
    Files.writeString(library, "truncated");
    Files.createDirectories(folder.resolve("cache/fetch-123/download"));
    assertTrue(cache(release()).installed().isEmpty());
    cache(release()).fetch(pip());
    assertEquals("contents of lib/libnvrtc.so.12", Files.readString(library));
    assertEquals(List.of("fetch.lock", "nvrtc-1.2"), cached());
  }

  @Test
  void aZeroFilledLibraryOfTheRightSizeIsFetchedAgain() throws IOException {
    servingPip("python3");
    Path library = cache(release()).fetch(pip()).resolve("libnvrtc.so.12");
    assertEquals(library.getParent(), cache(release()).intact().orElseThrow());
    Files.write(library, new byte[(int) Files.size(library)]);
    assertTrue(cache(release()).installed().isPresent());
    assertTrue(cache(release()).intact().isEmpty());
    assertTrue(cache(release()).installed().isEmpty());
    cache(release()).fetch(pip());
    assertEquals("contents of lib/libnvrtc.so.12", Files.readString(library));
    assertTrue(cache(release()).intact().isPresent());
  }

  @Test
  void checksumsAreComparedAfterAStartOfTheMachine() throws IOException {
    servingPip("python3");
    Path library = cache(release()).fetch(pip()).resolve("libnvrtc.so.12");
    assertTrue(cache(release()).intact().isPresent());
    FileTime written = Files.getLastModifiedTime(library);
    Files.write(library, new byte[(int) Files.size(library)]);
    Files.setLastModifiedTime(library, written);
    assertTrue(cache(release()).intact().isPresent(), "as after its last check");
    Path verified = library.resolveSibling("verified");
    Files.writeString(verified, "another start" + Files.readString(verified));
    assertTrue(cache(release()).intact().isEmpty());
  }

  @Test
  void whatOthersCanWriteIsNotTaken() throws IOException {
    servingPip("python3");
    Path library = cache(release()).fetch(pip()).resolve("libnvrtc.so.12");
    assertTrue(cache(release()).isTrusted(library));
    Files.setPosixFilePermissions(library, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertFalse(cache(release()).isTrusted(library));
    assertTrue(cache(release()).installed().isEmpty());
    cache(release()).fetch(pip());
    assertTrue(cache(release()).isTrusted(library));
    assertFalse(cache(release()).isTrusted(folder.resolve("cache/../elsewhere")));
  }

  @Test
  void pipWorksInAFolderOfItsOwn() throws IOException {
    command(
        "python3",
        "pwd >> %s\ncase \"$*\" in *--version*) exit 0;; esac\ncp %s \"$dest\"\n"
            .formatted(folder.resolve("places"), wheel));
    cache(release()).fetch(pip());
    for (String place : Files.readAllLines(folder.resolve("places"))) {
      assertTrue(place.startsWith(folder.resolve("cache/fetch-").toString()), place);
    }
  }

  @Test
  void pipThatHangsIsEnded() throws IOException, InterruptedException {
    hangingPip();
    PipDownload hasty =
        new PipDownload(Map.of("PATH", bin.toString()), messages::add, Duration.ofSeconds(1));
    FetchException error = assertThrows(FetchException.class, () -> cache(release()).fetch(hasty));
    assertTrue(error.getMessage().endsWith(" did nothing for 1 s, and was ended"), "" + error);
    assertEnds();
    assertEquals(List.of("fetch.lock"), cached());
  }

  /** Fetches until it is killed: {@code cache, folder with pip}. */
  public static final class Child {
    public static void main(String[] arguments) throws IOException {
      PipDownload pip = new PipDownload(Map.of("PATH", arguments[1]), line -> {});
      WheelRelease release = new FetchTest().release("0".repeat(64), "libnvrtc.so.12");
      new FetchedWheel(Path.of(arguments[0]), release).fetch(pip);
    }
  }

  @Test
  void pipEndsWithAProcessThatIsKilled() throws IOException, InterruptedException {
    hangingPip();
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                folder.resolve("cache").toString(),
                bin.toString())
            .inheritIO()
            .start();
    while (!Files.exists(folder.resolve("pid"))) {
      Thread.sleep(20);
    }
    child.destroyForcibly().waitFor();
    assertEnds();
  }

  private void hangingPip() throws IOException {
    command(
        "python3",
        "case \"$*\" in *--version*) exit 0;; esac\necho $$ > %s.new; mv %s.new %s\nexec sleep 100\n"
            .replace("%s", folder.resolve("pid").toString()));
  }

  private void assertEnds() throws IOException, InterruptedException {
    long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
    long end = System.nanoTime() + 10_000_000_000L;
    while (ProcessHandle.of(pid).isPresent() && System.nanoTime() < end) {
      Thread.sleep(20);
    }
    assertTrue(ProcessHandle.of(pid).isEmpty());
  }

  @Test
  void severalAskAndOneFetches() throws IOException, InterruptedException, ExecutionException {
    servingPip("python3");
    WheelRelease release = release();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<Path>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(() -> cache(release).fetch(pip())));
      }
      for (Future<Path> result : results) {
        assertTrue(Files.exists(result.get()));
      }
    }
    assertEquals(1, Files.readAllLines(folder.resolve("calls")).size());
  }
}
