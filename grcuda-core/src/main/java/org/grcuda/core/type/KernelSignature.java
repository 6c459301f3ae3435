package org.grcuda.core.type;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The name of a kernel and its parameters, with their places in the parameter block: in order, each
 * at its natural alignment, as PTX lays them out.
 */
public final class KernelSignature {

  private final String name;
  private final List<Parameter> parameters;
  private final String text;
  private final int[] offsets;
  private final int parameterBytes;

  /**
   * @param name the kernel's name as its source qualifies it, such as {@code "a::add<float>"}
   * @param parameters its parameters, in order
   * @param text how the user wrote the signature
   */
  public KernelSignature(String name, List<Parameter> parameters, String text) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.text = text;
    this.offsets = new int[parameters.size()];
    int end = 0;
    for (int i = 0; i < offsets.length; i++) {
      ParameterType type = parameters.get(i).type();
      offsets[i] = Math.ceilDiv(end, type.alignment()) * type.alignment();
      end = offsets[i] + type.sizeBytes();
    }
    this.parameterBytes = end;
  }

  /** A signature that no user wrote: its text is the NIDL form. */
  public static KernelSignature inferred(String name, List<Parameter> parameters) {
    String list = parameters.stream().map(Parameter::toString).collect(Collectors.joining(", "));
    return new KernelSignature(name, parameters, name + "(" + list + ")");
  }

  /** The kernel's name as its source qualifies it. */
  public String name() {
    return name;
  }

  /** The parameters, in order. Immutable. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /** How many parameters there are. */
  public int parameterCount() {
    return offsets.length;
  }

  /** Offset in bytes of parameter {@code index} in the parameter block. */
  public int offset(int index) {
    return offsets[index];
  }

  /** Size in bytes of the parameter block, with no padding at its end. */
  public int parameterBytes() {
    return parameterBytes;
  }

  /** How the user wrote the signature, or its NIDL form if inferred. */
  public String text() {
    return text;
  }

  /** {@link #text}. */
  @Override
  public String toString() {
    return text;
  }
}
