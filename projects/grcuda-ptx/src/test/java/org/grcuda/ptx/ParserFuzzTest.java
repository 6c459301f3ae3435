package org.grcuda.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Random;
import org.grcuda.ptx.analysis.AccessAnalysis;
import org.grcuda.ptx.analysis.ControlFlowGraph;
import org.grcuda.ptx.analysis.Liveness;
import org.grcuda.ptx.text.PtxPrinter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Damaged PTX is parsed or refused by PtxSyntaxException with its place; what parses can be
 * analysed, and printed as what is parsed alike. {@code -Dgrcuda.test.mutants=100000} tries so many
 * of each file of the corpus, others with each {@code -Dgrcuda.test.seed}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ParserFuzzTest {

  static final List<String> NAMES = Corpus.NAMES;

  private static final int MUTANTS = 400;

  private long inputs;
  private long parsed;
  private long nanoseconds;
  private long longest;

  private static final String[] SNIPPETS = {
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ":",
    "@",
    "!",
    "|",
    "+",
    "-",
    "<",
    ">",
    ".",
    "\"",
    "%",
    "/*",
    "//",
    "0",
    "99999999999999999999",
    "0x",
    "0f",
    "_",
    "%r1",
    "%rd1",
    "%p1",
    "%tid",
    "ret",
    ".reg",
    ".b64 x<9>",
    ".param",
    ".align 8",
    "{_, _}",
    "[0]",
    "call",
    "bra",
    ".branchtargets",
    "generic(",
    "= {",
    "<1000000000>",
    "[1000000000]",
    "?",
    "\0",
    "\n",
    "\u4e2d"
  };

  @ParameterizedTest
  @FieldSource("NAMES")
  void mutantsAreParsedOrRefused(String name) {
    String source = Corpus.text(name);
    Random random = new Random(name.hashCode() + 31 * Long.getLong("grcuda.test.seed", 0));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    int mutants = Integer.getInteger("grcuda.test.mutants", MUTANTS);
    for (int i = 0; i < mutants; i++) {
      String mutant = source;
      for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
        mutant = mutate(mutant, random);
      }
      long start = threads.getCurrentThreadCpuTime();
      try {
        parsed += check(mutant) ? 1 : 0;
      } catch (RuntimeException | Error broken) {
        throw new AssertionError("mutant " + i + " of " + name + ":\n" + mutant, broken);
      }
      long took = threads.getCurrentThreadCpuTime() - start;
      longest = Math.max(longest, took);
      nanoseconds += took;
      inputs++;
    }
  }

  @AfterAll
  void report() {
    System.out.printf(
        "%d damaged PTX texts: %d parsed, the others refused; "
            + "%.0f us of processor time each, %.1f ms at most%n",
        inputs, parsed, nanoseconds / 1e3 / inputs, longest / 1e6);
  }

  private static String mutate(String text, Random random) {
    if (text.isEmpty()) {
      return SNIPPETS[random.nextInt(SNIPPETS.length)];
    }
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + 1 + random.nextInt(12));
    String snippet = SNIPPETS[random.nextInt(SNIPPETS.length)];
    return switch (random.nextInt(7)) {
      case 0 -> text.substring(0, at) + snippet + text.substring(at);
      case 1 -> text.substring(0, at) + text.substring(to);
      case 2 -> text.substring(0, at) + snippet + text.substring(to);
      case 3 -> text.substring(0, to) + text.substring(at);
      case 4 -> swapLines(text, random);
      case 5 -> {
        String other = Corpus.text(NAMES.get(random.nextInt(NAMES.size())));
        int from = random.nextInt(other.length());
        int length = random.nextInt(Math.min(400, other.length() - from));
        yield text.substring(0, at) + other.substring(from, from + length) + text.substring(to);
      }
      default -> at < 10 ? text : text.substring(0, at);
    };
  }

  private static String swapLines(String text, Random random) {
    String[] lines = text.split("\n");
    int a = random.nextInt(lines.length);
    int b = random.nextInt(lines.length);
    String line = lines[a];
    lines[a] = lines[b];
    lines[b] = line;
    return String.join("\n", lines) + "\n";
  }

  /** Whether it is parsed. */
  private static boolean check(String text) {
    PtxModule module;
    try {
      module = PtxParser.parse(text);
    } catch (PtxSyntaxException refused) {
      assertTrue(refused.line() >= 1 && refused.column() >= 1, refused.getMessage());
      return false;
    }
    for (PtxFunction function : module.functions()) {
      Liveness.of(ControlFlowGraph.of(function)).liveIn(0);
    }
    for (PtxFunction entry : module.entries()) {
      AccessAnalysis.of(module, entry);
    }
    String printed = PtxPrinter.print(module);
    assertEquals(printed, PtxPrinter.print(PtxParser.parse(printed)));
    return true;
  }
}
