package org.grcuda.world.guest;

import java.util.List;
import org.grcuda.spi.ObjectType;
import org.grcuda.world.object.MobileObject;
import org.grcuda.world.object.MobilePointer;

/** Mobile objects and pointers as programs hold them. */
final class ObjectTypes {

  static final ObjectType<MobilePointer> POINTER =
      new ObjectType<>("MobilePointer", MobilePointer.class)
          .property("home", MobilePointer::home)
          .property("serial", MobilePointer::serial)
          .method(
              "equals", List.of("other"), (pointer, call) -> pointer.equals(call.plain("other")));

  static final ObjectType<MobileObject> OBJECT =
      new ObjectType<>("MobileObject", MobileObject.class)
          .property("pointer", MobileObject::pointer)
          .property("state", MobileObject::state, MobileObject::setState);

  private ObjectTypes() {}
}
