package org.grcuda.nvrtc;

import java.util.function.Supplier;

/** A value made at its first use, once if that succeeds, whichever threads ask. */
final class Lazy<T> implements Supplier<T> {

  private final Supplier<T> maker;
  private volatile T value;

  Lazy(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    T present = value;
    return present != null ? present : make();
  }

  private synchronized T make() {
    if (value == null) {
      value = maker.get();
    }
    return value;
  }
}
