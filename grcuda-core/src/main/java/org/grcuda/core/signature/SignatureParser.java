package org.grcuda.core.signature;

import java.util.List;
import org.grcuda.core.grammar.SyntaxError;
import org.grcuda.core.type.KernelSignature;

/** Parses signatures. Thread-safe: it has no state. */
public final class SignatureParser {

  private SignatureParser() {}

  /**
   * A NIDL signature: {@code [cxx] [ns::]name[<args>](x: in pointer float, n: sint32)[: result]},
   * or a name alone.
   *
   * @throws SignatureException if it cannot be parsed
   */
  public static FunctionDeclaration parse(String signature) {
    try {
      return new DeclarationBuilder(signature).declaration();
    } catch (SyntaxError error) {
      throw SignatureException.inSignature(signature, error.offset(), error.getMessage());
    }
  }

  /**
   * A name, and the types of the parameters in the notation of the native function interface:
   * {@code pointer, const pointer, sint32}, or {@code (pointer, sint32): void}. Empty text is an
   * empty list.
   *
   * @throws SignatureException if either cannot be parsed
   */
  public static FunctionDeclaration parseNfi(String name, String types) {
    FunctionDeclaration named = parse(name);
    if (named.parameters().isPresent()) {
      throw SignatureException.inSignature(
          name, name.indexOf('('), "expected a name alone, since the parameters follow it");
    }
    try {
      return new DeclarationBuilder(types).nfi(named);
    } catch (SyntaxError error) {
      throw SignatureException.inSignature(types, error.offset(), error.getMessage());
    }
  }

  /**
   * A kernel's NFI signature, as {@link #parseNfi} takes it.
   *
   * @throws SignatureException if it cannot be parsed
   */
  public static KernelSignature parseKernelNfi(String name, String types) {
    return parseNfi(name, types).kernelSignature().orElseThrow();
  }

  /**
   * A NIDL file: groups {@code kernels}, {@code ckernels}, {@code hostfuncs}, {@code chostfuncs},
   * each with an optional namespace, of functions in braces.
   *
   * @param fileName its name in errors
   * @throws SignatureException if it cannot be parsed
   */
  public static List<NidlGroup> parseFile(String fileName, String text) {
    try {
      return new DeclarationBuilder(text).file();
    } catch (SyntaxError error) {
      throw SignatureException.inFile(fileName, text, error.offset(), error.getMessage());
    }
  }
}
