package org.grcuda.nvrtc.source;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error of NVRTC's log.
 *
 * @param file the name of the file
 * @param line its line, from 1
 * @param column the column that the log's caret shows, from 0; -1 if it shows none
 * @param message what is wrong
 */
record CompilerError(String file, int line, int column, String message) {

  /** How far the log indents a line of the source, and the caret below it. */
  private static final int INDENT = 2;

  private static final Pattern ERROR =
      Pattern.compile(
          "(?m)^(.*)\\((\\d+)\\): (?:catastrophic )?error: (.*)$(?:\\n  .*\\n([ \\t]*)\\^)?");

  /** The errors in a log. */
  static List<CompilerError> of(String log) {
    List<CompilerError> errors = new ArrayList<>();
    Matcher error = ERROR.matcher(log);
    while (error.find()) {
      int column = error.group(4) == null ? -1 : error.group(4).length() - INDENT;
      int line = Integer.parseInt(error.group(2));
      errors.add(new CompilerError(error.group(1), line, column, error.group(3)));
    }
    return errors;
  }
}
