package org.grcuda.core.builtin;

import org.grcuda.core.guest.BandwidthObject;

/** Functions that read and measure the bandwidths that policies use. */
final class BandwidthFunctions {

  private BandwidthFunctions() {}

  static void install(FunctionTable table) {
    table
        .function(
            "bandwidth", 0, 0, call -> new BandwidthObject(call.session().bandwidths().current()))
        .function("profilebandwidth", 0, 0, BandwidthFunctions::profile);
  }

  private static Object profile(Arguments call) {
    var profile = call.session().bandwidths().profile((done, total) -> {});
    return new BandwidthObject(profile.matrix());
  }
}
