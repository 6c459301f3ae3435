package org.grcuda.cpu.translate.runtime;

import org.grcuda.cpu.exec.BlockCode;
import org.grcuda.cpu.exec.BlockContext;
import org.grcuda.cpu.translate.pass.MemoryLayout;
import org.grcuda.cpu.translate.semantics.SystemCalls;

/**
 * A kernel that uses shared memory reserved by the system, which is zero at the start of each
 * block.
 *
 * @param offset in the block's shared memory
 */
public record ReservedShared(BlockCode code, int offset) implements BlockCode {

  @Override
  public void run(BlockContext context) {
    clear(context);
    code.run(context);
  }

  @Override
  public boolean advance(BlockContext context) {
    if (context.progress == null) {
      clear(context);
    }
    return code.advance(context);
  }

  @Override
  public long translationNanos() {
    return code.translationNanos();
  }

  private void clear(BlockContext context) {
    SystemCalls.clear(context.shared + offset, MemoryLayout.RESERVED_BYTES);
  }
}
