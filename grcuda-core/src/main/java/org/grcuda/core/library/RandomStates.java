package org.grcuda.core.library;

import org.grcuda.types.ElementType;

/** States of random number generators that cuRAND makes on the host. */
final class RandomStates {

  static final String MTGP32 = "curandMakeMTGP32KernelState";
  static final String PARAMETERS = "states: out pointer void, n: sint32, seed: uint64";

  /** Bytes of {@code curandStateMtgp32_t}. */
  private static final long STATE = 4112;

  /** Bytes of {@code mtgp32_kernel_params_t}, which the states point to. */
  private static final long CONSTANTS = 40_804;

  /** Generators that NVIDIA gives parameters for (mtgp32dc_params_fast_11213). */
  private static final int MOST = 200;

  private RandomStates() {}

  /**
   * States of MTGP32 (curandMakeMTGP32KernelState), and behind them the constants that they point
   * to (curandMakeMTGP32Constants).
   */
  static void mtgp32(RoutineKernels kernels, LibraryArguments arguments) {
    long n = arguments.integer("n", 1, MOST);
    long seed = arguments.integer("seed");
    Operand states = arguments.block("states", ElementType.CHAR, n * STATE + CONSTANTS);
    kernels.launchWarps(kernels.kernel("mtgp32States"), n, states, n, seed);
  }
}
