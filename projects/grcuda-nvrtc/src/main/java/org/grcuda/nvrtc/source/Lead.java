package org.grcuda.nvrtc.source;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.nvrtc.source.Token.Kind;

/**
 * The lines of a source up to the end of its leading directives. NVRTC precompiles headers up to
 * the first {@code #line}, so what is put before a source shifts these lines by one. The numbers of
 * later lines are right.
 *
 * @param name of the source in logs
 * @param end of these lines in the text
 * @param lines how many they are
 */
record Lead(String name, int end, int lines) {

  /** No lines: all numbers are right, and no headers are precompiled. */
  static Lead none(String name) {
    return new Lead(name, 0, 0);
  }

  static Lead of(String name, String text) {
    SourceFile file = new SourceFile(name, text);
    int last = 0;
    for (Token token : Tokens.of(file)) {
      if (token.kind() != Kind.DIRECTIVE) {
        break;
      }
      last = token.end();
    }
    int lineEnd = text.indexOf('\n', last);
    if (last == 0 || lineEnd < 0 || text.substring(last, lineEnd).contains("/*")) {
      return none(name);
    }
    return new Lead(name, lineEnd + 1, file.line(lineEnd));
  }

  /** The text with a header included before it. */
  String behind(String header, String text) {
    String quoted = name.replace("\\", "\\\\").replace("\"", "\\\"");
    return "#include \"%s\"\n%s#line %d \"%s\"\n%s"
        .formatted(header, text.substring(0, end), lines + 1, quoted, text.substring(end));
  }

  /** Whether the numbers of lines in a log are right. */
  boolean isExactIn(String log) {
    String here = Pattern.quote(name);
    Pattern place =
        Pattern.compile(
            "^%s\\((\\d{1,9})\\)|at line (\\d{1,9}) of \"?%s|declared at line (\\d{1,9})(?! of)"
                .formatted(here, here),
            Pattern.MULTILINE);
    Matcher found = place.matcher(log);
    while (lines > 0 && found.find()) {
      for (int group = 1; group <= found.groupCount(); group++) {
        String number = found.group(group);
        if (number != null && Integer.parseInt(number) <= lines + 1) {
          return false;
        }
      }
    }
    return true;
  }
}
