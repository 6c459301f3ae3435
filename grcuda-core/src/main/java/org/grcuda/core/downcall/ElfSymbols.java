package org.grcuda.core.downcall;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions that a shared library exports: the dynamic symbol table of a 64-bit little-endian
 * ELF file (System V ABI, chapters 4 and 5, "Sections" and "Symbol Table").
 */
final class ElfSymbols {

  private static final int MAGIC = 0x464c457f;
  private static final byte CLASS_64_LITTLE_ENDIAN = 2;
  private static final int SECTION_OFFSET = 0x28;
  private static final int SECTION_SIZE = 0x3a;
  private static final int SECTION_COUNT = 0x3c;
  private static final int TYPE_DYNSYM = 11;
  private static final int SYMBOL_BYTES = 24;
  private static final int TYPE_FUNCTION = 2;
  private static final int TYPE_INDIRECT_FUNCTION = 10;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfChar UNSIGNED_SHORT =
      ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final MemorySegment file;
  private final List<String> functions = new ArrayList<>();

  private ElfSymbols(MemorySegment file) {
    this.file = file;
  }

  /**
   * The symbols of the functions that {@code library} defines, in the order of the file. For hints
   * in messages: empty if the file cannot be read, or is of another format.
   */
  static List<String> functions(Path library) {
    try (FileChannel channel = FileChannel.open(library);
        Arena arena = Arena.ofConfined()) {
      var symbols = new ElfSymbols(channel.map(MapMode.READ_ONLY, 0, channel.size(), arena));
      symbols.read();
      return symbols.functions;
    } catch (IOException | IndexOutOfBoundsException unreadable) {
      return List.of();
    }
  }

  private void read() {
    if (file.get(INT, 0) != MAGIC
        || file.get(ValueLayout.JAVA_BYTE, 4) != CLASS_64_LITTLE_ENDIAN
        || file.get(ValueLayout.JAVA_BYTE, 5) != 1) {
      return;
    }
    long sections = file.get(LONG, SECTION_OFFSET);
    int size = file.get(UNSIGNED_SHORT, SECTION_SIZE);
    int count = file.get(UNSIGNED_SHORT, SECTION_COUNT);
    for (int i = 0; i < count; i++) {
      long section = sections + (long) i * size;
      if (file.get(INT, section + 4) == TYPE_DYNSYM) {
        long names = sections + (long) file.get(INT, section + 0x28) * size;
        symbols(content(section), content(names));
      }
    }
  }

  private MemorySegment content(long section) {
    return file.asSlice(file.get(LONG, section + 0x18), file.get(LONG, section + 0x20));
  }

  private void symbols(MemorySegment table, MemorySegment names) {
    for (long at = 0; at + SYMBOL_BYTES <= table.byteSize(); at += SYMBOL_BYTES) {
      int type = table.get(ValueLayout.JAVA_BYTE, at + 4) & 0xf;
      boolean defined = table.get(UNSIGNED_SHORT, at + 6) != 0;
      if (defined && (type == TYPE_FUNCTION || type == TYPE_INDIRECT_FUNCTION)) {
        functions.add(names.getString(table.get(INT, at)));
      }
    }
  }
}
