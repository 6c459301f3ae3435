package org.grcuda.cpu.x86;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bytes of machine code, the labels in them, and the constants behind them. */
public abstract class CodeBuffer {

  CodeBuffer() {}

  private static final int SPECIAL_SIB = 4;
  private static final int NO_BASE = 5;

  private record Fixup(int at, int end, Label label) {}

  /** The value of a constant, words of 4 bytes; a key of maps. */
  private static final class Words {

    private final int[] values;

    Words(int... values) {
      this.values = values;
    }

    int bytes() {
      return Integer.BYTES * values.length;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Words words && Arrays.equals(values, words.values);
    }

    @Override
    public int hashCode() {
      int hash = values.length;
      for (int value : values) {
        hash = 31 * hash + value;
      }
      return hash;
    }
  }

  private static final class Constant {

    private final Words value;
    private final Mem place = Mem.of(new Label());

    /** A vector of copies, if there is one. */
    private Mem repeated;

    Constant(Words value) {
      this.value = value;
    }
  }

  private byte[] bytes = new byte[4096];
  private int size;
  private final List<Fixup> fixups = new ArrayList<>();
  private final Map<Words, Constant> constants = new LinkedHashMap<>();
  private final Map<Label, Constant> constantAt = new HashMap<>();

  /** Bytes so far. */
  public int position() {
    return size;
  }

  /** Puts a label here. */
  public void bind(Label label) {
    if (label.isBound()) {
      throw new IllegalStateException("a label is bound twice");
    }
    label.position = size;
  }

  /** The constants behind the code, then all of it; every label that was used must be bound. */
  public byte[] finish() {
    List<Constant> largestFirst = new ArrayList<>(constants.values());
    largestFirst.sort((a, b) -> b.value.bytes() - a.value.bytes());
    for (Constant c : largestFirst) {
      align(c.value.bytes());
      bind(c.place.label());
      for (int word : c.value.values) {
        put4(word);
      }
    }
    for (Fixup f : fixups) {
      if (!f.label.isBound()) {
        throw new IllegalStateException("a jump to a label that is not bound");
      }
      set4(f.at, f.label.position - f.end + get4(f.at));
    }
    return Arrays.copyOf(bytes, size);
  }

  private void align(int alignment) {
    while (size % alignment != 0) {
      put(0xcc);
    }
  }

  // ---- constants

  /** A 4-byte constant. */
  public Mem constant(int value) {
    return constant(new Words(value)).place;
  }

  /** An 8-byte constant. */
  public Mem constant(long value) {
    return constant(new Words((int) value, (int) (value >> 32))).place;
  }

  /** A vector of elements of 4 bytes. */
  public Mem constant(int[] lanes) {
    return constant(new Words(lanes.clone())).place;
  }

  /** A vector of elements of 8 bytes. */
  public Mem constant(long[] lanes) {
    int[] words = new int[2 * lanes.length];
    for (int l = 0; l < lanes.length; l++) {
      words[2 * l] = (int) lanes[l];
      words[2 * l + 1] = (int) (lanes[l] >> 32);
    }
    return constant(new Words(words)).place;
  }

  private Constant constant(Words value) {
    Constant found = constants.get(value);
    if (found == null) {
      found = new Constant(value);
      constants.put(value, found);
      constantAt.put(found.place.label(), found);
    }
    return found;
  }

  /**
   * A vector of {@code lanes} elements, always as many, that are all equal to the constant at a
   * place in the code; null if there is no constant of so many bytes.
   */
  final Mem repeated(Mem constant, int bytes, int lanes) {
    Constant one = constantAt.get(constant.label());
    if (one == null || constant.displacement() != 0 || one.value.bytes() != bytes) {
      return null;
    }
    if (one.repeated == null) {
      int[] words = one.value.values;
      int[] all = new int[words.length * lanes];
      for (int w = 0; w < all.length; w++) {
        all[w] = words[w % words.length];
      }
      one.repeated = constant(new Words(all)).place;
    }
    return one.repeated;
  }

  // ---- bytes

  final void put(int b) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) b;
  }

  final void put4(int value) {
    if (size + 4 > bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    set4(size, value);
    size += 4;
  }

  private void set4(int at, int value) {
    bytes[at] = (byte) value;
    bytes[at + 1] = (byte) (value >> 8);
    bytes[at + 2] = (byte) (value >> 16);
    bytes[at + 3] = (byte) (value >> 24);
  }

  private int get4(int at) {
    return bytes[at] & 0xff
        | (bytes[at + 1] & 0xff) << 8
        | (bytes[at + 2] & 0xff) << 16
        | bytes[at + 3] << 24;
  }

  final void put8(long value) {
    put4((int) value);
    put4((int) (value >> 32));
  }

  final void rex(boolean wide, int reg, int index, int base, boolean force) {
    int rex = (wide ? 8 : 0) | reg >> 3 << 2 | index >> 3 << 1 | base >> 3;
    if (rex != 0 || force) {
      put(0x40 | rex);
    }
  }

  /** ModRM, SIB and displacement; {@code wideOnly} if 8-bit displacements would be scaled. */
  final void memory(int reg, Mem m, int immediateBytes, boolean wideOnly) {
    int r = (reg & 7) << 3;
    if (m.label() != null) {
      put(r | NO_BASE);
      fixups.add(new Fixup(size, size + 4 + immediateBytes, m.label()));
      put4(m.displacement());
      return;
    }
    boolean small =
        m.displacement() == 0 || !wideOnly && m.displacement() == (byte) m.displacement();
    boolean none = m.base() < 0;
    boolean zero = m.displacement() == 0 && (m.base() & 7) != NO_BASE;
    int mod = none || zero ? 0 : small ? 0x40 : 0x80;
    if (m.index() >= 0 || none || (m.base() & 7) == SPECIAL_SIB) {
      put(mod | r | SPECIAL_SIB);
      int index = m.index() < 0 ? SPECIAL_SIB : m.index() & 7;
      int scale = Integer.numberOfTrailingZeros(m.scale()) << 6;
      put(scale | index << 3 | (none ? NO_BASE : m.base() & 7));
    } else {
      put(mod | r | m.base() & 7);
    }
    if (none || mod == 0x80) {
      put4(m.displacement());
    } else if (mod == 0x40) {
      put(m.displacement());
    }
  }

  final void relative(Label to) {
    fixups.add(new Fixup(size, size + 4, to));
    put4(0);
  }
}
