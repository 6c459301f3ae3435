package org.grcuda.tests.golden;

import java.io.PrintStream;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/** What {@code eval} takes, over the polyglot API. */
final class ExpressionPrograms {

  private static final String[] ARRAYS = {
    "float[3]",
    " int [ 2 ] [ 3 + 1 ] ",
    "double[2 * (1 + 2)]",
    "char[17 / 5][17 % 5]",
    "long[0x10]",
    "DeviceArray(\"int\", 100)",
    "DeviceArray('short', 2, 3, 'F')",
    "CU::DeviceArray(\"float\", 7 - 2) // a comment",
    "/* before */ uint[/* inside */ 4]",
    "DeviceArray(\"\\u0064ouble\", -1 + 3)",
    "complex64[2]"
  };

  private static final String[] NAMES = {
    "CU",
    "DeviceArray",
    "CU::buildkernel",
    "getdevices()",
    "CU::cudaGetDeviceCount()",
    "getoptions()"
  };

  private static final String[] WRONG = {
    "float[",
    "float[0]",
    "float[2] x",
    "flaot[3]",
    "DeviceArray(\"int\" 3)",
    "DeviceArray(\"int, 3)",
    "CU::DeviceAray(\"int\", 3)",
    "CU::",
    "int[3\n  }",
    "",
    "int[2 / 0]"
  };

  private ExpressionPrograms() {}

  static void expressions(Context context, String source, PrintStream out) {
    for (String text : ARRAYS) {
      Value a = context.eval("grcuda", text);
      Value shape = a.getMember("shape");
      String extents =
          LongStream.range(0, shape.getArraySize())
              .mapToObj(i -> shape.getArrayElement(i).toString())
              .collect(Collectors.joining("x"));
      out.println(
          a.getMember("dtype").asString()
              + " "
              + extents
              + " "
              + a.getMember("order").asString()
              + " "
              + a.getMember("nbytes"));
    }
    for (String text : NAMES) {
      out.println(text + (context.eval("grcuda", text).isNull() ? " null" : " found"));
    }
    Value byType = context.eval("grcuda", "DeviceArray(\"ushort\")");
    out.println(byType.execute(4).getMember("nbytes"));
    for (String text : WRONG) {
      try {
        context.eval("grcuda", text);
        out.println("no error");
      } catch (PolyglotException e) {
        out.println(e.getMessage());
      }
    }
  }
}
