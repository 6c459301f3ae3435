package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.Placement;

/** A kernel with grid and block: each call is a launch. */
@ExportLibrary(InteropLibrary.class)
public final class ConfiguredKernel extends GuestObject<ConfiguredKernel> {

  private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
  static final MetaObject META = new MetaObject("ConfiguredKernel", ConfiguredKernel.class);

  private static final Members<ConfiguredKernel> MEMBERS =
      new Members<ConfiguredKernel>("a configured kernel")
          .property("name", configured -> configured.kernel.name())
          .method("toString", 0, 0, (configured, arguments) -> configured.display(true));

  private final GpuKernel kernel;
  private final LaunchShape shape;
  private final Placement placement;

  ConfiguredKernel(GpuKernel kernel, LaunchShape shape, Placement placement) {
    super(MEMBERS);
    this.kernel = kernel;
    this.shape = shape;
    this.placement = placement;
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "kernel "
        + kernel.signature().text()
        + " grid "
        + extents(shape.gridX(), shape.gridY(), shape.gridZ())
        + " block "
        + extents(shape.blockX(), shape.blockY(), shape.blockZ())
        + (placement.stream() == null ? "" : " on " + placement.stream());
  }

  private static String extents(int x, int y, int z) {
    return "(" + x + ", " + y + ", " + z + ")";
  }

  @Override
  protected MetaObject metaObject() {
    return META;
  }

  @ExportMessage
  boolean isExecutable() {
    return true;
  }

  @ExportMessage
  Object execute(Object[] values, @Bind Node node) {
    return Guest.guarded(node, () -> launch(values));
  }

  private Object launch(Object[] values) {
    LaunchArguments arguments = kernel.arguments(values.length);
    for (int i = 0; i < values.length; i++) {
      pack(arguments, i, values[i]);
    }
    kernel.launch(shape, placement, arguments);
    return GuestNull.INSTANCE;
  }

  private static void pack(LaunchArguments arguments, int index, Object value) {
    switch (value) {
      case DeviceArray array -> arguments.array(index, array.array());
      case Integer integer -> arguments.integer(index, integer);
      case Long integer -> arguments.integer(index, integer);
      case Double floating -> arguments.floating(index, floating);
      case Float floating -> arguments.floating(index, floating);
      case Boolean bool -> arguments.bool(index, bool);
      default -> packForeign(arguments, index, value);
    }
  }

  private static void packForeign(LaunchArguments arguments, int index, Object value) {
    try {
      if (INTEROP.fitsInLong(value)) {
        arguments.integer(index, INTEROP.asLong(value));
      } else if (INTEROP.fitsInBigInteger(value)) {
        arguments.integer(index, INTEROP.asBigInteger(value));
      } else if (INTEROP.fitsInDouble(value)) {
        arguments.floating(index, INTEROP.asDouble(value));
      } else if (INTEROP.isBoolean(value)) {
        arguments.bool(index, INTEROP.asBoolean(value));
      } else {
        throw arguments.wrongType(index, Values.describe(value));
      }
    } catch (UnsupportedMessageException e) {
      throw new IllegalStateException("a number that cannot be read", e);
    }
  }
}
