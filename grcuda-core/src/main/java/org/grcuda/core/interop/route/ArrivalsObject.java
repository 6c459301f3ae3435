package org.grcuda.core.interop.route;

import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import java.util.Iterator;
import org.grcuda.core.guest.GuestIterator;
import org.grcuda.core.guest.LanguageObject;

/** What arrives at receivers, to be iterated over once. */
@ExportLibrary(InteropLibrary.class)
public final class ArrivalsObject extends LanguageObject {

  private final GuestIterator iterator;

  ArrivalsObject(Iterator<?> segments) {
    iterator = new GuestIterator(segments);
  }

  @ExportMessage
  boolean hasIterator() {
    return true;
  }

  @ExportMessage
  Object getIterator() {
    return iterator;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "<arrivals>";
  }
}
