package org.grcuda.core.engine;

import org.grcuda.core.type.StructType;

/**
 * Puts the members of a struct into arguments: by name, or in order if they come as a list.
 *
 * @param <T> the values of a language
 */
final class StructPacker<T> {

  private final LaunchArguments arguments;
  private final StructReader<T> reader;
  private final int struct;
  private int place;

  /**
   * @param struct the argument
   * @param firstPart the place of the first of its values
   */
  StructPacker(LaunchArguments arguments, StructReader<T> reader, int struct, int firstPart) {
    this.arguments = arguments;
    this.reader = reader;
    this.struct = struct;
    this.place = firstPart;
  }

  void pack(StructType type, T value) {
    long size = reader.size(value);
    if (size >= 0) {
      checkSize(size, type.members().size(), "the members of " + type);
    }
    for (int i = 0; i < type.members().size(); i++) {
      StructType.Member member = type.members().get(i);
      T given = size >= 0 ? reader.element(value, i) : reader.member(value, member.name());
      if (given == null) {
        throw arguments.mismatch(
            struct, "member '" + member.name() + "' of " + type + " is missing");
      }
      packMember(member, given);
    }
  }

  private void packMember(StructType.Member member, T value) {
    if (member.count() == 0) {
      packOne(member, value);
      return;
    }
    checkSize(reader.size(value), member.count(), "member '" + member.name() + "'");
    for (int i = 0; i < member.count(); i++) {
      packOne(member, reader.element(value, i));
    }
  }

  private void packOne(StructType.Member member, T value) {
    if (member.value().type() instanceof StructType inner) {
      pack(inner, value);
    } else {
      reader.put(arguments, place++, value);
    }
  }

  private void checkSize(long given, int expected, String what) {
    if (given != expected) {
      throw arguments.mismatch(
          struct,
          what
              + ": expected a list of "
              + expected
              + ", given "
              + (given < 0 ? "something else" : "one of " + given));
    }
  }
}
