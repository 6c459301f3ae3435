package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grcuda.core.signature.FunctionDeclaration;
import org.grcuda.core.signature.MangledParameters;
import org.grcuda.core.text.MangledName;
import org.grcuda.core.text.MangledName.MangledType;
import org.grcuda.core.type.Direction;
import org.grcuda.core.type.KernelSignature;
import org.grcuda.core.type.Parameter;
import org.grcuda.core.type.ParameterType;
import org.grcuda.core.type.ScalarType;
import org.grcuda.core.type.StructType;
import org.grcuda.ptx.ParameterLayout;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxType;
import org.grcuda.ptx.analysis.AccessMode;
import org.grcuda.ptx.analysis.KernelAccess;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** Compares a declared signature with the compiled code. */
public final class SignatureCheck {

  private SignatureCheck() {}

  /**
   * Refuses a declaration that only a host function can have.
   *
   * @throws GrCudaException if it has a result or takes a string
   */
  public static void kernel(FunctionDeclaration declaration) {
    ParameterType none = new ParameterType.Scalar(ScalarType.VOID);
    if (!declaration.result().orElse(none).equals(none)) {
      throw refuse(declaration.text(), "a kernel has no result");
    }
    ParameterType string = new ParameterType.Scalar(ScalarType.STRING);
    for (Parameter parameter : declaration.parameters().orElse(List.of())) {
      if (parameter.type().equals(string)) {
        throw refuse(
            declaration.text(), "a kernel takes no string: pass its characters in a device array");
      }
    }
  }

