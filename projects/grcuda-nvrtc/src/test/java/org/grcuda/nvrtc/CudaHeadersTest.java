package org.grcuda.nvrtc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.grcuda.nvrtc.file.Sha256;
import org.grcuda.nvrtc.wheel.HeaderPackage;
import org.grcuda.nvrtc.wheel.Platform;
import org.grcuda.nvrtc.wheel.WheelRelease;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which packages are fetched, with small wheels that a script in the place of pip serves. */
class CudaHeadersTest {

  @TempDir Path folder;

  private final List<String> messages = new ArrayList<>();
  private final Map<HeaderPackage, WheelRelease> wheels = new EnumMap<>(HeaderPackage.class);
  private Path toolkit;

  @BeforeEach
  void serve() throws IOException {
    toolkit = folder.resolve("toolkit");
    for (HeaderPackage each : HeaderPackage.values()) {
      Path wheel = folder.resolve("package-" + each + ".whl");
      try (OutputStream out = Files.newOutputStream(wheel);
          ZipOutputStream zip = new ZipOutputStream(out)) {
        zip.putNextEntry(new ZipEntry("include/" + each.probe()));
      }
      wheels.put(
          each,
          new WheelRelease(
              "headers " + each,
              "package-" + each,
              "1",
              "any",
              Sha256.of(wheel),
              2_000_000,
              "include",
              List.of(),
              "headers-" + each));
    }
    Path pip = Files.createDirectory(folder.resolve("bin")).resolve("pip");
    Files.writeString(
        pip,
        """
        #!/bin/sh
        PATH=/usr/bin:/bin
        for argument; do case "$argument" in --dest=*) to=${argument#--dest=};; esac; done
        cp "%s/${argument%%==1}.whl" "$to"
        """
            .formatted(folder));
    assertTrue(pip.toFile().setExecutable(true));
  }

  private CudaHeaders headers() {
    Map<String, String> environment =
        Map.of("PATH", folder.resolve("bin").toString(), "CUDA_HOME", toolkit.toString());
    NvrtcSettings settings =
        new NvrtcSettings(
            null,
            NvrtcSettings.Source.INSTALLED_FIRST,
            environment,
            folder.resolve("cache"),
            0,
            true,
            CompileLimits.DEFAULT,
            messages::add);
    Platform platform = Platform.of("Linux", "amd64").orElseThrow();
    return new CudaHeaders(
        settings, new SearchPlaces(environment, platform, folder.resolve("root")), wheels);
  }

  private static CompilationException without(String header) {
    return new CompilationException(
        "NVRTC_ERROR_COMPILATION", "could not open source file \"" + header + "\"");
  }

  @Test
  void thePackageOfTheMissingHeaderIsFetchedAndNoOther() throws IOException {
    CudaHeaders headers = headers();
    HeaderFolders none = headers.installed();
    assertEquals("", none.identity());
    HeaderFolders some = headers.completed(none, without("curand_uniform.h"));
    assertEquals(Set.of(HeaderPackage.CURAND), some.packages());
    assertEquals(none.folders(), some.folders());
    assertEquals(" " + folder.resolve("cache/headers-CURAND"), some.identity());
    assertEquals(
        List.of(
            "Fetching headers CURAND, once: package-CURAND==1, 2 MB, into "
                + folder.resolve("cache/headers-CURAND"),
            "CUDA's headers are ready."),
        messages);
    HeaderFolders more = headers.completed(some, without("crt/mma.h"));
    assertEquals(Set.of(HeaderPackage.CURAND, HeaderPackage.COMPILER), more.packages());
    assertEquals(4, messages.size());
    assertEquals(more, headers().installed());
  }

  @Test
  void whatAnotherProcessFetchedIsTaken() throws IOException {
    CudaHeaders early = headers();
    HeaderFolders none = early.installed();
    headers().completed(none, without("cub/cub.cuh"));
    messages.clear();
    assertEquals(
        Set.of(HeaderPackage.CCCL), early.completed(none, without("nv/target")).packages());
    assertEquals(List.of(), messages);
  }

  @Test
  void aToolkitIsCompleted() throws IOException {
    for (String header : List.of("cuda_fp16.h", "cccl/nv/target", "crt/mma.h")) {
      Path file = toolkit.resolve("include").resolve(header);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "");
    }
    CudaHeaders headers = headers();
    HeaderFolders there = headers.installed();
    assertEquals(
        Set.of(HeaderPackage.RUNTIME, HeaderPackage.CCCL, HeaderPackage.COMPILER),
        there.packages());
    assertEquals(
        List.of(
            toolkit.resolve("include"),
            toolkit.resolve("include/cccl"),
            folder.resolve("cache/headers-CURAND")),
        there.folders());
    assertEquals(
        Set.of(HeaderPackage.values()), headers.completed(there, without("curand.h")).packages());
  }

  @Test
  void otherFailuresStayAsTheyAre() throws IOException {
    CudaHeaders headers = headers();
    HeaderFolders none = headers.installed();
    CompilationException other = new CompilationException("X", "error: expected a \";\"");
    assertSame(
        other, assertThrows(CompilationException.class, () -> headers.completed(none, other)));
    HeaderFolders some = headers.completed(none, without("curand.h"));
    CompilationException again = without("curand_of_the_future.h");
    assertSame(
        again, assertThrows(CompilationException.class, () -> headers.completed(some, again)));
    CompilationException foreign = without("missing.h");
    assertSame(
        foreign, assertThrows(CompilationException.class, () -> headers.completed(some, foreign)));
  }

  @Test
  void aFailureSaysWhatWasLookedAt() throws IOException {
    Files.writeString(folder.resolve("package-CURAND.whl"), "damaged");
    CudaHeaders headers = headers();
    String message =
        assertThrows(
                CompilationException.class,
                () -> headers.completed(headers.installed(), without("curand_kernel.h")))
            .getMessage();
    assertTrue(message.contains("- PyPI, package-CURAND==1: package-CURAND.whl was"), message);
    assertTrue(message.contains("- the CUDA toolkit " + toolkit + " (absent)"), message);
  }
}
