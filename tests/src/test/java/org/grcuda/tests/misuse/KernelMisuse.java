package org.grcuda.tests.misuse;

import java.util.function.Function;
import java.util.stream.Stream;

/** Kernels that cannot be built: wrong sources, wrong signatures. */
final class KernelMisuse {

  private static final String STRUCT = "struct P { int a; float b; }; __global__ void f(P p) {}";

  private static final String ASSEMBLY = "__global__ void f() { asm(\"mov.b32 %nowhere, 1;\"); }";

  private KernelMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(sources(), signatureSyntax(), signatureAgainstCode())
        .flatMap(Function.identity());
  }

  private static Stream<Misuse> sources() {
    return Stream.of(
        Misuse.of(
            "does not compile",
            "cu.buildkernel(broken, 'scale')",
            h -> h.build(Sources.BROKEN, "scale"),
            h -> h.cuda.buildKernel(Sources.BROKEN, "scale"),
            """
            kernel.cu(3): error: identifier "undeclared" is undefined
                x[i] = undeclared(n);
                       ^

            1 error detected in the compilation of "kernel.cu".\
            """),
        Misuse.of(
            "header that is not there",
            "cu.buildkernel('#include <mine.h>', 'scale')",
            h -> h.build("#include <mine.h>", "scale"),
            h -> h.cuda.buildKernel("#include <mine.h>", "scale"),
            "kernel.cu(1): there is no header \"mine.h\": give its text in the compile option"
                + " 'includes', or its folder as '-I'; those of C and of CUDA are found by"
                + " themselves"),
        Misuse.of(
            "assembly that is none",
            "cu.buildkernel('" + ASSEMBLY + "', 'f')",
            h -> h.build(ASSEMBLY, "f"),
            h -> h.cuda.buildKernel(ASSEMBLY, "f"),
            "kernel.cu: the code that NVRTC made from it is refused: PTX line 21, column 10:"
                + " register '%nowhere' is not declared"),
        Misuse.of(
            "source without kernel",
            "cu.buildkernel(empty, 'twice')",
            h -> h.build(Sources.NO_KERNEL, "twice"),
            h -> h.cuda.buildKernel(Sources.NO_KERNEL, "twice"),
            "no kernel 'twice' in the source; the source has no kernels"),
        Misuse.of(
            "kernel not in source",
            "cu.buildkernel(source, 'scael(x: inout pointer float)')",
            h -> h.build(Sources.VALID, "scael(x: inout pointer float)"),
            h -> h.build("scael(x: inout pointer float)"),
            "no kernel 'scael' in the source; did you mean 'scale'? Kernels in "
                + "the source: scale (a template is compiled only as name<arguments>)"),
        Misuse.of(
            "template without arguments",
            "cu.buildkernel(source, 'zero(x: out pointer float, n: sint32)')",
            h -> h.build(Sources.VALID, "zero(x: out pointer float, n: sint32)"),
            h -> h.build("zero(x: out pointer float, n: sint32)"),
            "no kernel 'zero' in the source; kernels in the source: scale"
                + " (a template is compiled only as name<arguments>)"),
        Misuse.of(
            "template of unknown type",
            "cu.buildkernel(source, 'zero<flaot>(x: out pointer float, n: sint32)')",
            h -> h.build(Sources.VALID, "zero<flaot>(x: out pointer float, n: sint32)"),
            h -> h.build("zero<flaot>(x: out pointer float, n: sint32)"),
            """
            __nv_name_map(2): error: identifier "flaot" is undefined
              #pragma nv_mangled_name zero<flaot>
                                           ^

            __nv_name_map(2): error: Error in parsing name expression for lowered name lookup. Input name expression was: " zero < flaot >"
              #pragma nv_mangled_name zero<flaot>
                                      ^

            2 errors detected in the compilation of "kernel.cu".\
            """),
        Misuse.of(
            "source not a string",
            "cu.buildkernel(5, 'scale')",
            h -> h.build(5, "scale"),
            null,
            "buildkernel, argument 1 'source': expected a string, given 5"),
        Misuse.of(
            "build arity",
            "cu.buildkernel(source)",
            h -> h.build(Sources.VALID),
            null,
            "buildkernel takes 2 to 4 arguments, given 1"));
  }

  private static Stream<Misuse> signatureSyntax() {
    return Stream.of(
        Misuse.of(
            "signature: unknown type",
            "cu.buildkernel(source, 'scale(x: inout pointer flaot, factor: float, n: sint32)')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer flaot, factor: float, n: sint32)"),
            h -> h.build("scale(x: inout pointer flaot, factor: float, n: sint32)"),
            "signature 'scale(x: inout pointer flaot, factor: float, n: sint32)', "
                + "column 24: expected a type, found 'flaot'; did you mean 'float'?"),
        Misuse.of(
            "signature: missing colon",
            "cu.buildkernel(source, 'scale(x: inout pointer float, n sint32)')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float, n sint32)"),
            h -> h.build("scale(x: inout pointer float, n sint32)"),
            "signature 'scale(x: inout pointer float, n sint32)', column 33: "
                + "expected ':', found 'sint32'"),
        Misuse.of(
            "signature: not closed",
            "cu.buildkernel(source, 'scale(x: inout pointer float')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float"),
            h -> h.build("scale(x: inout pointer float"),
            "signature 'scale(x: inout pointer float', column 29: expected ',' or "
                + "')', found end of input"),
        Misuse.of(
            "signature: empty",
            "cu.buildkernel(source, '')",
            h -> h.build(Sources.VALID, ""),
            h -> h.build(""),
            "signature '', column 1: expected a name, found end of input"),
        Misuse.of(
            "signature: nfi unknown type",
            "cu.buildkernel(source, 'scale', 'pointer, flaot, sint32')",
            h -> h.build(Sources.VALID, "scale", "pointer, flaot, sint32"),
            h -> h.cuda.buildKernel(Sources.VALID, "scale", "pointer, flaot, sint32"),
            "signature 'pointer, flaot, sint32', column 10: expected 'pointer' or "
                + "a type, found 'flaot'; did you mean 'float'?"),
        Misuse.of(
            "signature: nfi too few parameters",
            "cu.buildkernel(source, 'scale', 'pointer float, sint32')",
            h -> h.build(Sources.VALID, "scale", "pointer float, sint32"),
            h -> h.cuda.buildKernel(Sources.VALID, "scale", "pointer float, sint32"),
            "signature 'scale(pointer float, sint32)': declares 2 parameters, but "
                + "the kernel has 3"));
  }

  private static Stream<Misuse> signatureAgainstCode() {
    return Stream.of(
        Misuse.of(
            "signature: result",
            "cu.buildkernel(source, 'scale(x: inout pointer float): sint32')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float): sint32"),
            h -> h.build("scale(x: inout pointer float): sint32"),
            "signature 'scale(x: inout pointer float): sint32': a kernel has no result"),
        Misuse.of(
            "signature: string",
            "cu.buildkernel(source, 'scale', 'string, float, sint32')",
            h -> h.build(Sources.VALID, "scale", "string, float, sint32"),
            h -> h.cuda.buildKernel(Sources.VALID, "scale", "string, float, sint32"),
            "signature 'scale(string, float, sint32)': a kernel takes no string: pass its"
                + " characters in a device array"),
        Misuse.of(
            "signature: struct",
            "cu.buildkernel('" + STRUCT + "', 'f(p: sint64)')",
            h -> h.build(STRUCT, "f(p: sint64)"),
            h -> h.cuda.buildKernel(STRUCT, "f(p: sint64)"),
            "signature 'f(p: sint64)': parameter 1 'p' is declared sint64, but the kernel's is a"
                + " struct that begins at multiples of 4"),
        Misuse.of(
            "signature: too few parameters",
            "cu.buildkernel(source, 'scale(x: inout pointer float, n: sint32)')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float, n: sint32)"),
            h -> h.build("scale(x: inout pointer float, n: sint32)"),
            "signature 'scale(x: inout pointer float, n: sint32)': declares 2 "
                + "parameters, but the kernel has 3"),
        Misuse.of(
            "signature: no parameters",
            "cu.buildkernel(source, 'scale()')",
            h -> h.build(Sources.VALID, "scale()"),
            h -> h.build("scale()"),
            "signature 'scale()': declares 0 parameters, but the kernel has 3"),
        Misuse.of(
            "signature: wrong size",
            "cu.buildkernel(source, 'scale(x: inout pointer float, factor: double, n: sint32)')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float, factor: double, n: sint32)"),
            h -> h.build("scale(x: inout pointer float, factor: double, n: sint32)"),
            "signature 'scale(x: inout pointer float, factor: double, n: sint32)': "
                + "parameter 2 'factor' is declared double (8 bytes), but the kernel's "
                + "has 4 bytes"),
        Misuse.of(
            "signature: integer for float",
            "cu.buildkernel(source, 'scale(x: inout pointer float, factor: sint32, n: sint32)')",
            h -> h.build(Sources.VALID, "scale(x: inout pointer float, factor: sint32, n: sint32)"),
            h -> h.build("scale(x: inout pointer float, factor: sint32, n: sint32)"),
            "signature 'scale(x: inout pointer float, factor: sint32, n: sint32)': "
                + "parameter 2 'factor' is declared sint32, but the kernel's is a "
                + "floating-point number"));
  }
}
