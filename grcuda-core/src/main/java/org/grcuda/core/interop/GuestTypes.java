package org.grcuda.core.interop;

/** The classes of the language's objects by name: the namespace {@code CU.types}. */
public final class GuestTypes {

  private static final String DISPLAY = "display";

  private GuestTypes() {}

  /**
   * A namespace of them, for {@code x instanceof cu.types.DeviceArray} in JavaScript, {@code
   * isMetaInstance} in Java and the registration of Python classes.
   */
  public static Namespace namespace() {
    Namespace types = new Namespace("types");
    MetaObject[] objects = {
      DeviceArray.META,
      KernelObject.META,
      ConfiguredKernel.META,
      HostFunctionObject.META,
      DeviceObject.META,
      StreamObject.META,
      OptionsObject.META,
      EventObject.META,
      PointerObject.META,
      Record.META,
      Namespace.META,
      FunctionObject.META,
      BoundMethod.META,
      GuestList.META
    };
    for (MetaObject type : objects) {
      types.add(type.name(), type);
    }
    types.add(DISPLAY, new DisplayFunction());
    for (MetaObject type : ErrorTypes.all()) {
      types.add(type.name(), type);
    }
    return types;
  }

  /** {@code display(x)}: the display string of any value, which Python has no other way to. */
  private static final class DisplayFunction extends FunctionObject {

    DisplayFunction() {
      super(DISPLAY, 1, 1);
    }

    @Override
    protected Object call(Object[] arguments) {
      return Values.display(arguments[0], true);
    }
  }
}
