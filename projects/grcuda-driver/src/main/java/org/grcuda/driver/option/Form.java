package org.grcuda.driver.option;

import java.util.function.Predicate;

/**
 * What the values of an option look like, besides the words that it lists.
 *
 * @param words for messages and documentation; empty if only listed words are legal
 * @param accepts whether a value has this form
 */
public record Form(String words, Predicate<String> accepts) {

  /** Most devices of a context: bits of a long, less one for the host. */
  public static final int MOST_DEVICES = 63;

  /** Threads of a device, streams of a device: more than any machine runs at once. */
  private static final int MOST_COUNTED = 1024;

  private static final int MOST_LIMIT = 100_000_000;

  /** One of the listed words. */
  public static final Form CHOICE = new Form("", value -> false);

  /** {@code true} or {@code false}. */
  public static final Form BOOLEAN =
      new Form("true, false", value -> value.equals("true") || value.equals("false"));

  /** A whole number from 1 to 1024. */
  public static final Form COUNT = upTo(MOST_COUNTED);

  /** A whole number from 1 to 100,000,000. */
  public static final Form LIMIT = upTo(MOST_LIMIT);

  /** A number of devices, from 1 to {@value #MOST_DEVICES}. */
  public static final Form DEVICES = upTo(MOST_DEVICES);

  /** A number of bytes, with an optional unit: {@code 512M}, {@code 4G}. */
  public static final Form SIZE =
      new Form(
          "a number of bytes, such as 1048576, 512M or 4G",
          matching("[1-9][0-9]{0,17}|[1-9][0-9]{0,8}[KMGkmg]"));

  /** A time with its unit: {@code 20us}, {@code 1ms}. */
  public static final Form DURATION =
      new Form("a time, such as 500ns, 20us or 1ms", matching("[1-9][0-9]{0,8}(ns|us|ms|s)"));

  /** A number from 0 to 1. */
  public static final Form FRACTION =
      new Form("a number from 0 to 1", matching("0(\\.[0-9]{1,15})?|1(\\.0{1,15})?"));

  /** A number above 0, up to 1. */
  public static final Form SHARE =
      new Form("a number above 0, up to 1", matching("0\\.(?=0*[1-9])[0-9]{1,15}|1(\\.0{1,15})?"));

  /** A path of the file system. */
  public static final Form PATH = new Form("a path", value -> !value.isEmpty());

  /** Any word: checked where it is used. */
  public static final Form NAME = new Form("a name", value -> !value.isEmpty());

  private static Form upTo(int most) {
    return new Form(
        "a whole number from 1 to " + most,
        value -> value.matches("[1-9][0-9]{0,8}") && Integer.parseInt(value) <= most);
  }

  private static Predicate<String> matching(String pattern) {
    return value -> value.matches(pattern);
  }
}
