package org.grcuda.core.builtin;

import java.util.List;
import org.grcuda.core.engine.NdArray;
import org.grcuda.core.file.ArrayFiles;
import org.grcuda.core.file.TextFormat;
import org.grcuda.core.file.TextStyle;
import org.grcuda.core.interop.NamedArguments;
import org.grcuda.types.ElementType;

/** Arrays in files: {@code loadtxt}, {@code savetxt}, {@code load}, {@code save}, ... */
final class FileFunctions {

  private FileFunctions() {}

  static void install(FunctionTable table) {
    table.function("loadtxt", 1, 2, FileFunctions::loadText);
    table.action("savetxt", 2, 3, FileFunctions::saveText);
    table.function("load", 1, 1, call -> call.array(files(call).load(path(call))));
    table.action("save", 2, 2, call -> files(call).save(path(call), call.array(1, "array")));
    table.function("fromfile", 1, 4, FileFunctions::fromFile);
    table.action("tofile", 2, 2, call -> files(call).toFile(path(call), call.array(1, "array")));
  }

  private static ArrayFiles files(Arguments call) {
    return new ArrayFiles(call.session());
  }

  private static String path(Arguments call) {
    return call.string(0, "path");
  }

  /** {@code loadtxt(path [, {dtype, delimiter, ...}])}. */
  private static Object loadText(Arguments call) {
    NamedArguments named = call.named(1, "options");
    TextFormat format =
        new TextFormat(
            named.elementType("dtype", ElementType.DOUBLE),
            named.character("delimiter"),
            named.string("comments", "#"),
            named.integer("skiprows", 0, 0),
            named.integers("usecols"),
            named.integer("maxrows", 1, Long.MAX_VALUE),
            named.order("order"));
    long dimensions = named.integer("ndmin", 0, 0);
    named.checkAllUsed();
    NdArray matrix = files(call).loadText(path(call), format);
    boolean row = dimensions < 2 && (matrix.extent(0) == 1 || matrix.extent(1) == 1);
    return call.array(row ? matrix.flat() : matrix);
  }

  /** {@code savetxt(path, array [, {fmt, delimiter, ...}])}. */
  private static void saveText(Arguments call) {
    NamedArguments named = call.named(2, "options");
    NdArray array = call.array(1, "array");
    boolean whole = array.type().isInteger() || array.type() == ElementType.BOOLEAN;
    TextStyle style =
        new TextStyle(
            named.strings("fmt", List.of(whole ? "%d" : "%.18e")),
            named.string("delimiter", " "),
            named.string("header", ""),
            named.string("footer", ""),
            named.string("comments", "# "));
    named.checkAllUsed();
    files(call).saveText(path(call), array, style);
  }

  /** {@code fromfile(path [, dtype [, count [, offset]]])}. */
  private static Object fromFile(Arguments call) {
    ElementType type = call.isGiven(1) ? call.elementType(1, "dtype") : ElementType.DOUBLE;
    long count = call.isGiven(2) ? call.integer(2, "count") : -1;
    long offset = call.isGiven(3) ? call.bytes(3, "offset", 0) : 0;
    return call.array(files(call).fromFile(path(call), type, count, offset));
  }
}
