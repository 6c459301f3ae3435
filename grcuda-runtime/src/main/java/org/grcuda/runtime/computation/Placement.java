package org.grcuda.runtime.computation;

/**
 * Where the submitter wants a computation to run.
 *
 * @param device ordinal of the device, {@link #ANY_DEVICE} to let the policies choose
 * @param stream the stream, made by {@code StreamManager.createUserStream}, or null to let the
 *     policies choose
 */
public record Placement(int device, ComputeStream stream) {

  /** Let the policies choose the device. */
  public static final int ANY_DEVICE = -1;

  /** Wherever the policies decide. */
  public static final Placement ANYWHERE = new Placement(ANY_DEVICE, null);

  /** On {@code device}, on a stream that the policies choose. */
  public static Placement onDevice(int device) {
    return new Placement(device, null);
  }

  /** On {@code stream}. */
  public static Placement onStream(ComputeStream stream) {
    return new Placement(stream.device(), stream);
  }
}
