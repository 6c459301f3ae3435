package org.grcuda.tests.misuse;

import java.nio.file.Path;
import java.util.function.Function;
import java.util.stream.Stream;

/** Host functions that cannot be bound, and calls of them that are refused. */
final class HostFunctionMisuse {

  private static final String C = "libc.so.6";
  private static final String MATH = "libm.so.6";
  private static final String COSINE = "cos(x: double): double";
  private static final String LENGTH = "strlen(text: string): uint64";
  private static final String ABSOLUTE = "abs(x: sint32): sint32";
  private static final String COPY =
      "memcpy(to: out pointer float, from: in pointer float, n: uint64): pointer";

  private HostFunctionMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(signatures(), libraries(), values(), pointers()).flatMap(Function.identity());
  }

  /** A signature that is refused. */
  private static Misuse bind(String name, String library, String signature, String message) {
    return Misuse.of(
        name,
        "cu.bind('%s', '%s')".formatted(library, signature),
        h -> h.cu.invokeMember("bind", library, signature),
        h -> h.cuda.bind(Path.of(library), signature),
        message);
  }

  private static Object of(PolyglotHost h, String library, String signature, Object... arguments) {
    return h.cu.invokeMember("bind", library, signature).execute(arguments);
  }

  private static Object of(TypedHost h, String library, String signature, Object... arguments) {
    return h.cuda.bind(Path.of(library), signature).call(arguments);
  }

  /** A call with arguments that are the same in every host. */
  private static Misuse call(
      String name,
      String library,
      String signature,
      String guestArguments,
      Object[] arguments,
      String message) {
    return Misuse.of(
        name,
        "cu.bind('%s', '%s')(%s)".formatted(library, signature, guestArguments),
        h -> of(h, library, signature, arguments),
        h -> of(h, library, signature, arguments),
        message);
  }

  private static Stream<Misuse> signatures() {
    return Stream.of(
        bind(
            "host function without result",
            MATH,
            "cos(x: double)",
            "signature 'cos(x: double)': a host function needs ': type' at the end, ': void' for"
                + " none"),
        bind(
            "host function by its name alone",
            MATH,
            "cos",
            "signature 'cos': a host function needs the parameters"),
        bind(
            "C++ function by its name alone",
            MATH,
            "cxx cos",
            "signature 'cxx cos', column 5: expected the parameters, since the symbol of a C++"
                + " function is made of them"),
        bind(
            "C++ template",
            MATH,
            "cxx cos<float>(x: float): float",
            "signature 'cxx cos<float>(x: float): float', column 5: the symbol of a template's"
                + " instance cannot be made from a signature; give the symbol itself as the name"
                + " ('nm -D' lists them), without 'cxx'"),
        Misuse.of(
            "bind arity",
            "cu.bind('libm.so.6')",
            h -> h.cu.invokeMember("bind", MATH),
            null,
            "bind takes 2 to 3 arguments, given 1"),
        Misuse.of(
            "library not a string",
            "cu.bind(5, 'cos')",
            h -> h.cu.invokeMember("bind", 5, "cos"),
            null,
            "bind, argument 1 'library': expected a string, given 5"));
  }

  private static Stream<Misuse> libraries() {
    return Stream.of(
        bind(
            "library without name",
            "",
            ABSOLUTE,
            "bind: expected the path or name of a library, given an empty string"),
        Misuse.of(
            "library with NUL in its name",
            "cu.bind('a\\0b', '%s')".formatted(ABSOLUTE),
            h -> h.cu.invokeMember("bind", "a\0b", ABSOLUTE),
            null,
            "bind: expected the path or name of a library, given a string with a NUL character"),
        bind(
            "no such library",
            "libnowhere.so",
            "f(): void",
            "cannot load library 'libnowhere.so': cannot open shared object file: No such file or"
                + " directory"),
        bind(
            "no such path",
            "/nowhere/lib.so",
            "f(): void",
            "cannot load library '/nowhere/lib.so': cannot open shared object file: No such file"
                + " or directory"),
        bind(
            "no such function",
            MATH,
            "coss(x: double): double",
            "no function 'coss' in library 'libm.so.6'; did you mean 'cos'?"),
        bind(
            "C function as one of C++",
            MATH,
            "cxx cos(x: double): double",
            "no function 'cos' (symbol '_Z3cosd') in library 'libm.so.6'; it has C linkage: leave"
                + " out 'cxx'"));
  }

  private static Stream<Misuse> values() {
    return Stream.of(
        call(
            "host function arity",
            MATH,
            COSINE,
            "1, 2",
            new Object[] {1, 2},
            "host function 'cos' takes 1 argument (x), given 2"),
        call(
                "string for a number",
                MATH,
                COSINE,
                "'a'",
                new Object[] {"a"},
                "host function 'cos', argument 1 'x': expected double, given the string 'a'")
            .typed(
                "host function 'cos', argument 1 'x': expected double, given a java.lang.String"),
        call(
            "number out of range of a host function",
            C,
            ABSOLUTE,
            "3000000000",
            new Object[] {3000000000L},
            "host function 'abs', argument 1 'x': 3000000000 is out of range for int (-2147483648"
                + " to 2147483647)"),
        call(
            "fraction for an integer of a host function",
            C,
            ABSOLUTE,
            "0.5",
            new Object[] {0.5},
            "host function 'abs', argument 1 'x': 0.5 is not an integer and cannot be stored as"
                + " int"),
        call(
            "number for a string",
            C,
            LENGTH,
            "5",
            new Object[] {5},
            "host function 'strlen', argument 1 'text': expected a string, given a number"),
        call(
            "string with NUL",
            C,
            LENGTH,
            "'a\\0b'",
            new Object[] {"a\0b"},
            "host function 'strlen', argument 1 'text': a string with a NUL character would"
                + " end there in C"),
        Misuse.of(
            "array for a number of a host function",
            "cu.bind('libc.so.6', 'abs(x: sint32): sint32')(x)",
            h -> of(h, C, ABSOLUTE, h.x),
            h -> of(h, C, ABSOLUTE, h.x),
            "host function 'abs', argument 1 'x': expected sint32, given float[5]"));
  }

  private static Stream<Misuse> pointers() {
    String guest = "cu.bind('libc.so.6', '" + COPY + "')(%s, x, 0)";
    String expected =
        "host function 'memcpy', argument 1 'to': expected a device array of float, a buffer, an"
            + " address or null, given ";
    return Stream.of(
        Misuse.of(
            "array of another type for a host function",
            guest.formatted("i"),
            h -> of(h, C, COPY, h.i, h.x, 0),
            h -> of(h, C, COPY, h.i, h.x, 0),
            expected + "int[4]"),
        Misuse.of(
            "list for a pointer",
            guest.formatted("[1, 2]"),
            h -> of(h, C, COPY, java.util.List.of(1, 2), h.x, 0),
            null,
            expected + "a list"),
        Misuse.of(
            "string for a pointer",
            guest.formatted("'text'"),
            h -> of(h, C, COPY, "text", h.x, 0),
            null,
            expected + "the string 'text'"),
        Misuse.of(
            "fraction for a pointer",
            guest.formatted("0.5"),
            h -> of(h, C, COPY, 0.5, h.x, 0),
            h -> of(h, C, COPY, 0.5, h.x, 0),
            expected + "0.5"),
        Misuse.of(
            "freed array for a host function",
            guest.formatted("freed"),
            h -> of(h, C, COPY, h.freed, h.x, 0),
            h -> of(h, C, COPY, h.freed, h.x, 0),
            "array float[5] was freed"),
        Misuse.of(
            "strided view for a host function",
            guest.formatted("f[0]"),
            h -> of(h, C, COPY, h.f.getArrayElement(0), h.x, 0),
            null,
            "host function 'memcpy', argument 1 'to': a strided view of shape float[3] cannot be"
                + " passed; pass the whole array, or a row or slice of it"));
  }
}
