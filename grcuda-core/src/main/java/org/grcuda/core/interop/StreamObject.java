package org.grcuda.core.interop;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import org.grcuda.core.engine.UserStream;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;

/** A stream of the program, as guest programs hold it. As a pointer it is its handle. */
@ExportLibrary(InteropLibrary.class)
public final class StreamObject extends GuestObject<StreamObject> {

  static final MetaObject META = new MetaObject("Stream", StreamObject.class);

  private static final Members<StreamObject> MEMBERS =
      new Members<StreamObject>("a stream")
          .property("device", object -> object.stream.device())
          .property("index", object -> object.stream.index())
          .property("isDestroyed", object -> object.stream.isDestroyed())
          .method("synchronize", 0, 0, StreamObject::synchronize)
          .method("toString", 0, 0, (object, arguments) -> object.display(true));

  private final UserStream stream;

  /** The guest object for {@code stream}. */
  public StreamObject(UserStream stream) {
    super(MEMBERS);
    this.stream = stream;
  }

  /** The stream. */
  public UserStream stream() {
    return stream;
  }

  private static Object synchronize(StreamObject object, Object[] arguments) {
    object.stream.synchronize();
    return GuestNull.INSTANCE;
  }

  @ExportMessage
  boolean isPointer() {
    return true;
  }

  @ExportMessage
  long asPointer() {
    return stream.handle();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return stream + (stream.isDestroyed() ? " (destroyed)" : "");
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }
}
