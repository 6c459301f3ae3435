package org.grcuda.nvrtc.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of precompiled headers that processes share. */
class SharedHeadersTest {

  @TempDir Path folder;

  private static void keep(HeaderStore store, String key, int bytes) throws IOException {
    Path written = store.begin();
    Files.write(written, new byte[bytes]);
    store.keep(key, written);
  }

  @Test
  void theLeastRecentlyUsedFilesGo() throws IOException {
    SharedHeaders store = new SharedHeaders(folder, 20);
    for (String key : List.of("a", "b", "c", "d")) {
      keep(store, key, 8);
      Files.setLastModifiedTime(store.find(key).orElseThrow(), FileTime.fromMillis(key.charAt(0)));
      store.find("b");
    }
    List<String> kept = List.of("a", "b", "c", "d");
    assertEquals(List.of("b", "d"), kept.stream().filter(key -> isThere(store, key)).toList());
  }

  private static boolean isThere(HeaderStore store, String key) {
    try {
      return store.find(key).isPresent();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatIsGivenUpIsNotWantedAgain() throws IOException {
    SharedHeaders store = new SharedHeaders(folder.resolve("made"));
    assertFalse(store.isWanted("a"));
    store.want("a");
    assertTrue(new SharedHeaders(folder.resolve("made")).isWanted("a"), "in another process, too");
    store.giveUp("a");
    store.want("a");
    assertFalse(store.isWanted("a"));
  }

  @Test
  void aFileThatChangedIsDroppedAndWanted() throws IOException {
    keep(new SharedHeaders(folder), "a", 8);
    SharedHeaders other = new SharedHeaders(folder);
    Files.write(other.find("a").orElseThrow(), new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
    SharedHeaders later = new SharedHeaders(folder);
    assertEquals(Optional.empty(), later.find("a"));
    assertTrue(later.isWanted("a"));
  }
}
