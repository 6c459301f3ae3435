package org.grcuda.cpu.exec;

import java.util.List;
import org.grcuda.ptx.text.SourceLines;

/**
 * A kernel as a monitor knows it.
 *
 * @param sites the accesses that its code reports
 * @param shared its static variables in shared memory
 * @param staticSharedBytes their size, a multiple of 16
 * @param localBytes local memory of one thread
 * @param parameters of the kernel, in order
 * @param parameterBytes size of the parameter block
 * @param source where its lines come from
 */
public record MonitoredKernel(
    String name,
    List<AccessSite> sites,
    List<SharedVariable> shared,
    int staticSharedBytes,
    int localBytes,
    List<KernelParameter> parameters,
    int parameterBytes,
    SourceLines source) {

  /**
   * A variable in shared memory.
   *
   * @param offset from the start of the block's shared memory
   */
  public record SharedVariable(String name, long offset, long bytes) {}
}
