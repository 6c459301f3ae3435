package org.grcuda.nvrtc.source;

/**
 * A part of a CUDA file that was not given to the compiler of device code, or whose place was not
 * decided.
 *
 * @param file the source, or the header as it is included
 * @param first its first line, from 1
 * @param last its last line
 * @param what what it is, such as {@code "function main"}
 * @param why why
 */
public record SetAside(String file, int first, int last, String what, String why) {

  /** In one line: {@code "hotspot.cu(12-80): function main: host code"}. */
  @Override
  public String toString() {
    String lines = first == last ? "" + first : first + "-" + last;
    return file + "(" + lines + "): " + what + ": " + why;
  }
}
