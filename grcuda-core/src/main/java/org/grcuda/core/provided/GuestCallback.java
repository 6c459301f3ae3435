package org.grcuda.core.provided;

import java.util.List;
import org.grcuda.core.guest.GuestFunction;
import org.grcuda.spi.Callback;

/** A function of a guest program, for a function of another module. */
record GuestCallback(GuestValues values, GuestFunction function) implements Callback {

  @Override
  public String name() {
    return function.name();
  }

  @Override
  public void run(List<?> arguments) {
    function.call(arguments.stream().map(values::toGuest).toArray());
  }
}
