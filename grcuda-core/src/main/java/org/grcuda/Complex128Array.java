package org.grcuda;

import org.grcuda.core.engine.ComplexElement;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/**
 * A device array of complex numbers of two doubles (CUDA {@code cuDoubleComplex}). In copies, a
 * {@code double[]} holds the real and the imaginary part of each element in turn.
 */
public final class Complex128Array extends TypedArray<Complex128Array, double[]> {

  Complex128Array(NdArray array) {
    super(array, JavaArrays.DOUBLES);
  }

  @Override
  Complex128Array view(NdArray view) {
    return new Complex128Array(view);
  }

  /**
   * Element {@code i} of a row, or, of an array of several dimensions, the one at {@code i} in
   * memory order. Waits for the computation that writes it, and for nothing else.
   *
   * @throws GrCudaException if there is no such element, the array was freed, or that computation
   *     failed
   */
  public Complex get(long i) {
    return ComplexElement.load(ElementType.COMPLEX128, addressToRead(i), this);
  }

  /** Element {@code [i][j]} of a matrix, as {@link #get(long)}. */
  public Complex get(long i, long j) {
    return ComplexElement.load(ElementType.COMPLEX128, addressToRead(i, j), this);
  }

  /** Element {@code [i][j][k]} of an array of three dimensions, as {@link #get(long)}. */
  public Complex get(long i, long j, long k) {
    return ComplexElement.load(ElementType.COMPLEX128, addressToRead(i, j, k), this);
  }

  /**
   * Stores {@code value} in the element that {@link #get(long)} reads. Waits for the computations
   * that use it, and for nothing else.
   *
   * @throws GrCudaException as {@link #get(long)}
   */
  public void set(long i, Complex value) {
    ComplexElement.store(ElementType.COMPLEX128, addressToWrite(i), value, this);
  }

  /** Stores {@code value} in element {@code [i][j]} of a matrix, as {@link #set(long, Complex)}. */
  public void set(long i, long j, Complex value) {
    ComplexElement.store(ElementType.COMPLEX128, addressToWrite(i, j), value, this);
  }

  /** Stores {@code value} in element {@code [i][j][k]}, as {@link #set(long, Complex)}. */
  public void set(long i, long j, long k, Complex value) {
    ComplexElement.store(ElementType.COMPLEX128, addressToWrite(i, j, k), value, this);
  }

  /** Stores {@code value} in every element, asynchronously. */
  public void fill(Complex value) {
    ComplexElement.fill(array(), value);
  }

  /**
   * The view of the parts of all elements. It shares the memory, and has one more dimension, of
   * size 2, for the real and the imaginary part.
   */
  public DoubleArray parts() {
    return new DoubleArray(array().parts());
  }
}
