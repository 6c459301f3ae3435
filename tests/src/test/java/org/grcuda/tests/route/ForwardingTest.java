package org.grcuda.tests.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.ArrayType;
import org.grcuda.CudaDevice;
import org.grcuda.CudaEvent;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Receiver;
import org.grcuda.Router;
import org.grcuda.Segment;
import org.grcuda.Sender;
import org.grcuda.runtime.route.Routing;
import org.junit.jupiter.api.Test;

/** What it saves that targets of a broadcast pass packets on, on the links of 8 V100s. */
final class ForwardingTest {

  private static final int LENGTH = 1 << 24;

  /**
   * Three of the seven targets have no fast link to the source. Along a ring, which has fast links
   * only, a packet is passed on while the next one comes.
   */
  @Test
  void aForwardedBroadcastTakesAFractionOfTheTime() {
    double forwarded = simulatedMillis(true);
    double direct = simulatedMillis(false);
    assertTrue(forwarded < direct / 3, forwarded + " ms, if each copy leaves the source " + direct);
  }

  private static double simulatedMillis(boolean forwarded) {
    try (GrCuda cuda =
        GrCuda.builder()
            .option("Backend", "sim")
            .option("Topology", "v100-8")
            .option("SimCompute", "false")
            .open()) {
      List<CudaDevice> devices = cuda.devices();
      List<CudaDevice> targets = devices.subList(1, devices.size());
      int[] all = {0, 1, 2, 3, 4, 5, 6};
      Router.Builder<FloatArray> builder =
          cuda.router(ArrayType.FLOAT).from(devices.getFirst()).to(targets);
      Router<FloatArray> router =
          (forwarded
                  ? builder.policy(Routing.BROADCAST)
                  : builder.policy((source, tag) -> all.clone()))
              .open();
      List<Receiver<FloatArray>> receivers = new ArrayList<>();
      targets.forEach(target -> receivers.add(router.receiver(target, 4)));
      FloatArray data = cuda.at(devices.getFirst()).floatArray(LENGTH);
      data.fill(1f);
      cuda.synchronize();
      long rows = 0;
      try (CudaEvent begin = cuda.createEvent();
          CudaEvent end = cuda.createEvent()) {
        begin.record();
        try (Sender<FloatArray> sender = router.sender(devices.getFirst())) {
          sender.send(data);
        }
        for (Segment<FloatArray> segment : Receiver.arrivals(receivers)) {
          rows += segment.rows();
        }
        cuda.synchronize();
        end.record();
        end.synchronize();
        assertEquals(7L * LENGTH, rows);
        return end.millisSince(begin);
      }
    }
  }
}
