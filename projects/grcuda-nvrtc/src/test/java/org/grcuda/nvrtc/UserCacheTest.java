package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.grcuda.nvrtc.file.OwnFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the cache is, above all for users without a home. */
class UserCacheTest {

  /** What the JVM says of a user that the system does not know. */
  private static final String UNKNOWN = "?";

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();

  private Path find(Map<String, String> environment) {
    return UserCache.find(environment, UNKNOWN, folder, messages::add);
  }

  private Path ofUser() throws IOException {
    return folder.resolve("grcuda-" + OwnFiles.user());
  }

  private static Path permit(Path path, String permissions) throws IOException {
    return Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void withoutAHomeItIsAFolderOfTheUserAlone() throws IOException {
    for (int times = 0; times < 2; times++) {
      assertEquals(ofUser(), find(Map.of()));
    }
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(ofUser())));
    assertEquals(ofUser(), find(Map.of("HOME", "relative")));
    assertEquals(ofUser(), find(Map.of("HOME", "/dev/null")), "a home that cannot have a cache");
    assertEquals(List.of(), messages);
  }

  /** Fails where HOME is not what the system knows, unless the process's own is asked. */
  @Test
  void aContextThatIsShownNoEnvironmentHasTheCacheOfTheProcess() {
    assertEquals(
        UserCache.find(System.getenv(), messages::add), UserCache.find(Map.of(), messages::add));
  }

  @Test
  void aFolderThatSomebodyElseMayHaveMadeIsNotUsed() throws IOException {
    permit(Files.createDirectory(ofUser()), "rwxr-xr-x");
    assertUnused(ofUser(), find(Map.of()));
    Files.delete(ofUser());
    Files.createSymbolicLink(ofUser(), permit(Files.createTempDirectory(folder, ""), "rwx------"));
    assertUnused(ofUser(), find(Map.of()));
    Files.delete(ofUser());
    Files.writeString(ofUser(), "a file");
    assertUnused(ofUser(), find(Map.of()));
  }

  private void assertUnused(Path planted, Path used) throws IOException {
    assertEquals(
        List.of(
            "No cache is kept: there is no home, and "
                + planted
                + " is not a private folder of the user (mode 0700). Set XDG_CACHE_HOME to a folder"
                + " that only you can write, and CUDA's compiler and kernels are kept there."),
        messages);
    messages.clear();
    assertNotEquals(planted, used);
    OwnFiles.requirePrivate(used);
  }

  @Test
  void aCacheThatOthersCanWriteIsNotUsed() throws IOException {
    Path cache = Files.createDirectories(folder.resolve("xdg/grcuda"));
    Map<String, String> environment = Map.of("XDG_CACHE_HOME", cache.getParent().toString());
    permit(cache, "rwxr-xr-x");
    assertEquals(cache, find(environment));
    permit(cache, "rwxr-xrwx");
    assertNotEquals(cache, find(environment));
    assertTrue(
        messages.getFirst().startsWith("No cache is kept: others can write " + cache),
        "" + messages);
  }

  /** Prints where the cache is. */
  public static final class Child {
    public static void main(String[] arguments) {
      System.out.println(NvrtcSettings.of(System.getenv(), System.err::println).cacheDirectory());
    }
  }

  @Test
  void aProcessOfAnUnknownUserLeavesNothingInItsFolder() throws IOException {
    Path working = Files.createDirectory(folder.resolve("working"));
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Duser.home=?",
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName())
            .directory(working.toFile())
            .redirectErrorStream(true);
    builder.environment().remove("HOME");
    builder.environment().remove("XDG_CACHE_HOME");
    Process child = builder.start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(ofUser() + "\n", output);
    assertFalse(Files.list(working).findAny().isPresent());
  }
}
