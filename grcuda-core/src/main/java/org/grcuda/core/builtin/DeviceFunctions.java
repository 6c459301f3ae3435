package org.grcuda.core.builtin;

import java.util.Arrays;
import java.util.List;
import org.grcuda.core.engine.Devices;
import org.grcuda.core.guest.GuestList;
import org.grcuda.core.guest.GuestNull;
import org.grcuda.core.guest.Record;
import org.grcuda.core.guest.Values;
import org.grcuda.core.interop.DeviceObject;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.option.Suggestions;

/** Devices, their properties and their errors (CUDA Runtime API: device, peer, error, profiler). */
final class DeviceFunctions {

  private static final String UNKNOWN_CODE = "unrecognized error code";

  private DeviceFunctions() {}

  static void install(FunctionTable table) {
    table
        .function("getdevices", 0, 0, DeviceFunctions::all)
        .function("getdevice", 1, 1, DeviceFunctions::one)
        .function("cudaGetDeviceCount", 0, 0, call -> devices(call).count())
        .function("cudaGetDevice", 0, 0, call -> devices(call).current())
        .action("cudaSetDevice", 1, 1, call -> devices(call).makeCurrent(call.device(0, "device")))
        .function("cudaDeviceGetAttribute", 2, 2, DeviceFunctions::attribute)
        .action("cudaDeviceSynchronize", 0, 0, call -> call.session().synchronize())
        .function("synchronizeAsync", 0, 0, DeviceFunctions::synchronizeLater)
        .action("cudaDeviceReset", 0, 0, call -> call.session().cuda().reset())
        .function("cudaMemGetInfo", 0, 0, DeviceFunctions::memoryInfo)
        .function("cudaDeviceCanAccessPeer", 2, 2, DeviceFunctions::canAccessPeer)
        .action("cudaDeviceEnablePeerAccess", 1, 2, DeviceFunctions::enablePeer)
        .action("cudaDeviceDisablePeerAccess", 1, 1, DeviceFunctions::disablePeer)
        .function("cudaGetErrorString", 1, 1, DeviceFunctions::errorString)
        // They mark a section for NVIDIA's profilers, which see nothing on other backends.
        .action("cudaProfilerStart", 0, 0, call -> call.session().checkOpen())
        .action("cudaProfilerStop", 0, 0, call -> call.session().checkOpen());
  }

  private static Devices devices(Arguments call) {
    return call.session().cuda().devices();
  }

  private static Object synchronizeLater(Arguments call) {
    return call.context()
        .promises()
        .of(call.function(), call.session().completion(), GuestNull.INSTANCE);
  }

  private static Object all(Arguments call) {
    return GuestList.of(call.context().devices());
  }

  private static Object one(Arguments call) {
    List<DeviceObject> devices = call.context().devices();
    return devices.get(call.integer(0, "device", 0, devices.size() - 1));
  }

  /** By CUDA's number, or by the name that properties have. */
  private static Object attribute(Arguments call) {
    Device device = devices(call).get(call.device(1, "device"));
    return device.attribute(
        Values.isString(call.value(0)) ? attributeByName(call) : attributeByNumber(call));
  }

  private static DeviceAttribute attributeByName(Arguments call) {
    String name = Values.string(call.what(0, "attr"), call.value(0));
    List<String> names =
        Arrays.stream(DeviceAttribute.values()).map(DeviceAttribute::propertyName).toList();
    int found = names.indexOf(name);
    if (found < 0) {
      throw call.invalid(
          0, "attr", "no attribute '" + name + "'" + Suggestions.didYouMean(name, names));
    }
    return DeviceAttribute.values()[found];
  }

  private static DeviceAttribute attributeByNumber(Arguments call) {
    long number = call.integer(0, "attr");
    return Arrays.stream(DeviceAttribute.values())
        .filter(attribute -> attribute.code() == number)
        .findFirst()
        .orElseThrow(() -> call.invalid(0, "attr", "no attribute has the number " + number));
  }

  private static Object memoryInfo(Arguments call) {
    Device device = devices(call).get(devices(call).current());
    return new Record("memory information")
        .with("free", devices(call).freeMemory(device.ordinal()))
        .with("total", device.totalMemory());
  }

  private static Object canAccessPeer(Arguments call) {
    int device = call.device(0, "device");
    int peer = call.device(1, "peer");
    return devices(call).canAccessPeer(device, peer) ? 1 : 0;
  }

  private static void enablePeer(Arguments call) {
    if (call.count() == 2 && call.integer(1, "flags") != 0) {
      throw call.invalid(1, "flags", "expected 0, given " + call.integer(1, "flags"));
    }
    devices(call).enablePeer(call.device(0, "peer"));
  }

  private static void disablePeer(Arguments call) {
    devices(call).disablePeer(call.device(0, "peer"));
  }

  private static Object errorString(Arguments call) {
    long code = call.integer(0, "error");
    return code == (int) code
        ? CudaResult.ofCode((int) code).map(CudaResult::text).orElse(UNKNOWN_CODE)
        : UNKNOWN_CODE;
  }
}
