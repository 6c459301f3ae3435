package org.grcuda.tests.property;

import java.util.Arrays;
import org.grcuda.CudaLibrary;
import org.grcuda.FloatArray;
import org.grcuda.GrCuda;
import org.grcuda.tests.property.Step.CallLibrary;

/** The vectors of random programs: what routines of a library do to them, and what they should. */
final class Vectors {

  private static final int LENGTH = 100;

  private final GrCuda cuda;
  private final CudaLibrary blas;
  private final FloatArray[] arrays = new FloatArray[RandomProgram.VECTORS];
  private final float[][] model = new float[RandomProgram.VECTORS][LENGTH];

  Vectors(GrCuda cuda) {
    this.cuda = cuda;
    blas = cuda.library("BLAS");
  }

  /** Makes new ones. */
  void open() {
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = cuda.floatArray(LENGTH);
      write(i, i);
    }
  }

  void close() {
    for (FloatArray array : arrays) {
      array.close();
    }
  }

  void write(int vector, int start) {
    for (int i = 0; i < LENGTH; i++) {
      model[vector][i] = start + i;
    }
    arrays[vector].copyFrom(model[vector]);
  }

  void call(CallLibrary call) {
    FloatArray x = arrays[call.from()];
    FloatArray y = arrays[call.to()];
    float[] modelX = model[call.from()];
    float[] modelY = model[call.to()];
    int a = call.factor();
    switch (call.routine()) {
      case SCAL -> {
        blas.call("cublasSscal", LENGTH, a, y, 1);
        for (int i = 0; i < LENGTH; i++) {
          modelY[i] *= a;
        }
      }
      case AXPY -> {
        blas.call("cublasSaxpy", LENGTH, a, x, 1, y, 1);
        for (int i = 0; i < LENGTH; i++) {
          modelY[i] = Math.fma(a, modelX[i], modelY[i]);
        }
      }
    }
  }

  /** The first difference from sequential execution; null if there is none. */
  String compare(int vector) {
    float[] actual = new float[LENGTH];
    arrays[vector].copyTo(actual);
    int at = Arrays.mismatch(model[vector], actual);
    return at < 0
        ? null
        : "v" + vector + "[" + at + "] is " + actual[at] + ", expected " + model[vector][at];
  }
}
