package org.grcuda.nvrtc.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The leading lines of a source. */
class LeadTest {

  private static final String TEXT =
      """
      // A comment.
      #include <a.h> // of a

      #define N 3 \\
        + 4
      /* about */ int x;
      #include "b.h"
      """;

  @Test
  void linesBehindThemKeepTheirNumbers() {
    Lead lead = Lead.of("k.cu", TEXT);
    String expected =
        """
        #include "p.h"
        // A comment.
        #include <a.h> // of a

        #define N 3 \\
          + 4
        #line 6 "k.cu"
        /* about */ int x;
        #include "b.h"
        """;
    assertEquals(expected, lead.behind("p.h", TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "int x;\n#include <a.h>\n", "#include <a.h>", "#include <a.h> /* of\na */\n"})
  void someHaveNone(String text) {
    String expected = "#include \"p.h\"\n#line 1 \"a\\\"b\\\\.cu\"\n" + text;
    assertEquals(expected, Lead.of("a\"b\\.cu", text).behind("p.h", text));
  }

  @Test
  void logsOfTheseLinesAreNotExact() {
    Lead lead = Lead.of("k.cu", TEXT);
    assertFalse(lead.isExactIn("first\nk.cu(6): warning"), "the line before");
    assertFalse(lead.isExactIn("h.h(2): error\n  detected at line 3 of k.cu"));
    assertFalse(lead.isExactIn("k.cu(90): warning: macro redefined (declared at line 5)"));
    assertTrue(lead.isExactIn("k.cu(7): error\nh.h(2): error\n  at line 3"));
    assertTrue(lead.isExactIn("k.cu(9): error (declared at line 3 of h.h)"));
    assertTrue(Lead.none("k.cu").isExactIn("k.cu(1): error"));
  }
}
