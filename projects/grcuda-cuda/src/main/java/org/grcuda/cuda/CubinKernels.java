package org.grcuda.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/**
 * Finds the kernels of machine code whose blocks wait for each other, as {@link CooperativeKernels}
 * does in PTX: by the reads of {@code %envreg2}, the workspace of {@code grid.sync()}. It is a word
 * of constant bank 0 at an offset that depends on the architecture; the offsets were found from the
 * output of NVRTC 12.9.
 */
final class CubinKernels {

  // ELF-64, little-endian (System V ABI, chapter 4).
  private static final int FLAGS = 0x30;
  private static final int SECTIONS = 0x28;
  private static final int SECTION_COUNT = 0x3c;
  private static final int SECTION_NAMES = 0x3e;
  private static final int SECTION_BYTES = 64;
  private static final int NAME = 0;
  private static final int OFFSET = 24;
  private static final int SIZE = 32;

  private static final String CODE = ".text.";

  /** Bytes of an instruction, from compute capability 7.0 on. */
  private static final int INSTRUCTION = 16;

  /** Masks of the first half of an instruction: the operand in a constant bank, and the opcode. */
  private static final int OPCODE = 0xfff;

  private static final int CONSTANT_SHIFT = 38;
  private static final int CONSTANT = 0x1fffff;

  private static final int LOAD_CONSTANT = 0xb82;

  private CubinKernels() {}

  /** Their names; none if the image is not a cubin of a known architecture. */
  static Set<String> cooperative(byte[] image) {
    Set<String> found = new HashSet<>();
    if (image.length <= 2 * SECTION_BYTES || image[0] != 0x7f || image[1] != 'E') {
      return found;
    }
    ByteBuffer elf = ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN);
    int capability = capability(elf.getInt(FLAGS));
    long table = elf.getLong(SECTIONS);
    int count = Short.toUnsignedInt(elf.getShort(SECTION_COUNT));
    int namesIndex = Short.toUnsignedInt(elf.getShort(SECTION_NAMES));
    if (table < 0 || table > image.length - (long) count * SECTION_BYTES || namesIndex >= count) {
      return found;
    }
    int names = section(elf, namesIndex);
    for (int i = 0; i < count; i++) {
      int section = section(elf, i);
      String name = text(image, elf.getLong(names + OFFSET) + elf.getInt(section + NAME));
      if (name.startsWith(CODE) && readsWorkspace(elf, section, capability)) {
        found.add(name.substring(CODE.length()));
      }
    }
    return found;
  }

  private static int section(ByteBuffer elf, int index) {
    return (int) elf.getLong(SECTIONS) + index * SECTION_BYTES;
  }

  /** Compute capability: the lowest byte; the one above from 10.0 on, where that is a version. */
  private static int capability(int flags) {
    int lowest = flags & 0xff;
    return lowest < 10 ? flags >>> 8 & 0xff : lowest;
  }

  private static String text(byte[] image, long at) {
    int begin = Math.clamp(at, 0, image.length);
    int end = begin;
    while (end < image.length && image[end] != 0) {
      end++;
    }
    return new String(image, begin, end - begin, StandardCharsets.US_ASCII);
  }

  private static boolean readsWorkspace(ByteBuffer elf, int section, int capability) {
    long begin = elf.getLong(section + OFFSET);
    long end = begin + elf.getLong(section + SIZE);
    if (begin < 0 || end < begin || end > elf.limit()) {
      return false;
    }
    for (int at = (int) begin; at + INSTRUCTION <= end; at += INSTRUCTION) {
      if (isWorkspace(elf.getLong(at), capability)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWorkspace(long instruction, int capability) {
    int opcode = (int) instruction & OPCODE;
    // Bank and offset; for bank 0 that is the offset alone.
    int constant = (int) (instruction >>> CONSTANT_SHIFT) & CONSTANT;
    if (capability >= 100) {
      // As an operand of a uniform load; or from a register that is negative, in another half.
      return opcode == 0x7ac && constant == 0x12c || opcode == LOAD_CONSTANT && constant == 0x258;
    }
    if (capability >= 90) {
      return (opcode == LOAD_CONSTANT || opcode == 0xab9) && constant == 0x48;
    }
    boolean takesConstants = (opcode & 0xe00) == 0x600 || (opcode & 0xe00) == 0xa00;
    return capability >= 70 && takesConstants && constant == 0x90;
  }
}
