package org.grcuda.tests.misuse;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.grcuda.tests.Repository;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.ElementType;

/** Wrong compile options, files of kernels, NIDL files, variables and sizes of launches. */
final class CompiledMisuse {

  private static final String FILE =
      Repository.folder("/golden/binding.ptx").resolve("binding.ptx").toString();
  private static final String NIDL =
      Repository.folder("/misuse/unknown.nidl").resolve("unknown.nidl").toString();
  private static final String KERNELS = "sum, tools::ints::add, tools::scale";

  private CompiledMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.of(options(), optionValues(), files(), nidl(), variables(), forall())
        .flatMap(Function.identity());
  }

  private static Misuse options(String name, String guest, Map<String, ?> options, String message) {
    return Misuse.of(
        name,
        "cu.buildkernel(source, 'scale', " + guest + ")",
        h -> h.build(Sources.VALID, "scale", options),
        null,
        "buildkernel, argument 3" + message);
  }

  private static Stream<Misuse> options() {
    return Stream.of(
        options(
            "options: unknown key",
            "{'option': ['-w']}",
            Map.of("option", List.of("-w")),
            ": unknown key 'option'; did you mean 'options'? Legal keys: options, includes, lp64"),
        options(
            "options: unknown key far from all",
            "{'flags': ['-w']}",
            Map.of("flags", List.of("-w")),
            ": unknown key 'flags'; legal keys: options, includes, lp64"),
        options(
            "options: a string for a list",
            "{'options': '-w'}",
            Map.of("options", "-w"),
            ", 'options': expected a list of strings, given the string '-w'"),
        options(
            "options: a number in the list",
            "{'options': ['-w', 3]}",
            Map.of("options", List.of("-w", 3)),
            ", 'options', entry 2: expected a string, given 3"),
        options(
            "includes: a list",
            "{'includes': ['a.h']}",
            Map.of("includes", List.of("a.h")),
            ", 'includes': expected a dictionary of texts by name, given a list"),
        options(
            "includes: a number for a text",
            "{'includes': {'a.h': 5}}",
            Map.of("includes", Map.of("a.h", 5)),
            ", 'includes', 'a.h': expected a string, given 5"),
        Misuse.of(
            "options: a number",
            "cu.buildkernel(source, 'scale', 5)",
            h -> h.build(Sources.VALID, "scale", 5),
            null,
            "buildkernel, argument 3: expected a dictionary of compile options, or a list of them,"
                + " given 5"),
        Misuse.of(
            "options: a string behind the types",
            "cu.buildkernel(source, 'scale', 'pointer, float, sint32', '-w')",
            h -> h.build(Sources.VALID, "scale", "pointer, float, sint32", "-w"),
            null,
            "buildkernel, argument 4: expected a dictionary of compile options, or a list of them,"
                + " given the string '-w'"));
  }

  private static Misuse option(String option, String message) {
    return Misuse.of(
        "compile option " + option,
        "cu.buildkernel(source, 'scale', {'options': ['" + option + "']})",
        h -> h.build(Sources.VALID, "scale", Map.of("options", List.of(option))),
        h -> h.cuda.buildKernel(Sources.VALID, "scale", CompileOptions.of(option)),
        message);
  }

  private static Stream<Misuse> optionValues() {
    return Stream.of(
        option(
            "--gpu-architecture=sm_90",
            "compile option '--gpu-architecture=sm_90' is not available: kernels are compiled for"
                + " the device in use"),
        option(
            "-dc",
            "compile option '-dc' is not available: it makes code that must be linked first"),
        option(
            "-rdc=true",
            "compile option '-rdc=true' is not available: it makes code that must be linked first"),
        option(
            "-o x.cubin",
            "compile option '-o x.cubin' is not available: the output is chosen for the device in"
                + " use"),
        option(
            "-no-such-option",
            "nvrtc: error: unrecognized option -no-such-option found\n"
                + "The options were: --gpu-architecture=compute_90 --modify-stack-limit=false"
                + " --device-int128 --std=c++17 -no-such-option"),
        Misuse.of(
            "an include that does not compile",
            "cu.buildkernel('#include \"a.h\"', 'f', {'includes': {'a.h': 'typedef int a\\n"
                + "typedef int b;'}})",
            h ->
                h.build(
                    "#include \"a.h\"",
                    "f",
                    Map.of("includes", Map.of("a.h", "typedef int a\ntypedef int b;"))),
            h ->
                h.cuda.buildKernel(
                    "#include \"a.h\"",
                    "f",
                    CompileOptions.NONE.withInclude("a.h", "typedef int a\ntypedef int b;")),
            """
            a.h(2): error: expected a ";"
              typedef int b;
              ^

            1 error detected in the compilation of "kernel.cu".\
            """));
  }

  private static Misuse bind(String name, String file, String signature, String message) {
    return Misuse.of(
        name,
        "cu.bindkernel('" + file + "', '" + signature + "')",
        h -> h.cu.invokeMember("bindkernel", file, signature),
        h -> h.cuda.bindKernel(Path.of(file), signature),
        message);
  }

  private static Stream<Misuse> files() {
    return Stream.of(
        bind(
            "bindkernel: no such file",
            "/no/such/file.ptx",
            "sum",
            "cannot read /no/such/file.ptx: no such file or folder"),
        bind(
            "bindkernel: another format",
            NIDL,
            "sum",
            "file '" + NIDL + "' is of no known format; expected PTX, a cubin or a fatbin"),
        bind(
            "bindkernel: no such kernel",
            FILE,
            "summ",
            "no kernel 'summ' in file '%s'; did you mean 'sum'? Kernels in file '%s': %s"
                .formatted(FILE, FILE, KERNELS)),
        bind(
            "bindkernel: without its namespace",
            FILE,
            "cxx add(x: inout pointer sint32)",
            "no kernel 'add' in file '%s'; did you mean 'tools::ints::add'? Kernels in file '%s': %s"
                .formatted(FILE, FILE, KERNELS)),
        bind(
            "bindkernel: overloaded",
            FILE,
            "tools::scale",
            "kernel 'tools::scale' is overloaded; give one of its symbols: _ZN5tools5scaleEPKiPiii,"
                + " _ZN5tools5scaleEPKfPffi"),
        bind(
            "bindkernel: too few parameters",
            FILE,
            "sum(x: in pointer sint32)",
            "signature 'sum(x: in pointer sint32)': declares 1 parameter, but the kernel has 3"),
        Misuse.of(
            "bindkernel: arity",
            "cu.bindkernel('a.ptx')",
            h -> h.cu.invokeMember("bindkernel", "a.ptx"),
            null,
            "bindkernel takes 2 to 3 arguments, given 1"),
        Misuse.of(
            "bindkernel: file no string",
            "cu.bindkernel(3, 'sum')",
            h -> h.cu.invokeMember("bindkernel", 3, "sum"),
            null,
            "bindkernel, argument 1 'file': expected a string, given 3"));
  }

  private static Misuse bindAll(String name, String target, String nidl, String message) {
    return Misuse.of(
        name,
        "cu.bindall('" + target + "', '" + FILE + "', '" + nidl + "')",
        h -> h.cu.invokeMember("bindall", target, FILE, nidl),
        null,
        message);
  }

  private static String resource(String name) {
    return Repository.folder("/misuse/" + name).resolve(name).toString();
  }

  private static Stream<Misuse> nidl() {
    String taken = resource("taken.nidl");
    String syntax = resource("syntax.nidl");
    String twice = resource("twice.nidl");
    String empty = resource("empty.nidl");
    return Stream.of(
        bindAll(
            "bindall: no names",
            "a:b",
            NIDL,
            "bindall, argument 1 'namespace': expected names joined by '::', given 'a:b'"),
        bindAll(
            "bindall: below a function",
            "buildkernel::a",
            NIDL,
            "bindall, argument 1 'namespace': 'buildkernel' is not a namespace"),
        bindAll(
            "bindall: name taken",
            "CU",
            taken,
            taken + ", line 4, column 3: namespace CU has a member 'bindkernel' already"),
        bindAll(
            "bindall: no such kernel",
            "a",
            NIDL,
            "%s, line 3, column 3: no kernel 'total' in file '%s'; kernels in file '%s': %s"
                .formatted(NIDL, FILE, FILE, KERNELS)),
        bindAll(
            "bindall: syntax",
            "a",
            syntax,
            syntax + ", line 2, column 21: expected a type, found 'sint3'; did you mean 'sint8'?"),
        bindAll(
            "bindall: declared twice",
            "a",
            twice,
            twice + ", line 5, column 3: 'sum' is declared twice"),
        bindAll("bindall: nothing", "a", empty, "bindall: " + empty + " declares no function"),
        bindAll(
            "bindall: no such file",
            "a",
            "/no/such.nidl",
            "cannot read /no/such.nidl: no such file or folder"));
  }

  private static Stream<Misuse> variables() {
    return Stream.of(
        Misuse.of(
            "global: the source has none",
            "scale.global_('factor')",
            h -> h.scale.invokeMember("global", "factor"),
            h -> h.scale.global("factor"),
            "no variable 'factor' in the source; the source has no variables"),
        Misuse.of(
            "global: no such variable",
            "cu.bindkernel('" + FILE + "', 'sum').global_('call')",
            h -> h.cu.invokeMember("bindkernel", FILE, "sum").invokeMember("global", "call"),
            h -> h.cuda.bindKernel(Path.of(FILE), "sum").global("call"),
            "no variable 'call' in file '%s'; did you mean 'calls'? Variables in file '%s': calls"
                .formatted(FILE, FILE)),
        Misuse.of(
            "global: type of another size",
            "cu.bindkernel('" + FILE + "', 'sum').global_('calls', 'double')",
            h ->
                h.cu
                    .invokeMember("bindkernel", FILE, "sum")
                    .invokeMember("global", "calls", "double"),
            h -> h.cuda.bindKernel(Path.of(FILE), "sum").global("calls", ElementType.DOUBLE),
            "variable 'calls' has 4 bytes, which is not a whole number of double elements"),
        Misuse.of(
            "global: unknown type",
            "cu.bindkernel('" + FILE + "', 'sum').global_('calls', 'integer')",
            h ->
                h.cu
                    .invokeMember("bindkernel", FILE, "sum")
                    .invokeMember("global", "calls", "integer"),
            null,
            "kernel 'sum', global, argument 2 'type': unknown element type 'integer'. Legal types:"
                + " "
                + String.join(", ", Stream.of(ElementType.values()).map(t -> "" + t).toList())),
        Misuse.of(
            "free of a variable",
            "cu.bindkernel('" + FILE + "', 'sum').global_('calls').free()",
            h ->
                h.cu
                    .invokeMember("bindkernel", FILE, "sum")
                    .invokeMember("global", "calls")
                    .invokeMember("free"),
            null,
            "variable 'calls' cannot be freed: it lives as long as its module"));
  }

  private static Stream<Misuse> forall() {
    return Stream.of(
        Misuse.of(
            "forall: no threads",
            "scale.forall(0)",
            h -> h.scale.invokeMember("forall", 0),
            h -> h.scale.forall(0),
            "kernel 'scale', forall: expected 1 to 549755813632 threads, given 0"),
        Misuse.of(
            "forall: too many threads",
            "scale.forall(1000000000000)",
            h -> h.scale.invokeMember("forall", 1000000000000L),
            h -> h.scale.forall(1000000000000L),
            "kernel 'scale', forall: expected 1 to 549755813632 threads, given 1000000000000"),
        Misuse.of(
            "forall: no number",
            "scale.forall('all')",
            h -> h.scale.invokeMember("forall", "all"),
            null,
            "kernel 'scale', forall, argument 1 'n': expected an integer, given the string 'all'"),
        Misuse.of(
            "forall: shared bytes",
            "scale.forall(5, -1)",
            h -> h.scale.invokeMember("forall", 5, -1),
            null,
            "kernel 'scale', forall, argument 2 'sharedBytes': expected 0 to 2147483647, given"
                + " -1"),
        Misuse.of(
            "forall: arity",
            "scale.forall()",
            h -> h.scale.invokeMember("forall"),
            null,
            "forall takes 1 to 2 arguments, given 0"));
  }
}
