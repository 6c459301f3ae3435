package org.grcuda.cpu.check;

/** Finds names of the CUDA source in the symbols that compilers make from them. */
public final class SymbolNames {

  private SymbolNames() {}

  /**
   * The last name in a symbol mangled as the Itanium C++ ABI says (5.1, External Names), such as
   * {@code tile} of {@code _ZZ6kernelPfE4tile}; any other symbol unchanged.
   */
  public static String simple(String symbol) {
    if (!symbol.startsWith("_Z")) {
      return symbol;
    }
    String last = symbol;
    int at = 2;
    while (at < symbol.length()) {
      char c = symbol.charAt(at);
      if (c == 'Z' || c == 'N' || c == 'L' || c == 'K') {
        at++;
      } else if (c == 'E' && at + 1 < symbol.length() && last != symbol) {
        at++;
      } else if (Character.isDigit(c)) {
        int end = at;
        while (end < symbol.length() && Character.isDigit(symbol.charAt(end))) {
          end++;
        }
        long length = end - at > 6 ? Long.MAX_VALUE : Long.parseLong(symbol.substring(at, end));
        if (length > symbol.length() - end) {
          return last;
        }
        at = end + (int) length;
        last = symbol.substring(end, at);
      } else {
        // The types of a function's parameters follow; in a local variable's symbol, the function
        // ends at an E.
        int end = symbol.startsWith("_ZZ") ? symbol.indexOf('E', at) : -1;
        if (end < 0 || end + 1 >= symbol.length() || !isName(symbol, end + 1)) {
          return last;
        }
        at = end + 1;
      }
    }
    return last;
  }

  private static boolean isName(String symbol, int at) {
    return Character.isDigit(symbol.charAt(at));
  }

  /** Whether a user who writes {@code name} may mean the kernel with that symbol. */
  public static boolean means(String name, String symbol) {
    return name.equals(symbol) || name.equals(simple(symbol));
  }
}
