package org.grcuda.spi;

import org.grcuda.DeviceArray;
import org.grcuda.LanguageView;
import org.grcuda.core.engine.ComplexElement;
import org.grcuda.core.engine.DeviceCopy;
import org.grcuda.core.engine.NdArray;
import org.grcuda.types.Complex;
import org.grcuda.types.ElementType;
import org.grcuda.types.GrCudaException;

/** What modules do with arrays whatever the type of their elements. */
public final class AnyArray {

  private AnyArray() {}

  /**
   * The view of the elements {@code from} to {@code to}, exclusive, along each dimension; {@code
   * array} itself if those are all.
   *
   * @throws GrCudaException if there are no such elements
   */
  public static DeviceArray box(DeviceArray array, long[] from, long[] to) {
    NdArray box = LanguageView.behind(array);
    for (int d = 0; d < from.length; d++) {
      if (from[d] != 0 || to[d] != box.extent(d)) {
        box = box.slice(d, from[d], to[d], 1);
      }
    }
    return box == LanguageView.behind(array) ? array : LanguageView.of(box);
  }

  /**
   * The view of {@code count} elements from element {@code first} on, as one row.
   *
   * @throws GrCudaException if there are no such elements, or {@code array} is a strided view
   */
  public static DeviceArray row(DeviceArray array, long first, long count) {
    NdArray row = LanguageView.behind(array).dense("a row", "taken as one row").flat();
    return LanguageView.of(row.slice(first, first + count));
  }

  /**
   * Copies as many elements as {@code target} has from the beginning of {@code source},
   * asynchronously. Both are dense.
   *
   * @throws GrCudaException if {@code source} is shorter or has elements of another type
   */
  public static void copy(DeviceArray target, DeviceArray source) {
    DeviceCopy.from(LanguageView.behind(target), LanguageView.behind(source));
  }

  /**
   * Stores {@code value} in every element, asynchronously. Floating types round; complex elements
   * get the imaginary part 0.
   *
   * @param what names the value in messages
   * @param value an integer, or a number of type double
   * @throws GrCudaException if the elements cannot hold the value
   */
  public static void fill(String what, DeviceArray array, Number value) {
    NdArray target = LanguageView.behind(array);
    ElementType type = array.type();
    boolean isInteger = value instanceof Long || value instanceof Integer;
    if (type.kind() == ElementType.Kind.COMPLEX) {
      ComplexElement.fill(target, new Complex(value.doubleValue(), 0));
      return;
    }
    if (!(isInteger ? type.fits(value.longValue()) : type.fits(value.doubleValue()))) {
      throw new GrCudaException(GrCudaException.Kind.VALUE, what + ": " + type.rejection(value));
    }
    long bits;
    if (type.kind() == ElementType.Kind.FLOATING) {
      bits = type.floatingBits(value.doubleValue());
    } else {
      bits = isInteger ? value.longValue() : ElementType.integerBits(value.doubleValue());
    }
    target.storage().session().fill(target, bits);
  }

  /**
   * Lets fills of an array and copies into it run on {@code device}, and those of its views. So its
   * elements are there, unless another computation writes them elsewhere.
   */
  public static void prefer(DeviceArray array, int device) {
    LanguageView.behind(array).storage().prefer(device);
  }
}
