package org.grcuda.bench.devicewide;

/**
 * What is done to an array.
 *
 * @param operation {@code sort}, {@code scan} or {@code sum}
 * @param whole whether the elements are integers of 32 bits, else they are floats
 */
record Workload(String operation, boolean whole) {

  /** The type's name for NumPy. */
  String numpyType() {
    return whole ? "int32" : "float32";
  }

  /** The function of CU.CUB. */
  String function() {
    return switch (operation) {
      case "sort" -> "DeviceRadixSortSortKeys";
      case "scan" -> "DeviceScanInclusiveSum";
      default -> "DeviceReduceSum";
    };
  }

  @Override
  public String toString() {
    return operation + " of " + numpyType();
  }
}
