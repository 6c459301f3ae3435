package org.grcuda.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * A release of NVIDIA's cuda.h, from a wheel that pip fetches from the user's index, once.
 *
 * @param requirement as pip takes it
 * @param sha256 checksum of the wheel
 */
record NvidiaHeader(String requirement, String sha256) {

  /** The oldest that is supported, the last of CUDA 12, and one of CUDA 13. */
  static final List<NvidiaHeader> ALL =
      List.of(
          new NvidiaHeader(
              "nvidia-cuda-runtime-cu12==12.0.146",
              "18c038592af387684812fa712642aa9a26c12da80acb488b6709f7cced147f71"),
          new NvidiaHeader(
              "nvidia-cuda-runtime-cu12==12.9.79",
              "25bba2dfb01d48a9b59ca474a1ac43c6ebf7011f1b0b8cc44f54eb6ac48a96c3"),
          new NvidiaHeader(
              "nvidia-cuda-runtime==13.0.96",
              "7f82250d7782aa23b6cfe765ecc7db554bd3c2870c43f3d1821f1d18aebf0548"));

  private static final String NAME = "cuda.h";

  /** The folder of the user's cache that holds it, and nothing else. */
  Path folder() throws IOException, InterruptedException {
    Path folder =
        Path.of(System.getProperty("user.home"), ".cache", "grcuda", "header-" + requirement);
    if (!Files.exists(folder.resolve(NAME))) {
      Files.createDirectories(folder);
      fetch(folder);
    }
    return folder;
  }

  private void fetch(Path folder) throws IOException, InterruptedException {
    Path download = Files.createTempDirectory(folder.getParent(), "fetch-");
    try {
      Path wheel = download(download);
      if (!sha256.equals(checksum(wheel))) {
        throw new IOException(requirement + ": the wheel has the checksum " + checksum(wheel));
      }
      Path header = download.resolve(NAME);
      extract(wheel, header);
      Files.move(header, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
      Files.delete(wheel);
    } finally {
      Files.deleteIfExists(download);
    }
  }

  /** Of this platform, whatever the test runs on: the header is the same on all. */
  private Path download(Path into) throws IOException, InterruptedException {
    Process pip =
        new ProcessBuilder(
                "python3",
                "-m",
                "pip",
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary=:all:",
                "--platform=manylinux2014_x86_64",
                "--platform=manylinux1_x86_64",
                "--dest=" + into,
                requirement)
            .redirectErrorStream(true)
            .start();
    String output = new String(pip.getInputStream().readAllBytes());
    if (!pip.waitFor(120, TimeUnit.SECONDS) || pip.exitValue() != 0) {
      throw new IOException("pip download " + requirement + ": " + output);
    }
    try (var files = Files.list(into)) {
      return files.findFirst().orElseThrow();
    }
  }

  private static String checksum(Path file) throws IOException {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void extract(Path wheel, Path header) throws IOException {
    try (InputStream file = Files.newInputStream(wheel);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        if (entry.getName().endsWith("/include/" + NAME)) {
          Files.copy(zip, header);
          return;
        }
      }
    }
    throw new IOException(wheel + " has no " + NAME);
  }

  @Override
  public String toString() {
    return requirement;
  }
}
