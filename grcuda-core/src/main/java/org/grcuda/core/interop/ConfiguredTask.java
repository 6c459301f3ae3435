package org.grcuda.core.interop;

import com.oracle.truffle.api.dsl.Bind;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.Node;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.GuestObject;
import org.grcuda.core.guest.Members;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.task.Alternatives;
import org.grcuda.core.task.ValuePacker;

/** A task with grid and block: each call is done by one of its implementations. */
@ExportLibrary(InteropLibrary.class)
public final class ConfiguredTask extends GuestObject<ConfiguredTask> {

  static final MetaObject META = new MetaObject("ConfiguredTask", ConfiguredTask.class);

  private static final Members<ConfiguredTask> MEMBERS =
      new Members<ConfiguredTask>("a configured task")
          .property("name", task -> task.alternatives.first().name())
          .method("using", 1, 1, ConfiguredTask::using)
          .method("toString", 0, 0, (task, arguments) -> task.display(true));

  private final Alternatives alternatives;
  private final ConfiguredKernel configured;
  private final ValuePacker packer;

  ConfiguredTask(Alternatives alternatives, ConfiguredKernel configured, ValuePacker packer) {
    super(MEMBERS);
    this.alternatives = alternatives;
    this.configured = configured;
    this.packer = packer;
  }

  private static Object using(ConfiguredTask object, Object[] arguments) {
    ConfiguredKernel used = (ConfiguredKernel) ConfiguredKernel.using(object.configured, arguments);
    return new ConfiguredTask(object.alternatives, used, object.packer);
  }

  @Override
  protected String display(boolean allowSideEffects) {
    return "task" + configured.display(allowSideEffects).substring("kernel".length());
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
    alternatives.launch(
        configured.shape(), configured.placement(), configured.uses(), values, packer);
    return GuestNull.INSTANCE;
  }
}
