package org.grcuda.core.interop;

import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.task.Token;

/** A resource without memory, as guest programs hold it. */
public final class ResourceObject extends GuestObject<ResourceObject> {

  static final MetaObject META = new MetaObject("Resource", ResourceObject.class);

  private static final Members<ResourceObject> MEMBERS =
      new Members<ResourceObject>("a resource")
          .property("name", object -> object.token.name())
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final Token token;

  /** The guest object for {@code token}. */
  public ResourceObject(Token token) {
    super(MEMBERS);
    this.token = token;
  }

  Token token() {
    return token;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return token.toString();
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
