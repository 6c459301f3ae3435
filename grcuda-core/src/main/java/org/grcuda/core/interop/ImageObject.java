package org.grcuda.core.interop;

import java.util.Arrays;
import java.util.Locale;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.image.ArrayImage;

/** A texture or a surface, as guest programs hold it. */
public final class ImageObject extends GuestObject<ImageObject> {

  static final MetaObject TEXTURE = meta("Texture", false);
  static final MetaObject SURFACE = meta("Surface", true);

  private static final Members<ImageObject> MEMBERS =
      new Members<ImageObject>("a texture or surface")
          .property("array", object -> object.array)
          .property("kind", object -> object.image.kind().name().toLowerCase(Locale.ROOT))
          .property("shape", ImageObject::shape)
          .property("handle", object -> object.image.handle())
          .property("channels", object -> object.image.channels())
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final DeviceArray array;
  private final ArrayImage image;

  /**
   * @param array the array that {@code image} shows
   */
  public ImageObject(DeviceArray array, ArrayImage image) {
    super(MEMBERS);
    this.array = array;
    this.image = image;
  }

  private static MetaObject meta(String name, boolean surface) {
    return new MetaObject(
        name,
        null,
        object -> object instanceof ImageObject each && each.isSurface() == surface,
        null);
  }

  private boolean isSurface() {
    return image.image().isSurface();
  }

  ArrayImage image() {
    return image;
  }

  private Object shape() {
    return GuestList.of(Arrays.stream(image.shape()).boxed().toList());
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return image.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return isSurface() ? SURFACE : TEXTURE;
  }
}
