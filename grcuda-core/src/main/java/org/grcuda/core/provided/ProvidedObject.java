package org.grcuda.core.provided;

import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.provided.ProvidedNamespaces.ProvidedType;
import org.grcuda.spi.ObjectType;
import org.grcuda.spi.Provided;

/** An object of another module. */
final class ProvidedObject extends GuestObject<ProvidedObject> {

  private final GuestValues values;
  private final Provided<?> provided;
  private final ProvidedType type;

  ProvidedObject(GuestValues values, Provided<?> provided, ProvidedType type) {
    super(type.members());
    this.values = values;
    this.provided = provided;
    this.type = type;
  }

  GuestValues values() {
    return values;
  }

  ObjectType<?> type() {
    return provided.type();
  }

  /** The Java object behind it, which is of {@code wanted}. */
  <T> T as(ObjectType<T> wanted) {
    return wanted.objects().cast(provided.object());
  }

  Object behind() {
    return provided.object();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return provided.object().toString();
  }

  @Override
  protected MetaObject metaObject() {
    return type.meta();
  }
}
