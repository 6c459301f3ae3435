package org.grcuda.cpu.check;

import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.exec.InstructionTracer;
import org.grcuda.cpu.exec.Launch;
import org.grcuda.ptx.Instruction;
import org.grcuda.ptx.Register;

/** Prints the instructions of one thread with the values that they read and write. */
final class ThreadTrace implements InstructionTracer {

  private static final int FLUSHED_LINES = 64;
  private static final int VALUES_COLUMN = 56;
  private static final int NOBODY = -1;

  private final TracedThread wanted;
  private final TraceSink sink;
  private final StringBuilder text = new StringBuilder();
  private Code code;
  private int traced = NOBODY;
  private int lineStart;
  private int lines;
  private boolean hasValues;

  ThreadTrace(TracedThread wanted, TraceSink sink) {
    this.wanted = wanted;
    this.sink = sink;
  }

  @Override
  public void begin(BlockContext context, Code numbered) {
    code = numbered;
    Launch l = context.launch;
    traced = NOBODY;
    boolean block =
        wanted
            .block()
            .means(context.blockIndexX, context.blockIndexY, context.blockIndexZ, l.gridX, l.gridY);
    for (int t = 0; block && t < l.threadsPerBlock(); t++) {
      int z = t / (l.blockX * l.blockY);
      if (wanted.thread().means(t % l.blockX, t / l.blockX % l.blockY, z, l.blockX, l.blockY)) {
        traced = t;
        line(
            "grcuda: trace of kernel '%s', block (%d, %d, %d), thread %s"
                .formatted(
                    SymbolNames.simple(code.kernel()),
                    context.blockIndexX,
                    context.blockIndexY,
                    context.blockIndexZ,
                    l.threadName(t)));
      }
    }
  }

  @Override
  public void end() {
    traced = NOBODY;
    flush();
  }

  @Override
  public void step(int thread, int number, boolean executes) {
    if (thread != traced) {
      return;
    }
    if (lines >= FLUSHED_LINES) {
      flush();
    }
    Instruction instruction = code.instructions().get(number);
    line("%6d  %s".formatted(instruction.line(), instruction.text()));
    if (!executes) {
      value("not executed");
    }
  }

  @Override
  public void value(int thread, int register, boolean written, long bits) {
    if (thread == traced) {
      Register named = code.registers().get(register);
      value(named.name() + (written ? " = " : " is ") + number(named, bits));
    }
  }

  private void line(String words) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    lineStart = text.length();
    text.append(words);
    lines++;
    hasValues = false;
  }

  private void value(String words) {
    if (!hasValues) {
      text.repeat(" ", Math.max(2, VALUES_COLUMN - (text.length() - lineStart)));
    } else {
      text.append(", ");
    }
    hasValues = true;
    text.append(words);
  }

  private void flush() {
    if (!text.isEmpty()) {
      sink.write(text.append('\n').toString(), lines);
      text.setLength(0);
      lines = 0;
    }
  }

  private static String number(Register register, long bits) {
    return switch (register.type()) {
      case F32 -> Float.toString(Float.intBitsToFloat((int) bits));
      case F64 -> Double.toString(Double.longBitsToDouble(bits));
      case F16 -> Float.toString(Float.float16ToFloat((short) bits));
      case PRED -> bits == 0 ? "false" : "true";
      case U64 -> Long.toUnsignedString(bits);
      case U32 -> Integer.toUnsignedString((int) bits);
      case S32 -> Integer.toString((int) bits);
      case S16 -> Short.toString((short) bits);
      case B32 -> "%d (0x%x)".formatted((int) bits, (int) bits);
      default -> bits == (int) bits ? Long.toString(bits) : "0x" + Long.toHexString(bits);
    };
  }
}
