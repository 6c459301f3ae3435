package org.grcuda.driver.composite;

import org.grcuda.driver.CodeTarget;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DeviceKind;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.LibraryHandle;
import org.grcuda.driver.Module;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.VendorLibrary;
import org.grcuda.driver.image.Image;

/** A device of one of the drivers, with its number among the devices of all. */
final class CompositeDevice implements Device {

  private final int ordinal;
  private final Device inner;
  private final Part part;
  private final Bridge bridge;

  CompositeDevice(int ordinal, Device inner, Part part, Bridge bridge) {
    this.ordinal = ordinal;
    this.inner = inner;
    this.part = part;
    this.bridge = bridge;
  }

  Device inner() {
    return inner;
  }

  Part part() {
    return part;
  }

  Bridge bridge() {
    return bridge;
  }

  @Override
  public int ordinal() {
    return ordinal;
  }

  @Override
  public String name() {
    return inner.name();
  }

  @Override
  public DeviceKind kind() {
    return inner.kind();
  }

  @Override
  public int attribute(DeviceAttribute attribute) {
    return switch (attribute) {
      case MANAGED_MEMORY, CONCURRENT_MANAGED_ACCESS, DIRECT_MANAGED_MEM_ACCESS_FROM_HOST -> 0;
      default -> inner.attribute(attribute);
    };
  }

  @Override
  public long totalMemory() {
    return inner.totalMemory();
  }

  @Override
  public long freeMemory() {
    return inner.freeMemory();
  }

  @Override
  public int queueCapacity() {
    return inner.queueCapacity();
  }

  @Override
  public boolean hasCostlyEvents() {
    return inner.hasCostlyEvents();
  }

  @Override
  public boolean hasSlowPrefetches() {
    return inner.hasSlowPrefetches();
  }

  @Override
  public CodeTarget codeTarget() {
    return inner.codeTarget();
  }

  @Override
  public long allocate(long bytes) {
    return part.allocate(inner, bytes);
  }

  @Override
  public Module loadModule(byte[] image) {
    return loadModule(image, null);
  }

  @Override
  public Module loadModule(byte[] image, ModuleSource source) {
    try {
      return inner.loadModule(image, source);
    } catch (DriverException e) {
      throw part.global(e);
    }
  }

  @Override
  public Stream createStream() {
    return new CompositeStream(this, inner.createStream());
  }

  @Override
  public Event createEvent(boolean timing) {
    return new CompositeEvent(this, timing);
  }

  @Override
  public boolean isReachedByHost() {
    return inner.isReachedByHost();
  }

  @Override
  public boolean runsVendorLibraries() {
    return inner.runsVendorLibraries();
  }

  @Override
  public LibraryHandle openLibrary(VendorLibrary library) {
    return inner.openLibrary(library);
  }

  @Override
  public boolean hasImages() {
    return inner.hasImages();
  }

  @Override
  public long image(Image image, long address) {
    return inner.image(image, address);
  }

  @Override
  public void submit(Submission submission) {
    bridge.submit(Crossing.of(this, submission));
  }

  @Override
  public void flushOutput() {
    inner.flushOutput();
  }

  @Override
  public void synchronize() {
    bridge.awaitReleased(stream -> stream.device() == this);
    inner.synchronize();
  }

  @Override
  public String toString() {
    return inner.name() + " " + ordinal;
  }
}
