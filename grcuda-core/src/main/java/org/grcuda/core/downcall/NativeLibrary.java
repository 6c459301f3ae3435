package org.grcuda.core.downcall;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.FunctionDeclaration.Linkage;
import org.grcuda.core.signature.MangledParameters;
import org.grcuda.core.text.MangledName;
import org.grcuda.driver.option.Suggestions;
import org.grcuda.types.GrCudaException;

/** A loaded shared library. */
public final class NativeLibrary implements AutoCloseable {

  /** Most overloads that a message lists. */
  private static final int MOST_OVERLOADS = 5;

  private final String name;
  private final long handle;

  private NativeLibrary(String name, long handle) {
    this.name = name;
    this.handle = handle;
  }

  /**
   * Loads a library.
   *
   * @throws GrCudaException if the system refuses it, with its reason
   */
  public static NativeLibrary load(String name) {
    try {
      return new NativeLibrary(name, DynamicLoader.open(name));
    } catch (DynamicLoader.LoadException e) {
      String prefix = name + ": ";
      String reason = e.getMessage();
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          "cannot load library '%s': %s"
              .formatted(
                  name, reason.startsWith(prefix) ? reason.substring(prefix.length()) : reason),
          e);
    }
  }

  /**
   * The address of a function.
   *
   * @param symbol the mangled name of {@code declaration}
   * @throws GrCudaException if the library has no such symbol
   */
  public long find(FunctionDeclaration declaration, String symbol) {
    long address = DynamicLoader.find(handle, symbol);
    if (address == 0) {
      String mangled = declaration.linkage() == Linkage.C ? "" : " (symbol '" + symbol + "')";
      throw new GrCudaException(
          GrCudaException.Kind.NOT_FOUND,
          "no function '%s'%s in library '%s'%s"
              .formatted(declaration.qualifiedName(), mangled, name, hint(declaration)));
    }
    return address;
  }

  /** A hint at what the library has instead. */
  private String hint(FunctionDeclaration declaration) {
    List<String> symbols =
        DynamicLoader.file(handle).map(Path::of).map(ElfSymbols::functions).orElse(List.of());
    if (declaration.linkage() == Linkage.CXX && symbols.contains(declaration.name())) {
      return "; it has C linkage: leave out 'cxx'";
    }
    List<String> names = new ArrayList<>();
    List<String> overloads = new ArrayList<>();
    for (String symbol : symbols) {
      MangledName mangled = MangledName.parse(symbol).orElse(null);
      if (mangled == null) {
        names.add(symbol);
        continue;
      }
      names.add("cxx " + mangled.name());
      if (mangled.name().equals(declaration.qualifiedName())) {
        overloads.add(mangled.name() + parameters(mangled));
      }
    }
    if (overloads.isEmpty()) {
      return Suggestions.didYouMean(
          declaration.linkage() == Linkage.C
              ? declaration.name()
              : "cxx " + declaration.qualifiedName(),
          names);
    }
    String listed = overloads.stream().limit(MOST_OVERLOADS).collect(Collectors.joining(", "));
    return declaration.linkage() == Linkage.C
        ? "; it is a C++ function, which needs 'cxx' before its name: " + listed
        : "; with other parameters it has " + listed;
  }

  private static String parameters(MangledName mangled) {
    return mangled.parameters().stream()
        .map(type -> MangledParameters.parameter("", type).map(Object::toString).orElse("a class"))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  @Override
  public void close() {
    DynamicLoader.close(handle);
  }
}
