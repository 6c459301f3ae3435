package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import java.lang.ref.Reference;
import org.grcuda.core.engine.GpuKernel;
import org.grcuda.core.engine.LaunchArguments;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Values;
import org.grcuda.core.task.Kinds;
import org.grcuda.core.task.Uses;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.LaunchShape;
import org.grcuda.runtime.computation.Placement;

/** A kernel with grid and block: each call is a launch. */
@ExportLibrary(InteropLibrary.class)
public final class ConfiguredKernel extends GuestObject<ConfiguredKernel> {

  static final MetaObject META = new MetaObject("ConfiguredKernel", ConfiguredKernel.class);

  private static final Members<ConfiguredKernel> MEMBERS =
      new Members<ConfiguredKernel>("a configured kernel")
          .property("name", configured -> configured.kernel.name())
          .method("using", 1, 1, ConfiguredKernel::using)
          .method("on", 1, 1, ConfiguredKernel::on)
          .method("clusters", 1, 1, ConfiguredKernel::clusters)
          .method("toString", 0, 0, (configured, arguments) -> configured.display(true));

  private final GuestContext context;
  private final GpuKernel kernel;
  private final LaunchShape shape;
  private final Placement placement;
  private final Uses uses;

  ConfiguredKernel(
      GuestContext context, GpuKernel kernel, LaunchShape shape, Placement placement, Uses uses) {
    super(MEMBERS);
    this.context = context;
    this.kernel = kernel;
    this.shape = shape;
    this.placement = placement;
    this.uses = uses;
  }

  LaunchShape shape() {
    return shape;
  }

  Placement placement() {
    return placement;
  }

  Uses uses() {
    return uses;
  }

  static Object using(ConfiguredKernel object, Object[] arguments) {
    Uses uses = KernelUses.with(object.uses, object.kernel, arguments[0]);
    return new ConfiguredKernel(
        object.context, object.kernel, object.shape, object.placement, uses);
  }

  private static Object on(ConfiguredKernel object, Object[] arguments) {
    String what = "kernel '" + object.kernel.name() + "', on";
    String argument = what + ", argument 1 'kind'";
    DeviceKind kind = Kinds.named(argument, Values.string(argument, arguments[0]));
    Placement among = Kinds.among(what, object.kernel.session(), kind);
    Placement place = Kinds.onStream(what, among, object.placement);
    return new ConfiguredKernel(object.context, object.kernel, object.shape, place, object.uses);
  }

  private static Object clusters(ConfiguredKernel object, Object[] arguments) {
    String place = "kernel '" + object.kernel.name() + "', clusters, argument 1 'blocks'";
    int[] size = KernelObject.extents(place, arguments[0], ClusterSize.MOST_BLOCKS);
    LaunchShape shape = object.shape.withCluster(new ClusterSize(size[0], size[1], size[2]));
    return new ConfiguredKernel(
        object.context, object.kernel, shape, object.placement, object.uses);
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return kernel.configuredText(shape, placement);
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
    LaunchArguments arguments = pack(context, kernel, values);
    kernel.launch(shape, placement, arguments, uses.accesses());
    // Unreachable arrays are freed, and the packed arguments refer only to their memory, not to the
    // arrays.
    Reference.reachabilityFence(values);
    return GuestNull.INSTANCE;
  }

  /** {@code values} as arguments of {@code kernel}. */
  static LaunchArguments pack(GuestContext context, GpuKernel kernel, Object[] values) {
    LaunchArguments arguments = kernel.arguments(values.length);
    for (int i = 0; i < values.length; i++) {
      boolean packed =
          arguments.isStruct(i)
              ? StructValues.pack(context, arguments, i, values[i])
              : CallValues.pack(arguments, i, values[i]);
      if (!packed) {
        throw CallValues.refusal(arguments, i, values[i]);
      }
    }
    return arguments;
  }
}
