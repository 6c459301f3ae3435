package org.grcuda.core.map;

import org.grcuda.core.guest.FunctionObject;

/** {@code shred(object)}: an array of objects seen as an object of arrays. */
public final class ShredFunction extends FunctionObject {

  /** The function. */
  public ShredFunction() {
    super("shred", 1, 1);
  }

  @Override
  protected Object call(Object[] arguments) {
    return new ShreddedObject(arguments[0]);
  }
}
