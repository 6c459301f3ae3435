package org.grcuda.graph.algorithm;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.Kernel;
import org.grcuda.UIntArray;
import org.grcuda.types.CompileOptions;
import org.grcuda.worklist.CudaSource;

/**
 * How values of vertices travel from a part to others: see boundary.cu.
 *
 * @param <A> the arrays of values, and what travels
 */
interface Packing<A> {

  /** For how many vertices an element stands. */
  int width();

  /**
   * Packs the values of {@code count} vertices, a multiple of {@link #width}; those with the number
   * -1 fill elements up.
   */
  void pack(A values, UIntArray vertices, int count, A out);

  /** Puts the values of {@code count} vertices from {@code first} on in place. */
  void unpack(A arrived, A values, long first, long count);

  /** Floating-point numbers. */
  static Packing<FloatArray> floats(GrCuda cuda) {
    return new Floats(
        kernel(
            cuda,
            "packFloats(values: in pointer float, vertices: in pointer uint32, count: uint32,"
                + " out: out pointer float)"));
  }

  /** Whether vertices have a value; those that have get the value 0 elsewhere. */
  static Packing<UIntArray> reached(GrCuda cuda) {
    return new Reached(
        kernel(
            cuda,
            "packReached(values: in pointer uint32, vertices: in pointer uint32, count: uint32,"
                + " out: out pointer uint32)"),
        kernel(
            cuda,
            "unpackReached(values: inout pointer uint32, words: in pointer uint32, first: uint32,"
                + " count: uint32)"));
  }

  private static Kernel kernel(GrCuda cuda, String signature) {
    Kernel kernel =
        cuda.buildKernel(
            CudaSource.read(Packing.class, "boundary.cu"), signature, CompileOptions.NONE);
    kernel.cost("0", "36 * count");
    return kernel;
  }

  /** See {@link #floats}. */
  record Floats(Kernel pack) implements Packing<FloatArray> {

    @Override
    public int width() {
      return 1;
    }

    @Override
    public void pack(FloatArray values, UIntArray vertices, int count, FloatArray out) {
      pack.forall(count).launch(values, vertices, count, out);
    }

    @Override
    public void unpack(FloatArray arrived, FloatArray values, long first, long count) {
      values.slice(first, first + count).copyFrom(arrived);
    }
  }

  /** See {@link #reached}. */
  record Reached(Kernel pack, Kernel unpack) implements Packing<UIntArray> {

    @Override
    public int width() {
      return Integer.SIZE;
    }

    @Override
    public void pack(UIntArray values, UIntArray vertices, int count, UIntArray out) {
      pack.forall(count).launch(values, vertices, count, out);
    }

    @Override
    public void unpack(UIntArray arrived, UIntArray values, long first, long count) {
      unpack.forall(count).launch(values, arrived, first, count);
    }
  }
}
