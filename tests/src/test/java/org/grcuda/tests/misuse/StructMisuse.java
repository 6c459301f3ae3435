package org.grcuda.tests.misuse;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Structs passed by value that are not what the kernel takes. */
final class StructMisuse {

  private static final String SPAN = "span(s: struct {x: pointer float, n: sint32})";

  private StructMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(values(), sizes(), declarations()).flatMap(Function.identity());
  }

  private static Misuse launch(
      String name, String text, Object polyglot, Object typed, String message) {
    return Misuse.of(
        name,
        "cu.buildkernel(struct, '" + SPAN + "')(1, 1)(" + text + ")",
        h -> h.build(Sources.STRUCT, SPAN).execute(1, 1).execute(polyglot),
        h -> h.cuda.buildKernel(Sources.STRUCT, SPAN).grid(1).block(1).launch(typed),
        "kernel 'span', argument 1 's'" + message);
  }

  private static Stream<Misuse> values() {
    return Stream.of(
        launch(
            "struct without a member",
            "{'n': 1}",
            Map.of("n", 1),
            Map.of("n", 1),
            ": member 'x' of struct {x: inout pointer float, n: sint32} is missing"),
        launch(
            "short list for a struct",
            "[1]",
            List.of(1),
            List.of(1),
            ": the members of struct {x: inout pointer float, n: sint32}:"
                + " expected a list of 2, given one of 1"),
        launch(
            "member of another type",
            "{'x': 5, 'n': 1}",
            Map.of("x", 5, "n", 1),
            Map.of("x", 5, "n", 1),
            ", member 'x': expected a device array of float, given the number 5"),
        launch(
                "number for a struct",
                "5",
                5,
                5,
                ": expected the members of the struct, or its 16 bytes, given 5")
            .typed(
                "kernel 'span', argument 1 's': expected the members of the struct, or its 16"
                    + " bytes, given a java.lang.Integer"),
        Misuse.of(
            "members of an unknown layout",
            "cu.buildkernel(struct, 'span')(1, 1)([1, 2])",
            h -> h.build(Sources.STRUCT, "span").execute(1, 1).execute(List.of(1, 2)),
            null,
            "kernel 'span', argument 1: expected 16 bytes, as the struct has, given a list"));
  }

  private static Stream<Misuse> sizes() {
    return Stream.of(
        Misuse.of(
            "bytes for a larger struct",
            null,
            h -> h.build(Sources.STRUCT, SPAN).execute(1, 1).execute((Object) new byte[12]),
            h -> h.cuda.buildKernel(Sources.STRUCT, SPAN).grid(1).block(1).launch(new byte[12]),
            "kernel 'span', argument 1 's': expected 16 bytes, as the struct has, given 12"),
        Misuse.of(
                "array for a struct",
                "cu.buildkernel(struct, 'span')(1, 1)(x)",
                h -> h.build(Sources.STRUCT, "span").execute(1, 1).execute(h.x),
                h -> h.cuda.buildKernel(Sources.STRUCT, "span").grid(1).block(1).launch(h.x),
                "kernel 'span', argument 1: expected 16 bytes, as the struct has, given float[5]")
            .typed(
                "kernel 'span', argument 1: expected 16 bytes, as the struct has, given a"
                    + " org.grcuda.FloatArray"));
  }

  private static Misuse declared(String name, String signature, String message) {
    return Misuse.of(
        name,
        "cu.buildkernel(struct, '" + signature + "')",
        h -> h.build(Sources.STRUCT, signature),
        h -> h.cuda.buildKernel(Sources.STRUCT, signature),
        "signature '" + signature + "'" + message);
  }

  private static Stream<Misuse> declarations() {
    return Stream.of(
        declared(
            "struct of another size",
            "span(s: struct {n: sint32})",
            ": parameter 1 's' is declared struct {n: sint32} (4 bytes, aligned to 4), but the"
                + " kernel's has 16 bytes, aligned to 8"),
        declared(
            "struct of another number of bytes",
            "span(s: struct[12])",
            ": parameter 1 's' is declared struct[12], but the kernel's has 16 bytes"),
        declared(
            "number declared for a struct",
            "span(s: sint32)",
            ": parameter 1 's' is declared sint32 (4 bytes), but the kernel's is a struct of 16"
                + " bytes"),
        declared(
            "member declared twice",
            "span(s: struct {n: sint32, n: sint32})",
            ", column 28: member 'n' is declared twice"),
        declared(
            "struct of too many bytes",
            "span(s: struct {n: sint32[9000]})",
            ", column 9: a struct of more than 32764 bytes, the most that a kernel takes"),
        Misuse.of(
            "struct for a number",
            "cu.buildkernel(source, 'scale(x: pointer float, factor: struct, n: sint32)')",
            h -> h.build(Sources.VALID, "scale(x: pointer float, factor: struct, n: sint32)"),
            h -> h.build("scale(x: pointer float, factor: struct, n: sint32)"),
            "signature 'scale(x: pointer float, factor: struct, n: sint32)': parameter 2 'factor'"
                + " is declared struct, but the kernel's is a number or a pointer of 4 bytes"),
        Misuse.of(
            "struct for a host function",
            "cu.bind('libm.so.6', 'sqrt(x: struct {value: double}): double')",
            h -> h.cu.invokeMember("bind", "libm.so.6", "sqrt(x: struct {value: double}): double"),
            h -> h.cuda.bind(Path.of("libm.so.6"), "sqrt(x: struct {value: double}): double"),
            "host function 'sqrt': only kernels take structs by value; expected a pointer to one"));
  }
}