  /**
   * The signature, with sizes that it leaves open taken from {@code kernel}.
   *
   * @throws GrCudaException if its parameters cannot be those of {@code kernel}, naming the
   *     parameter, what was declared and what the code has
   */
  public static KernelSignature parameters(KernelSignature signature, PtxFunction kernel) {
    List<ParameterLayout.Slot> slots = ParameterLayout.of(kernel).slots();
    if (slots.size() != signature.parameterCount()) {
      throw refuse(
          signature,
          "declares " + count(signature.parameterCount()) + ", but the kernel has " + slots.size());
    }
    List<Parameter> compiled = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      Parameter parameter = signature.parameters().get(i);
      ParameterLayout.Slot slot = slots.get(i);
      String problem = problem(parameter, slot);
      if (problem != null) {
        throw refuse(signature, place(parameter, i) + " is declared " + parameter.type() + problem);
      }
      compiled.add(
          new Parameter(parameter.name(), compiled(parameter, slot), parameter.direction()));
    }
    return new KernelSignature(signature.name(), compiled, signature.text());
  }

  private static ParameterType compiled(Parameter parameter, ParameterLayout.Slot slot) {
    return switch (parameter.type()) {
      case StructType struct -> struct.compiled(slot.size(), slot.alignment());
      case ParameterType.Scalar(ScalarType type) when isWider(parameter.type(), slot) ->
          new ParameterType.LowBytes(type, slot.size());
      case ParameterType other -> other;
    };
  }

  /** Whether a parameter is declared as an integer of more bytes than the kernel's integer has. */
  private static boolean isWider(ParameterType type, ParameterLayout.Slot slot) {
    return isInteger(type) && isInteger(slot.type()) && slot.size() < type.sizeBytes();
  }

  /**
   * Refuses a signature that leaves sizes to the code if the code does not tell them.
   *
   * @throws GrCudaException naming the parameter
   */
  public static void sizes(KernelSignature signature) {
    for (int i = 0; i < signature.parameterCount(); i++) {
      Parameter parameter = signature.parameters().get(i);
      if (parameter.type() instanceof StructType struct && struct.members().isEmpty()) {
        throw refuse(
            signature,
            place(parameter, i)
                + ": machine code does not tell the struct's layout: give its members");
      }
    }
  }

  /**
   * Why a parameter cannot be the code's, as text that follows its type in a message; null if it
   * can.
   */
  private static String problem(Parameter parameter, ParameterLayout.Slot slot) {
    ParameterType type = parameter.type();
    if (type instanceof StructType struct) {
      return structProblem(struct, slot);
    }
    if (slot.size() != type.sizeBytes() && !isWider(type, slot)) {
      String what = slot.isAggregate() ? "is a struct of " : "has ";
      return " (" + bytes(type.sizeBytes()) + "), but the kernel's " + what + bytes(slot.size());
    }
    if (slot.isAggregate()) {
      return slot.alignment() == type.alignment()
          ? null
          : ", but the kernel's is a struct that begins at multiples of " + slot.alignment();
    }
    if (isFloating(slot.type()) && !isFloating(type)) {
      return ", but the kernel's is a floating-point number";
    }
    if (isInteger(slot.type()) && isFloating(type)) {
      return ", but the kernel's is an integer";
    }
    return null;
  }

  private static String structProblem(StructType struct, ParameterLayout.Slot slot) {
    if (!slot.isAggregate()) {
      return ", but the kernel's is a number or a pointer of " + bytes(slot.size());
    }
    if (struct.members().isEmpty()) {
      return struct.sizeBytes() == 0 || struct.sizeBytes() == slot.size()
          ? null
          : ", but the kernel's has " + bytes(slot.size());
    }
    return struct.fits(slot.size(), slot.alignment())
        ? null
        : " (%s, aligned to %d), but the kernel's has %s, aligned to %d"
            .formatted(
                bytes(struct.sizeBytes()),
                struct.alignment(),
                bytes(slot.size()),
                slot.alignment());
  }

  private static String bytes(int count) {
    return count + (count == 1 ? " byte" : " bytes");
  }

  /**
   * The first integer that is declared wider than the kernel's, as a sentence; null if there is
   * none.
   */
  public static String widerInteger(KernelSignature signature) {
    for (int i = 0; i < signature.parameterCount(); i++) {
      Parameter parameter = signature.parameters().get(i);
      if (parameter.type() instanceof ParameterType.LowBytes low) {
        return "kernel '%s', %s: declared %s, but the kernel's has %s: it takes the low bytes"
            .formatted(signature.name(), place(parameter, i), low, bytes(low.sizeBytes()));
      }
    }
    return null;
  }

  /**
   * A sentence about the first parameter that is declared read-only and that the kernel writes;
   * null if there is none.
   */
  public static String writtenInput(KernelSignature signature, KernelAccess access) {
    for (int i = 0; i < signature.parameterCount(); i++) {
      Parameter parameter = signature.parameters().get(i);
      if (parameter.isPointer()
          && parameter.direction() == Direction.IN
          && access.parameters().get(i) == AccessMode.READ_WRITE) {
        return "kernel '"
            + signature.name()
            + "', "
            + place(parameter, i)
            + ": declared as an input, but the kernel may write it";
      }
    }
    return null;
  }

  /**
   * A sentence about the first pointer whose declared target type differs from the code's, as far
   * as the kernel's symbol tells it; null if there is none. Types of the same kind and size count
   * as equal, as they do for arrays.
   */
  public static String otherPointer(KernelSignature signature, PtxFunction kernel) {
    List<MangledType> types =
        MangledName.parse(kernel.name()).map(MangledName::parameters).orElse(List.of());
    for (int i = 0; i < Math.min(types.size(), signature.parameterCount()); i++) {
      Parameter parameter = signature.parameters().get(i);
      Optional<ScalarType> known = MangledParameters.type(types.get(i));
      if (types.get(i).pointer()
          && parameter.type() instanceof ParameterType.Pointer(ScalarType declared)
          && known.filter(type -> !isSame(declared, type)).isPresent()) {
        return "kernel '"
            + signature.name()
            + "', "
            + place(parameter, i)
            + ": declared a pointer to "
            + declared
            + ", but the kernel's is one to "
            + known.get();
      }
    }
    return null;
  }

  private static boolean isSame(ScalarType declared, ScalarType type) {
    return declared == ScalarType.VOID
        || type == ScalarType.VOID
        || type.elementType().map(declared::accepts).orElse(true);
  }

  private static String place(Parameter parameter, int index) {
    return "parameter "
        + (index + 1)
        + (parameter.name().isEmpty() ? "" : " '" + parameter.name() + "'");
  }

  private static String count(int parameters) {
    return parameters + (parameters == 1 ? " parameter" : " parameters");
  }

  private static boolean isFloating(PtxType type) {
    return type == PtxType.F32 || type == PtxType.F64;
  }

  private static boolean isInteger(PtxType type) {
    return switch (type) {
      case U8, U16, U32, U64, S8, S16, S32, S64 -> true;
      default -> false;
    };
  }

  private static boolean isFloating(ParameterType type) {
    return isOfKind(ElementType.Kind.FLOATING, type);
  }

  private static boolean isInteger(ParameterType type) {
    return isOfKind(ElementType.Kind.SIGNED, type) || isOfKind(ElementType.Kind.UNSIGNED, type);
  }

  private static boolean isOfKind(ElementType.Kind kind, ParameterType type) {
    return type instanceof ParameterType.Scalar(var scalar)
        && scalar.elementType().filter(element -> element.kind() == kind).isPresent();
  }

  private static GrCudaException refuse(KernelSignature signature, String problem) {
    return refuse(signature.text(), problem);
  }

  private static GrCudaException refuse(String signature, String problem) {
    return new GrCudaException(
        GrCudaException.Kind.VALUE, "signature '" + signature + "': " + problem);
  }
}
