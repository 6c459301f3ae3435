package org.grcuda.ptx;

import java.util.Set;
import java.util.regex.Pattern;

/** The names of the special registers (PTX ISA 10). */
final class SpecialRegisters {

  private static final Set<String> VECTORS =
      Set.of(
          "%tid",
          "%ntid",
          "%ctaid",
          "%nctaid",
          "%clusterid",
          "%nclusterid",
          "%cluster_ctaid",
          "%cluster_nctaid");

  private static final Set<String> SCALARS =
      Set.of(
          "%laneid",
          "%warpid",
          "%nwarpid",
          "%smid",
          "%nsmid",
          "%gridid",
          "%is_explicit_cluster",
          "%cluster_ctarank",
          "%cluster_nctarank",
          "%lanemask_eq",
          "%lanemask_le",
          "%lanemask_lt",
          "%lanemask_ge",
          "%lanemask_gt",
          "%clock",
          "%clock_hi",
          "%clock64",
          "%globaltimer",
          "%globaltimer_lo",
          "%globaltimer_hi",
          "%reserved_smem_offset_begin",
          "%reserved_smem_offset_end",
          "%reserved_smem_offset_cap",
          "%total_smem_size",
          "%aggr_smem_size",
          "%dynamic_smem_size",
          "%current_graph_exec");

  private static final Pattern NUMBERED =
      Pattern.compile("%pm[0-7](_64)?|%envreg([12]?[0-9]|3[01])|%reserved_smem_offset_[0-9]");

  private SpecialRegisters() {}

  /** Has components x, y, z, w. */
  static boolean isVector(String name) {
    return VECTORS.contains(name);
  }

  /** A special register without components. */
  static boolean isScalar(String name) {
    return SCALARS.contains(name) || NUMBERED.matcher(name).matches();
  }
}
