package org.grcuda.cpu.translate.pass;

import java.util.List;
import org.grcuda.ptx.PtxFunction;
import org.grcuda.ptx.PtxModule;

/**
 * The addresses of device functions (PTX ISA 9.7.9, mov; 9.7.12.5, call). No memory lies there: an
 * access faults, and so does a call to an address of no function.
 */
public final class FunctionAddresses {

  /** Not canonical on any processor. */
  private static final long BASE = 0x00f0_0000_0000_0000L;

  private static final int STEP = 16;

  private FunctionAddresses() {}

  /** The address of a function of the module; 0 if it has none of that name. */
  public static long of(PtxModule module, String name) {
    PtxFunction function = module.function(name);
    List<PtxFunction> functions = module.functions();
    for (int i = 0; function != null && i < functions.size(); i++) {
      if (functions.get(i).name().equals(function.name())) {
        return BASE + (long) STEP * i;
      }
    }
    return 0;
  }
}
