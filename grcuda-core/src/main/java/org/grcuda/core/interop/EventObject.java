package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.core.engine.UserEvent;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;

/** An event of the program, as guest programs hold it. As a pointer it is its handle. */
@ExportLibrary(InteropLibrary.class)
public final class EventObject extends GuestObject<EventObject> {

  static final MetaObject META = new MetaObject("Event", EventObject.class);

  private static final Members<EventObject> MEMBERS =
      new Members<EventObject>("an event")
          .property("isRecorded", object -> object.event.isRecorded())
          .property("isComplete", object -> object.event.isComplete())
          .property("isDestroyed", object -> object.event.isDestroyed())
          .method("synchronize", 0, 0, EventObject::synchronize)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final UserEvent event;

  /** The guest object for {@code event}. */
  public EventObject(UserEvent event) {
    super(MEMBERS);
    this.event = event;
  }

  /** The event. */
  public UserEvent event() {
    return event;
  }

  private static Object synchronize(EventObject object, Object[] arguments) {
    object.event.synchronize();
    return GuestNull.INSTANCE;
  }

  @ExportMessage
  boolean isPointer() {
    return true;
  }

  @ExportMessage
  long asPointer() {
    return event.handle();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return event + (event.isDestroyed() ? " (destroyed)" : "");
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
