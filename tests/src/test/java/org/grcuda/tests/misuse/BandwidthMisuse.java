package org.grcuda.tests.misuse;

import java.util.stream.Stream;
import org.graalvm.polyglot.Value;

/** Bandwidths asked for in ways that make no sense. */
final class BandwidthMisuse {

  private BandwidthMisuse() {}

  private static Value bandwidth(PolyglotHost h) {
    return h.cu.invokeMember("bandwidth");
  }

  static Stream<Misuse> cases() {
    return Stream.of(
        Misuse.of(
            "bandwidth with an argument",
            "cu.bandwidth(0)",
            h -> h.cu.invokeMember("bandwidth", 0),
            null,
            "bandwidth takes 0 arguments, given 1"),
        Misuse.of(
            "profile of bandwidths with an argument",
            "cu.profilebandwidth('b.csv')",
            h -> h.cu.invokeMember("profilebandwidth", "b.csv"),
            null,
            "profilebandwidth takes 0 arguments, given 1"),
        Misuse.of(
            "bandwidth to nowhere",
            "cu.bandwidth().between(-1)",
            h -> bandwidth(h).invokeMember("between", -1),
            null,
            "between takes 2 arguments, given 1"),
        Misuse.of(
            "bandwidth from a device that is not there",
            "cu.bandwidth().between(99, 0)",
            h -> bandwidth(h).invokeMember("between", 99, 0),
            null,
            "between, argument 1 'from': expected -1 to 0, given 99"),
        Misuse.of(
            "bandwidth to a name",
            "cu.bandwidth().between(-1, 'gpu')",
            h -> bandwidth(h).invokeMember("between", -1, "gpu"),
            null,
            "between, argument 2 'to': expected an integer, given the string 'gpu'"));
  }
}
