package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.grcuda.core.signature.MangledParameters;
import org.grcuda.core.text.MangledName;
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

/**
 * Infers the signature of a kernel that has none declared: from its mangled name, else from its
 * PTX.
 */
public final class SignatureInference {

  /** A texture or surface object. */
  private static final Parameter IMAGE = Parameter.scalar("", ScalarType.ULL64);

  private SignatureInference() {}

  /**
   * The signature of {@code kernel}, whose name in its source is {@code name}. The signature's text
   * also shows what the code does through each parameter.
   */
  public static KernelSignature infer(String name, PtxFunction kernel, KernelAccess access) {
    List<ParameterLayout.Slot> slots = ParameterLayout.of(kernel).slots();
    List<MangledName.MangledType> mangled =
        MangledName.parse(kernel.name()).map(MangledName::parameters).orElse(List.of());
    List<Parameter> parameters = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      Optional<Parameter> declared =
          mangled.size() == slots.size()
              ? MangledParameters.parameter("", mangled.get(i))
              : Optional.empty();
      ParameterLayout.Slot slot = slots.get(i);
      boolean isImage = access.images().contains(i);
      parameters.add(declared.orElseGet(() -> isImage ? IMAGE : ofPtx(slot)));
    }
    List<String> shown = new ArrayList<>();
    for (int i = 0; i < parameters.size(); i++) {
      shown.add(shown(parameters.get(i), access.parameters().get(i)));
    }
    return new KernelSignature(name, parameters, name + "(" + String.join(", ", shown) + ")");
  }

  /** The text for a parameter, with the access through it if it is, or may be, a pointer. */
  private static String shown(Parameter parameter, AccessMode mode) {
    Direction direction = mode == AccessMode.READ_WRITE ? Direction.INOUT : Direction.IN;
    return switch (parameter.type()) {
      case ParameterType.Pointer pointer -> direction + " " + pointer;
      case ParameterType.Bits(int bytes) when bytes == Long.BYTES && mode != AccessMode.NONE ->
          direction + " " + parameter.type();
      case ParameterType other -> other.toString();
    };
  }

  private static Parameter ofPtx(ParameterLayout.Slot slot) {
    if (slot.isAggregate()) {
      return new Parameter("", StructType.opaque(slot.size(), slot.alignment()), Direction.IN);
    }
    if (slot.type() == PtxType.F32) {
      return Parameter.scalar("", ScalarType.FLOAT);
    }
    if (slot.type() == PtxType.F64) {
      return Parameter.scalar("", ScalarType.DOUBLE);
    }
    // For eight bytes the code does not tell whether they are a pointer or a number; the argument
    // decides.
    return new Parameter("", new ParameterType.Bits(slot.size()), Direction.INOUT);
  }
}
