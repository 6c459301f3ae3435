package org.grcuda.runtime;

/** Asks the device selection policy, and shows it the computation and the machine. */
final class PolicyManager implements DeviceSelectionContext {

  private final DeviceSelectionPolicy policy;
  private final DevicesManager devices;
  private final DeviceStreams[] streams;
  private Vertex vertex;

  PolicyManager(DeviceSelectionPolicy policy, DevicesManager devices, DeviceStreams[] streams) {
    this.policy = policy;
    this.devices = devices;
    this.streams = streams;
  }

  /** The device that the policy chooses among {@code candidates}. */
  int select(Vertex selected, long candidates) {
    vertex = selected;
    try {
      int device = policy.select(this, candidates);
      if (device < 0 || device >= devices.count() || (candidates & 1L << device) == 0) {
        throw new IllegalStateException(
            "device selection policy "
                + policy.getClass().getName()
                + " chose device "
                + device
                + ", which is no candidate");
      }
      return device;
    } finally {
      vertex = null;
    }
  }

  @Override
  public Vertex vertex() {
    return vertex;
  }

  @Override
  public int deviceCount() {
    return devices.count();
  }

  @Override
  public int currentDevice() {
    return vertex.currentDevice;
  }

  @Override
  public int busyStreams(int device) {
    return streams[device].busy;
  }

  @Override
  public long missingBytes(int device) {
    Access[] accesses = vertex.accesses();
    long bytes = 0;
    for (int i = 0; i < accesses.length; i++) {
      if (isCounted(accesses, i)) {
        Region region = accesses[i].region();
        bytes += region.allocation().missingBytes(region.offset(), region.length(), device);
      }
    }
    return bytes;
  }

  @Override
  public long neededBytes() {
    Access[] accesses = vertex.accesses();
    long bytes = 0;
    for (int i = 0; i < accesses.length; i++) {
      if (isCounted(accesses, i)) {
        bytes += accesses[i].region().length();
      }
    }
    return bytes;
  }

  @Override
  public long holders(int index) {
    Region region = vertex.accesses()[index].region();
    return region.allocation().holders(region.offset(), region.length());
  }

  /** Whether the contents of access {@code index} are needed, and no earlier access names it. */
  private static boolean isCounted(Access[] accesses, int index) {
    if (!accesses[index].mode().keepsContents()) {
      return false;
    }
    for (int i = 0; i < index; i++) {
      if (accesses[i].mode().keepsContents()
          && accesses[i].region().equals(accesses[index].region())) {
        return false;
      }
    }
    return true;
  }
}
