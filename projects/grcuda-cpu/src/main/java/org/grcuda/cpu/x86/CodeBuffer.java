package org.grcuda.cpu.x86;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bytes of machine code, the labels in them, and the constants behind them. */
public abstract class CodeBuffer {

  CodeBuffer() {}

  private static final int SPECIAL_SIB = 4;
  private static final int NO_BASE = 5;

  private record Fixup(int at, int end, Label label) {}

  private byte[] bytes = new byte[4096];
  private int size;
  private final List<Fixup> fixups = new ArrayList<>();
  private final Map<ByteBuffer, Label> constants = new LinkedHashMap<>();

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
    constants.entrySet().stream()
        .sorted((a, b) -> b.getKey().capacity() - a.getKey().capacity())
        .forEach(
            e -> {
              align(e.getKey().capacity());
              bind(e.getValue());
              for (byte b : e.getKey().array()) {
                put(b);
              }
            });
    for (Fixup f : fixups) {
      if (!f.label.isBound()) {
        throw new IllegalStateException("a jump to a label that is not bound");
      }
      int relative =
          f.label.position
              - f.end
              + ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(f.at);
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(f.at, relative);
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
    return constant(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, value));
  }

  /** An 8-byte constant. */
  public Mem constant(long value) {
    return constant(ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value));
  }

  /** A vector of elements of 4 bytes. */
  public Mem constant(int[] lanes) {
    ByteBuffer b = ByteBuffer.allocate(4 * lanes.length).order(ByteOrder.LITTLE_ENDIAN);
    b.asIntBuffer().put(lanes);
    return constant(b);
  }

  /** A vector of elements of 8 bytes. */
  public Mem constant(long[] lanes) {
    ByteBuffer b = ByteBuffer.allocate(8 * lanes.length).order(ByteOrder.LITTLE_ENDIAN);
    b.asLongBuffer().put(lanes);
    return constant(b);
  }

  private Mem constant(ByteBuffer value) {
    return Mem.of(constants.computeIfAbsent(value, v -> new Label()));
  }

  /**
   * A vector of {@code lanes} elements that are all equal to the constant at a place in the code;
   * null if there is no constant of so many bytes.
   */
  final Mem repeated(Mem constant, int bytes, int lanes) {
    for (Map.Entry<ByteBuffer, Label> e : constants.entrySet()) {
      byte[] one = e.getKey().array();
      if (e.getValue() == constant.label() && constant.displacement() == 0 && one.length == bytes) {
        ByteBuffer all = ByteBuffer.allocate(bytes * lanes).order(ByteOrder.LITTLE_ENDIAN);
        for (int l = 0; l < lanes; l++) {
          all.put(one);
        }
        return constant(all.flip());
      }
    }
    return null;
  }

  // ---- bytes

  final void put(int b) {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * size);
    }
    bytes[size++] = (byte) b;
  }

  final void put4(int value) {
    for (int shift = 0; shift < 32; shift += 8) {
      put(value >> shift);
    }
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
