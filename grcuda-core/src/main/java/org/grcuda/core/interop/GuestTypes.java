package org.grcuda.core.interop;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.core.guest.BandwidthObject;
import org.grcuda.core.guest.BoundMethod;
import org.grcuda.core.guest.ErrorTypes;
import org.grcuda.core.guest.FunctionObject;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.MetaObject;
import org.grcuda.core.guest.Namespace;
import org.grcuda.core.guest.OptionsObject;
import org.grcuda.core.guest.Record;
import org.grcuda.core.guest.Values;
import org.grcuda.core.language.GrCudaLanguage;
import org.grcuda.driver.option.Suggestions;

/** The classes of the language's objects by name: the namespace {@code CU.types}. */
public final class GuestTypes {

  private static final String DISPLAY = "display";
  private static final String NEAREST = "nearest";
  private static final String ELEMENT_TYPE = "elementType";

  private GuestTypes() {}

  /**
   * A namespace of them, for {@code x instanceof cu.types.DeviceArray} in JavaScript, {@code
   * isMetaInstance} in Java and the registration of Python classes.
   */
  public static Namespace namespace() {
    Namespace types = new Namespace("types");
    MetaObject[] objects = {
      DeviceArray.META,
      DeviceArray.COMPLEX,
      KernelObject.META,
      ConfiguredKernel.META,
      HostFunctionObject.META,
      DeviceObject.META,
      StreamObject.META,
      OptionsObject.META,
      BandwidthObject.META,
      EventObject.META,
      ResourceObject.META,
      ImageObject.TEXTURE,
      ImageObject.SURFACE,
      TaskObject.META,
      ConfiguredTask.META,
      RequestObject.META,
      PointerObject.META,
      Record.META,
      Namespace.META,
      Namespace.ROOT,
      FunctionObject.META,
      BoundMethod.META,
      GuestList.META
    };
    for (MetaObject type : objects) {
      types.add(type.name(), type);
    }
    types.add(DISPLAY, new DisplayFunction());
    types.add(NEAREST, new NearestFunction());
    types.add(ELEMENT_TYPE, new ElementTypeFunction());
    types.add("version", Values.interop(GrCudaLanguage.VERSION));
    for (MetaObject type : ErrorTypes.all()) {
      types.add(type.name(), type);
    }
    return types;
  }

  /** {@code display(x)}: the display string of any value; Python has no other way to get it. */
  private static final class DisplayFunction extends FunctionObject {

    DisplayFunction() {
      super(DISPLAY, 1, 1);
    }

    @Override
    protected Object call(Object[] arguments) {
      return Values.display(arguments[0], true);
    }
  }

  /**
   * {@code elementType(name)}: the name that arrays show for a type, which may have other names
   * too.
   */
  private static final class ElementTypeFunction extends FunctionObject {

    ElementTypeFunction() {
      super(ELEMENT_TYPE, 1, 1);
    }

    @Override
    protected Object call(Object[] arguments) {
      return Values.elementType(ELEMENT_TYPE + ", argument 1 'name'", arguments[0]).typeName();
    }
  }

  /** {@code nearest(name, names)}: the name that was meant, for a message; null if none is near. */
  private static final class NearestFunction extends FunctionObject {

    NearestFunction() {
      super(NEAREST, 2, 2);
    }

    @Override
    protected Object call(Object[] arguments) {
      String given = Values.string(NEAREST + ", argument 1 'name'", arguments[0]);
      if (!Values.isList(arguments[1])) {
        throw Values.expected(NEAREST + ", argument 2 'names'", "a list", arguments[1]);
      }
      List<String> legal = new ArrayList<>();
      for (Object name : Values.list(NEAREST + ", argument 2 'names'", arguments[1])) {
        legal.add(Values.string(NEAREST + ", argument 2 'names'", name));
      }
      return Suggestions.nearest(given, legal).map(Object.class::cast).orElse(GuestNull.INSTANCE);
    }
  }
}
