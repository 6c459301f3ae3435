package org.grcuda.core.image;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.engine.CallArguments;
import org.grcuda.core.engine.NdArray;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.Function;
import org.grcuda.driver.image.Image;
import org.grcuda.image.ImageLayout;
import org.grcuda.image.Surface;
import org.grcuda.image.Texture;
import org.grcuda.runtime.computation.MemoryView;
import org.grcuda.types.GrCudaException;

/** An array that kernels see as an image. Immutable. */
public final class ArrayImage implements MemoryView, Texture, Surface {

  private final NdArray array;
  private final Image image;
  private final ImageLayout layout;
  private final int[] shape;

  ArrayImage(NdArray array, Image image, ImageLayout layout, int[] shape) {
    this.array = array;
    this.image = image;
    this.layout = layout;
    this.shape = shape;
  }

  /** The array. */
  public NdArray array() {
    return array;
  }

  /** What kernels see. */
  public Image image() {
    return image;
  }

  /** What the first dimension is. */
  public ImageLayout.Kind kind() {
    return layout.kind();
  }

  @Override
  public int[] shape() {
    return shape.clone();
  }

  @Override
  public int channels() {
    return image.format().channels();
  }

  /** The object, where the array's memory, and the object itself, are the same for all devices. */
  @Override
  public long handle() {
    array.storage().checkAlive(array);
    Driver driver = array.storage().session().driver();
    long object = driver.device(0).image(image, array.address());
    for (int d = 1; d < driver.deviceCount(); d++) {
      if (driver.device(d).image(image, array.address()) != object) {
        throw new GrCudaException(
            GrCudaException.Kind.DEVICE,
            "handle of "
                + this
                + ": each of the "
                + driver.deviceCount()
                + " devices has an object of its own; pass it as an argument, or use one device");
      }
    }
    return object;
  }

  @Override
  public long on(Device device, long address, Function kernel) {
    return device.image(image, address, kernel);
  }

  /**
   * Sets argument {@code index} to it.
   *
   * @throws org.grcuda.types.GrCudaException if the parameter takes none, or the array was freed
   */
  public void pack(CallArguments arguments, int index) {
    arguments.view(index, array, this, "a " + this);
  }

  /** As messages name it: {@code "texture 2d [480, 640] of uchar x 4"}. */
  @Override
  public String toString() {
    List<Integer> extents = Arrays.stream(shape).boxed().toList();
    return (image.isSurface() ? "surface " : "texture ")
        + image.shape().kind().geometry()
        + " "
        + extents
        + " of "
        + array.type()
        + (channels() == 1 ? "" : " x " + channels());
  }
}
