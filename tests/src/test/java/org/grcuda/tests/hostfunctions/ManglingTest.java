package org.grcuda.tests.hostfunctions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.signature.ItaniumMangler;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcSettings;
import org.grcuda.nvrtc.Program;
import org.grcuda.tests.NativeCompiler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbols are those of real compilers: the machine's C++ compiler, and NVRTC for kernels. */
final class ManglingTest {

  private static final int FUNCTIONS = 400;
  private static final String[] NAMESPACES = {"", "a", "a::b", "a::a", "std", "std::a", "x1::__h"};
  private static final Map<ScalarType, String> CXX = cxxTypes();

  private static Map<ScalarType, String> cxxTypes() {
    Map<ScalarType, String> types = new EnumMap<>(ScalarType.class);
    types.put(ScalarType.BOOL, "bool");
    types.put(ScalarType.CHAR, "char");
    types.put(ScalarType.SINT8, "signed char");
    types.put(ScalarType.UINT8, "unsigned char");
    types.put(ScalarType.CHAR8, "char8_t");
    types.put(ScalarType.CHAR16, "char16_t");
    types.put(ScalarType.CHAR32, "char32_t");
    types.put(ScalarType.WCHAR, "wchar_t");
    types.put(ScalarType.SINT16, "short");
    types.put(ScalarType.UINT16, "unsigned short");
    types.put(ScalarType.SINT32, "int");
    types.put(ScalarType.UINT32, "unsigned");
    types.put(ScalarType.SINT64, "long");
    types.put(ScalarType.UINT64, "unsigned long");
    types.put(ScalarType.SLL64, "long long");
    types.put(ScalarType.ULL64, "unsigned long long");
    types.put(ScalarType.FLOAT, "float");
    types.put(ScalarType.DOUBLE, "double");
    types.put(ScalarType.HALF, "__half");
    types.put(ScalarType.VOID, "void");
    types.put(ScalarType.STRING, "const char *");
    return types;
  }

  /** Random functions, compiled: the library must export each under the symbol expected. */
  @Test
  @SuppressWarnings("restricted")
  void symbolsOfTheCxxCompiler(@TempDir Path folder) throws IOException {
    List<FunctionDeclaration> functions = functions(new SplittableRandom(7), CXX.keySet());
    String source =
        functions.stream()
            .map(function -> definition(function, ""))
            .collect(Collectors.joining("\n", "struct __half { unsigned short bits; };\n", "\n"));
    Path library = NativeCompiler.cxx(folder, "symbols", source);
    try (Arena arena = Arena.ofConfined()) {
      SymbolLookup symbols = SymbolLookup.libraryLookup(library, arena);
      for (FunctionDeclaration function : functions) {
        String symbol = ItaniumMangler.mangle(function);
        assertTrue(symbols.find(symbol).isPresent(), () -> function.text() + ": " + symbol);
      }
    }
  }

  @Test
  void symbolsOfNvrtc() {
    var types = new ArrayList<>(CXX.keySet());
    types.remove(ScalarType.CHAR8); // C++17, the compiler's default, has no char8_t.
    List<FunctionDeclaration> kernels = functions(new SplittableRandom(11), types);
    String source =
        kernels.stream()
            .map(kernel -> definition(kernel, "__global__ "))
            .collect(Collectors.joining("\n", "struct __half { unsigned short bits; };\n", "\n"));
    var compiler = NvrtcCompiler.open(NvrtcSettings.of(System.getenv(), line -> {}));
    String ptx = compiler.compile(new Program(source, "kernels.cu", "compute_80")).ptx();
    for (FunctionDeclaration kernel : kernels) {
      String symbol = ItaniumMangler.mangle(kernel);
      assertTrue(ptx.contains(".entry " + symbol + "("), () -> kernel.text() + ": " + symbol);
    }
  }

  /** What is mangled here, the demangler of kernels' names understands. */
  @Test
  void demanglingGivesTheDeclaration() {
    for (FunctionDeclaration function : functions(new SplittableRandom(13), CXX.keySet())) {
      MangledName name = MangledName.parse(ItaniumMangler.mangle(function)).orElseThrow();
      assertEquals(function.qualifiedName(), name.name());
      assertEquals(function.parameters().orElseThrow().size(), name.parameters().size());
    }
  }

  private static List<FunctionDeclaration> functions(
      SplittableRandom random, Iterable<ScalarType> types) {
    List<ScalarType> choices = new ArrayList<>();
    types.forEach(choices::add);
    List<FunctionDeclaration> functions = new ArrayList<>();
    for (int i = 0; i < FUNCTIONS; i++) {
      String namespace = NAMESPACES[random.nextInt(NAMESPACES.length)];
      List<String> path = new ArrayList<>();
      if (!namespace.isEmpty()) {
        path.addAll(List.of(namespace.split("::")));
      }
      path.add("function" + i);
      List<Parameter> parameters = new ArrayList<>();
      int count = random.nextInt(12) == 0 ? 45 : random.nextInt(7);
      for (int p = 0; p < count; p++) {
        parameters.add(parameter("p" + p, choices.get(random.nextInt(choices.size())), random));
      }
      functions.add(
          new FunctionDeclaration(
              Linkage.CXX,
              path,
              Optional.of(parameters),
              Optional.empty(),
              String.join("::", path) + parameters));
    }
    return functions;
  }

  private static Parameter parameter(String name, ScalarType type, SplittableRandom random) {
    return type == ScalarType.VOID || random.nextInt(3) > 0
        ? Parameter.pointer(name, Direction.values()[random.nextInt(3)], type)
        : Parameter.scalar(name, type);
  }

  private static String definition(FunctionDeclaration function, String prefix) {
    List<String> namespaces = function.path().subList(0, function.path().size() - 1);
    String open =
        namespaces.stream().map(name -> "namespace " + name + " { ").collect(Collectors.joining());
    String parameters =
        function.parameters().orElseThrow().stream()
            .map(ManglingTest::cxx)
            .collect(Collectors.joining(", "));
    return open
        + prefix
        + "void "
        + function.name()
        + "("
        + parameters
        + ") {}"
        + " }".repeat(namespaces.size());
  }

  private static String cxx(Parameter parameter) {
    return switch (parameter.type()) {
      case ParameterType.Scalar(ScalarType type) -> CXX.get(type);
      case ParameterType.Pointer(ScalarType type) ->
          CXX.get(type) + (parameter.direction() == Direction.IN ? " const *" : " *");
      case ParameterType.Bits bits -> throw new IllegalStateException("not generated: " + bits);
      case ParameterType.LowBytes low -> throw new IllegalStateException("not generated: " + low);
      case StructType struct -> throw new IllegalStateException("not generated: " + struct);
    };
  }
}
