package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.grcuda.nvrtc.wheel.Platform;
import org.junit.jupiter.api.Test;

/** SECURITY.md names what is fetched, with the checksums that are compared. */
final class ShippedListTest {

  @Test
  void namesEveryWheel() throws IOException {
    String text = Files.readString(Path.of("../../SECURITY.md"));
    Platform platform = Platform.of("Linux", "amd64").orElseThrow();
    Stream.concat(Stream.of(platform.wheel()), platform.headers().values().stream())
        .forEach(
            wheel ->
                assertTrue(
                    text.lines()
                        .anyMatch(
                            line ->
                                line.contains("`" + wheel.requirement() + "`")
                                    && line.contains("`" + wheel.sha256() + "`")),
                    () -> "SECURITY.md lacks " + wheel.requirement() + " with its checksum"));
  }
}
