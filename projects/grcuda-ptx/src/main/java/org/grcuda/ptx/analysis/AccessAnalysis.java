package org.grcuda.ptx.analysis;

import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;

/**
 * Infers what a kernel may do to the memory that its parameters point to.
 *
 * <p>Conservative: NONE and READ are guarantees. A parameter is READ where every value derived from
 * it flows only into loads, comparisons and functions of the module for which the same holds. It is
 * READ_WRITE where a store or an atomic goes through it; where its value is stored to memory
 * outside the launch; where it reaches an indirect call, code outside the module (other than {@code
 * printf} and {@code assert}) or an instruction that the analysis does not know.
 *
 * <p>What a kernel loads from memory is a pointer of unknown origin if it is used as one: see
 * {@link KernelAccess#elsewhere()}. A pointer plus a number is assumed to stay within the memory
 * that the pointer points to.
 */
public final class AccessAnalysis {

  /** A newer major version of PTX may give known instructions new meanings. */
  private static final int NEWEST_MAJOR_VERSION = 9;

  private AccessAnalysis() {}

  /** What {@code kernel}, an entry of {@code module}, may do to memory. Never rejects a kernel. */
  public static KernelAccess of(PtxModule module, PtxFunction kernel) {
    String major = module.version().substring(0, module.version().indexOf('.'));
    if (major.length() > 1 || Integer.parseInt(major) > NEWEST_MAJOR_VERSION) {
      return KernelAccess.unknown(kernel.parameters().size());
    }
    return new OriginFlow(module, kernel).solve();
  }
}
