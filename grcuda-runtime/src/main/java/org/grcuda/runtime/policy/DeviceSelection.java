package org.grcuda.runtime.policy;

import java.util.function.Supplier;
import org.grcuda.runtime.pull.AbsolutePriority;
import org.grcuda.runtime.pull.Darts;
import org.grcuda.runtime.pull.DartsRules;
import org.grcuda.runtime.pull.Dmda;
import org.grcuda.runtime.pull.Eager;
import org.grcuda.runtime.pull.WorkStealing;

/** The device selection policies that come with the runtime. */
public enum DeviceSelection implements Supplier<DeviceSelectionPolicy> {
  /**
   * {@link #LOOKAHEAD} where much data moves, {@link #COMPLETION_TIME} where little does, {@link
   * #DARTS} where arrays take more memory than the devices have.
   */
  AUTO("auto") {
    @Override
    public DeviceSelectionPolicy on(int devices) {
      return devices == 1 ? new OneDevice() : get();
    }

    @Override
    public DeviceSelectionPolicy get() {
      return new Auto();
    }
  },
  /** Always the current device; the first candidate if that is none. */
  SINGLE_GPU("single-gpu") {
    @Override
    public DeviceSelectionPolicy get() {
      return (context, candidates) -> {
        int current = context.currentDevice();
        return (candidates & 1L << current) != 0 ? current : Long.numberOfTrailingZeros(candidates);
      };
    }
  },
  /** The next one after the device chosen last. */
  ROUND_ROBIN("round-robin") {
    @Override
    public DeviceSelectionPolicy get() {
      return new RoundRobin();
    }
  },
  /** The one with the fewest busy streams, the first of several. */
  STREAM_AWARE("stream-aware") {
    @Override
    public DeviceSelectionPolicy get() {
      return new StreamAware();
    }
  },
  /** The one to which the fewest bytes have to move. */
  MIN_TRANSFER_SIZE("min-transfer-size") {
    @Override
    public DeviceSelectionPolicy get() {
      return new MinTransferSize();
    }
  },
  /** The one to which the data moves soonest, each part over the fastest link from a holder. */
  MINMIN_TRANSFER_TIME("minmin-transfer-time") {
    @Override
    public DeviceSelectionPolicy get() {
      return new TransferTime(LinkChoice.FASTEST);
    }
  },
  /** The one to which the data moves soonest, each part over the slowest link from a holder. */
  MINMAX_TRANSFER_TIME("minmax-transfer-time") {
    @Override
    public DeviceSelectionPolicy get() {
      return new TransferTime(LinkChoice.SLOWEST);
    }
  },
  /** The one on which the computation is predicted to finish first. */
  COMPLETION_TIME("completion-time") {
    @Override
    public DeviceSelectionPolicy get() {
      return new CompletionTime();
    }
  },
  /**
   * As {@link #COMPLETION_TIME}, over a window of computations that are kept back, urgent ones
   * first.
   */
  LOOKAHEAD("lookahead") {
    @Override
    public DeviceSelectionPolicy get() {
      return new Lookahead();
    }
  },
  /** A device that has room takes what needs the least data moved: {@link Darts}. */
  DARTS("darts") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection((data, links) -> new Darts(data, DartsRules.ALL));
    }
  },
  /** A device that has room takes what was ready first: {@link Eager}. */
  EAGER("eager") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection((data, links) -> new Eager(data));
    }
  },
  /** What becomes ready is queued where it is expected to end first: {@link Dmda}. */
  DMDA("dmda") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection((data, links) -> Dmda.plain(data));
    }
  },
  /** {@link #DMDA} by priority, and what needs the fewest bytes first: {@link Dmda}. */
  DMDAS("dmdas") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection((data, links) -> Dmda.sorted(data));
    }
  },
  /** What becomes ready is queued where it was made ready: {@link WorkStealing}. */
  WORK_STEALING("ws") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection(WorkStealing::new);
    }
  },
  /** A device that has room takes what most depends on: {@link AbsolutePriority}. */
  ABSOLUTE_PRIORITY("ap") {
    @Override
    public DeviceSelectionPolicy get() {
      return new PullSelection((data, links) -> new AbsolutePriority(data));
    }
  };

  private final String optionName;

  DeviceSelection(String optionName) {
    this.optionName = optionName;
  }

  /** The value as options spell it: GrCUDA's spelling, if GrCUDA has the policy. */
  public String optionName() {
    return optionName;
  }

  /** A new policy, with state of its own. */
  @Override
  public abstract DeviceSelectionPolicy get();

  /** As {@link #get}, for a machine with so many devices. */
  public DeviceSelectionPolicy on(int devices) {
    return get();
  }
}
