package org.grcuda.core.type;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A struct passed by value, laid out as C lays it out: members in order, each at its alignment, the
 * size a multiple of the largest.
 *
 * @param members none if the layout is not known
 * @param sizeBytes 0 until compiled code tells it
 * @param alignment in bytes, a power of two
 */
public record StructType(List<Member> members, int sizeBytes, int alignment)
    implements ParameterType {

  /** Most bytes that the parameters of a kernel have (PTX ISA, "Kernel Function Parameters"). */
  public static final int MOST_BYTES = 32_764;

  /**
   * A member.
   *
   * @param name its name, not empty
   * @param value its type, and what is done with the memory of a pointer
   * @param count elements if it is an array, else 0
   * @param offset in bytes from the start of the struct
   */
  public record Member(String name, Parameter value, int count, int offset) {

    /** Its bytes. */
    long sizeBytes() {
      return (long) value.type().sizeBytes() * Math.max(1, count);
    }

    @Override
    public String toString() {
      return value + (count == 0 ? "" : "[" + count + "]");
    }
  }

  public StructType {
    members = List.copyOf(members);
  }

  /** A struct of which only the size is known; 0 if not even that. */
  public static StructType opaque(int sizeBytes, int alignment) {
    return new StructType(List.of(), sizeBytes, alignment);
  }

  /** Lays out members, whose offsets are ignored. */
  public static StructType of(List<Member> members) {
    List<Member> placed = new ArrayList<>();
    long end = 0;
    int alignment = 1;
    for (Member member : members) {
      int own = member.value.type().alignment();
      alignment = Math.max(alignment, own);
      long offset = Math.ceilDiv(end, own) * own;
      end = offset + member.sizeBytes();
      if (end > MOST_BYTES) {
        throw new IllegalArgumentException(
            "a struct of more than " + MOST_BYTES + " bytes, the most that a kernel takes");
      }
      placed.add(new Member(member.name, member.value, member.count, (int) offset));
    }
    int size = Math.ceilDiv((int) end, alignment) * alignment;
    return new StructType(placed, size, alignment);
  }

  /** The same members, with the size and alignment of the compiled code. */
  public StructType compiled(int size, int aligned) {
    return new StructType(members, size, aligned);
  }

  /** Whether the members make it {@code size} bytes large at this alignment. */
  public boolean fits(int size, int aligned) {
    return alignment <= aligned && Math.ceilDiv(sizeBytes, aligned) * aligned == size;
  }

  /** As NIDL writes it. */
  @Override
  public String toString() {
    if (members.isEmpty()) {
      return sizeBytes == 0 ? "struct" : "struct[" + sizeBytes + "]";
    }
    return members.stream()
        .map(Member::toString)
        .collect(Collectors.joining(", ", "struct {", "}"));
  }
}
