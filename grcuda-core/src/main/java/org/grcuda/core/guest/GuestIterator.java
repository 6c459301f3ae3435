package org.grcuda.core.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.util.Iterator;
import java.util.List;

/** An iterator over interop values. */
@ExportLibrary(InteropLibrary.class)
public final class GuestIterator extends LanguageObject {

  private final Iterator<?> iterator;

  /** An iterator over these, which must be interop values. */
  public GuestIterator(List<?> values) {
    this(values.iterator());
  }

  /** An iterator over these, which must be interop values. */
  public GuestIterator(Iterator<?> iterator) {
    this.iterator = iterator;
  }

  @ExportMessage
  boolean isIterator() {
    return true;
  }

  @ExportMessage
  @TruffleBoundary
  boolean hasIteratorNextElement(@Bind Node node) {
    return Guest.guarded(node, iterator::hasNext);
  }

  @ExportMessage
  @TruffleBoundary
  Object getIteratorNextElement(@Bind Node node) throws StopIterationException {
    if (!hasIteratorNextElement(node)) {
      throw StopIterationException.create();
    }
    return iterator.next();
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "<iterator>";
  }
}
