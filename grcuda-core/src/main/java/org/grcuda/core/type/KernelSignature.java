package org.grcuda.core.type;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The name of a kernel and its parameters, with their places in the parameter block: in order, each
 * at its natural alignment, as PTX lays them out. The places of the parameters come first, then
 * those of the values in structs.
 */
public final class KernelSignature {

  private final String name;
  private final List<Parameter> parameters;
  private final String text;
  private final List<Place> places;
  private final List<Parameter> values;
  private final int[] offsets;
  private final int parameterBytes;

  /**
   * The place of a value.
   *
   * @param owner the index of the parameter that it is, or is part of
   * @param path the path to it from there, empty for the parameter itself: {@code ".a.x[2]"}
   * @param value its type
   * @param offset in bytes
   * @param firstPart for a struct, the first place of its parts; else -1
   */
  private record Place(int owner, String path, Parameter value, int offset, int firstPart) {}

  /**
   * @param name the kernel's name as its source qualifies it, such as {@code "a::add<float>"}
   * @param parameters its parameters, in order
   * @param text how the user wrote the signature
   */
  public KernelSignature(String name, List<Parameter> parameters, String text) {
    this.name = name;
    this.parameters = List.copyOf(parameters);
    this.text = text;
    this.places = new ArrayList<>();
    int end = 0;
    for (int i = 0; i < parameters.size(); i++) {
      ParameterType type = parameters.get(i).type();
      int offset = Math.ceilDiv(end, type.alignment()) * type.alignment();
      places.add(new Place(i, "", parameters.get(i), offset, -1));
      end = offset + type.sizeBytes();
    }
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).type() instanceof StructType struct) {
        Place whole = places.get(i);
        places.set(i, new Place(i, "", whole.value, whole.offset, places.size()));
        addParts(i, "", struct, whole.offset);
      }
    }
    this.values = places.stream().map(Place::value).toList();
    this.offsets = places.stream().mapToInt(Place::offset).toArray();
    this.parameterBytes = end;
  }

  private void addParts(int owner, String path, StructType struct, int start) {
    for (StructType.Member member : struct.members()) {
      for (int i = 0; i < Math.max(1, member.count()); i++) {
        String part = path + "." + member.name() + (member.count() == 0 ? "" : "[" + i + "]");
        int offset = start + member.offset() + i * member.value().type().sizeBytes();
        if (member.value().type() instanceof StructType inner) {
          addParts(owner, part, inner, offset);
        } else {
          places.add(new Place(owner, part, member.value(), offset, -1));
        }
      }
    }
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
    return parameters.size();
  }

  /** What goes to each place: the parameters, then the values in structs, depth first. */
  public List<Parameter> values() {
    return values;
  }

  /** Offset in bytes of place {@code index} in the parameter block. */
  public int offset(int index) {
    return offsets[index];
  }

  /** The index of the parameter that place {@code index} is, or is part of. */
  public int owner(int index) {
    return places.get(index).owner;
  }

  /** The first of the places of the values in struct {@code index}; the others follow it. */
  public int firstPart(int index) {
    return places.get(index).firstPart;
  }

  /** How a message names a place: {@code "argument 2 'p', member 'v[1]'"}, counted from 1. */
  public String describe(int index) {
    Place place = places.get(index);
    String argument = parameters.get(place.owner).describe(place.owner);
    return place.path.isEmpty()
        ? argument
        : argument + ", member '" + place.path.substring(1) + "'";
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
