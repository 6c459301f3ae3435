package org.grcuda.runtime.computation;

/**
 * Where the submitter wants a computation to run.
 *
 * @param device ordinal of the device, {@link #ANY_DEVICE} to let the policies choose
 * @param stream the stream, made by {@code StreamManager.createUserStream}, or null to let the
 *     policies choose
 * @param candidates the devices that the policies may choose: bit d for device d
 */
public record Placement(int device, ComputeStream stream, long candidates) {

  /** Let the policies choose the device. */
  public static final int ANY_DEVICE = -1;

  /** Every device is a candidate. */
  private static final long ALL = -1;

  /** Wherever the policies decide. */
  public static final Placement ANYWHERE = new Placement(ANY_DEVICE, null, ALL);

  /** On {@code device}, on a stream that the policies choose. */
  public static Placement onDevice(int device) {
    return new Placement(device, null, ALL);
  }

  /** On {@code stream}. */
  public static Placement onStream(ComputeStream stream) {
    return new Placement(stream.device(), stream, ALL);
  }

  /** On a device that the policies choose among {@code candidates}, of which there is one. */
  public static Placement among(long candidates) {
    return candidates == ALL ? ANYWHERE : new Placement(ANY_DEVICE, null, candidates);
  }

  /** Whether the policies choose, among all devices or some. */
  public boolean isOpen() {
    return device == ANY_DEVICE && stream == null;
  }

  /** Whether the policies may choose device {@code ordinal}. */
  public boolean allows(int ordinal) {
    return (candidates & 1L << ordinal) != 0;
  }
}
