package org.grcuda.tests.misuse;

import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.IntArray;
import org.grcuda.Kernel;

/** What misuse starts from in a typed context: things that are right. */
final class TypedHost {

  final GrCuda cuda;
  final FloatArray x;
  final IntArray i;
  final IntArray m;
  final FloatArray freed;
  final Kernel scale;
  final FloatArray foreign;

  /**
   * @param foreign an array of another context
   */
  TypedHost(GrCuda cuda, FloatArray foreign) {
    this.cuda = cuda;
    this.x = cuda.floatArray(5);
    this.i = cuda.intArray(4);
    this.m = cuda.intArray(3, 4);
    this.freed = cuda.floatArray(5);
    freed.close();
    this.scale = build(Sources.SCALE);
    this.foreign = foreign;
  }

  Kernel build(String signature) {
    return cuda.buildKernel(Sources.VALID, signature);
  }

  /** Launches {@code scale} on one thread. */
  void launch(Object... arguments) {
    scale.grid(1).block(1).launch(arguments);
  }

  /** Runs a kernel; throws unless it computes what it should. */
  void check() {
    x.fill(3);
    scale.grid(1).block(32).launch(x, 2, 5);
    if (x.get(4) != 6) {
      throw new AssertionError("a kernel after the misuse gave " + x.get(4));
    }
  }
}
