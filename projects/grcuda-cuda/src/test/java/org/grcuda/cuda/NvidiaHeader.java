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
 * A header of NVIDIA's, from a wheel that pip fetches from the user's index, once.
 *
 * @param requirement as pip takes it
 * @param sha256 checksum of the wheel
 * @param name the header, within the wheel's folder of headers; if it is in a folder, all of that
 */
record NvidiaHeader(String requirement, String sha256, String name) {

  /** NVTX 3. */
  static final NvidiaHeader NVTX =
      new NvidiaHeader(
          "nvidia-nvtx-cu12==12.9.79",
          "fec150986817f2b4e7eed72ed059f2dcb9ba3856b9a96134e448eac946a6952f",
          "nvtx3/nvToolsExt.h");

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

  private static final String INCLUDE = "/include/";

  private NvidiaHeader(String requirement, String sha256) {
    this(requirement, sha256, "cuda.h");
  }

  /** The folder of the user's cache that holds it, and nothing else. */
  Path folder() throws IOException, InterruptedException {
    Path folder =
        Path.of(System.getProperty("user.home"), ".cache", "grcuda", "header-" + requirement);
    if (!Files.exists(folder.resolve(name))) {
      Files.createDirectories(folder.resolve(name).getParent());
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
      Path header = download.resolve("header");
      extract(wheel, header, folder);
      Files.move(header, folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
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

  /** The header goes to a file of its own, as who finds it takes all for complete. */
  private void extract(Path wheel, Path header, Path folder) throws IOException {
    String beside = name.substring(0, name.indexOf('/') + 1);
    boolean found = false;
    try (InputStream file = Files.newInputStream(wheel);
        ZipInputStream zip = new ZipInputStream(file)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        int at = entry.getName().indexOf(INCLUDE);
        String path = at < 0 ? "" : entry.getName().substring(at + INCLUDE.length());
        if (path.equals(name)) {
          Files.copy(zip, header);
          found = true;
        } else if (!beside.isEmpty() && path.startsWith(beside) && !entry.isDirectory()) {
          Path target = folder.resolve(path).normalize();
          if (!target.startsWith(folder)) {
            throw new IOException(wheel + " has " + path);
          }
          Files.createDirectories(target.getParent());
          Files.copy(zip, target, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    if (!found) {
      throw new IOException(wheel + " has no " + name);
    }
  }

  @Override
  public String toString() {
    return requirement;
  }
}
