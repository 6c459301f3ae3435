package org.grcuda.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Which program this process runs, for the world of its ranks to compare: a name, and the start of
 * a digest of the text.
 */
final class ProgramText {

  /** Read where ranks connect. */
  static final String PROPERTY = "grcuda.program";

  private static final int DIGEST_BYTES = 6;

  private ProgramText() {}

  /** The program in {@code file}. */
  static void remember(Path file) {
    try {
      remember(file.getFileName().toString(), Files.readAllBytes(file));
    } catch (IOException e) {
      throw CommandFailure.failed("cannot read " + file + ": " + e.getMessage(), e);
    }
  }

  /** A program that is no file. */
  static void remember(String name, String text) {
    remember(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private static void remember(String name, byte... text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
      String start = HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
      System.setProperty(PROPERTY, name + " (" + start + ")");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
