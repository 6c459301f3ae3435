package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.Test;

/** Devices, allocations, copies and fills. */
abstract class MemoryContractTest extends BackendContractTest {

  @Test
  void devicesHaveTheirOrdinalAndTheMemoryAskedFor() {
    assertEquals(2, driver.deviceCount());
    for (int ordinal = 0; ordinal < 2; ordinal++) {
      Device each = driver.device(ordinal);
      assertEquals(ordinal, each.ordinal());
      assertFalse(each.name().isBlank());
      assertEquals(64 * MIB, each.totalMemory());
      assertEquals(64 * MIB, each.freeMemory());
      assertEquals(32, each.attribute(DeviceAttribute.WARP_SIZE));
    }
  }

  @Test
  void everyAttributeHasAValue() {
    for (DeviceAttribute attribute : DeviceAttribute.values()) {
      assertTrue(device.attribute(attribute) >= 0, attribute.propertyName());
    }
  }

  @Test
  void unknownDeviceIsRefused() {
    assertFails(CudaResult.CUDA_ERROR_INVALID_DEVICE, () -> driver.device(2));
    assertFails(CudaResult.CUDA_ERROR_INVALID_DEVICE, () -> driver.device(-1));
    assertFails(CudaResult.CUDA_ERROR_INVALID_DEVICE, () -> driver.canAccessPeer(0, 2));
  }

  @Test
  void deviceIsNoPeerOfItself() {
    assertFalse(driver.canAccessPeer(1, 1));
  }

  @Test
  void allocationsAreAlignedAndApart() {
    List<Long> addresses = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      addresses.add(
          switch (i % 3) {
            case 0 -> driver.allocateManaged(100 + i);
            case 1 -> driver.allocateHost(100 + i);
            default -> device.allocate(100 + i);
          });
    }
    addresses.sort(null);
    for (int i = 0; i < addresses.size(); i++) {
      assertEquals(0, addresses.get(i) % 256);
      assertTrue(i == 0 || addresses.get(i) - addresses.get(i - 1) >= 256);
    }
    addresses.forEach(driver::free);
  }

  @Test
  void hostReadsAndWritesManagedAndPinnedMemory() {
    for (long address : List.of(driver.allocateManaged(4000), driver.allocateHost(4000))) {
      int[] values = new int[COUNT];
      Arrays.setAll(values, i -> i * 31);
      write(address, values);
      assertArrayEquals(values, read(address, COUNT));
    }
  }

  @Test
  void deviceMemoryIsCountedPerDevice() {
    long address = device.allocate(40 * MIB);
    assertEquals(24 * MIB, device.freeMemory());
    assertEquals(64 * MIB, driver.device(1).freeMemory());
    DriverException failure =
        assertFails(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, () -> device.allocate(25 * MIB));
    assertEquals(0, failure.device());
    driver.device(1).allocate(40 * MIB);
    driver.free(address);
    assertEquals(64 * MIB, device.freeMemory());
    driver.free(device.allocate(64 * MIB));
  }

  @Test
  void impossibleSizesAreRefused() {
    assertFails(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.allocateManaged(1L << 60));
    assertFails(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, () -> driver.allocateHost(Long.MAX_VALUE));
    assertFails(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, () -> device.allocate(Long.MAX_VALUE));
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> driver.allocateManaged(0));
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> driver.allocateHost(-1));
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> device.allocate(0));
  }

  @Test
  void onlyLiveAllocationsCanBeFreed() {
    long address = driver.allocateManaged(1000);
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> driver.free(address + 256));
    driver.free(address);
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> driver.free(address));
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, () -> driver.free(0));
  }

  @Test
  void copiesGoBetweenHostAndDevices() {
    assumeTrue(computes());
    int count = 700_001;
    int[] values = new int[count];
    Arrays.setAll(values, i -> i ^ 0x5a5a);
    long from = driver.allocateHost(4L * count);
    long onFirst = device.allocate(4L * count);
    long onSecond = driver.device(1).allocate(4L * count);
    long to = driver.allocateManaged(4L * count);
    write(from, values);
    submit(
        device,
        s -> {
          s.copy(stream, onFirst, from, 4L * count);
          s.copy(stream, onSecond, onFirst, 4L * count);
          s.copy(stream, to, onSecond, 4L * count);
        });
    stream.synchronize();
    assertArrayEquals(values, read(to, count));
  }

  @Test
  void fillsHaveTheWidthAskedFor() {
    assumeTrue(computes());
    long pattern = 0x1122334455667788L;
    for (int width : new int[] {1, 2, 4, 8}) {
      int count = 300_007;
      long x = driver.allocateManaged((long) width * (count + 1));
      submit(
          device,
          s -> {
            s.fill(stream, x, 0, width, count + 1);
            s.fill(stream, x, pattern, width, count);
          });
      stream.synchronize();
      MemorySegment memory = memory(x, (long) width * (count + 1));
      for (long i = 0; i < (long) width * count; i++) {
        byte expected = (byte) (pattern >>> (i % width * 8));
        assertEquals(expected, memory.get(ValueLayout.JAVA_BYTE, i), "width " + width + " at " + i);
      }
      for (long i = (long) width * count; i < memory.byteSize(); i++) {
        assertEquals(0, memory.get(ValueLayout.JAVA_BYTE, i));
      }
      driver.free(x);
    }
  }

  @Test
  void emptyCopiesAndFillsAndPrefetchesAreAllowed() {
    long x = driver.allocateManaged(16);
    submit(
        device,
        s -> {
          s.copy(stream, x, x + 8, 0);
          s.fill(stream, x, 1, 4, 0);
          s.prefetch(stream, x, 16, 0);
          s.prefetch(stream, x, 16, -1);
          s.advise(stream, x, 16, MemoryAdvice.SET_PREFERRED_LOCATION, -1);
          s.advise(stream, x, 16, MemoryAdvice.UNSET_PREFERRED_LOCATION, 0);
          s.attach(stream, x, 16, AttachMode.SINGLE);
          s.attach(stream, x, 16, AttachMode.GLOBAL);
        });
    device.submit(new Submission());
    stream.synchronize();
  }

  @Test
  void rangesOutsideOfAnAllocationAreRefused() {
    long x = driver.allocateManaged(1000);
    long y = device.allocate(1000);
    CudaResult value = CudaResult.CUDA_ERROR_INVALID_VALUE;
    assertFails(value, () -> submit(device, s -> s.copy(stream, x, y, 1001)));
    assertFails(value, () -> submit(device, s -> s.copy(stream, x + 1, y, 1000)));
    assertFails(value, () -> submit(device, s -> s.copy(stream, x, 0, 10)));
    assertFails(value, () -> submit(device, s -> s.copy(stream, x, y, -1)));
    assertFails(value, () -> submit(device, s -> s.fill(stream, x, 0, 4, 251)));
    assertFails(value, () -> submit(device, s -> s.fill(stream, x, 0, 4, 1L << 62)));
    assertFails(value, () -> submit(device, s -> s.fill(stream, x, 0, 3, 1)));
    assertFails(value, () -> submit(device, s -> s.fill(stream, x + 2, 0, 4, 1)));
    assertFails(value, () -> submit(device, s -> s.prefetch(stream, x, 2000, 0)));
    MemoryAdvice advice = MemoryAdvice.SET_READ_MOSTLY;
    assertFails(value, () -> submit(device, s -> s.advise(stream, x, 2000, advice, 0)));
    assertFails(
        CudaResult.CUDA_ERROR_INVALID_DEVICE,
        () -> submit(device, s -> s.advise(stream, x, 8, advice, 99)));
    assertFails(value, () -> submit(device, s -> s.attach(stream, x, 2000, AttachMode.HOST)));
    driver.free(y);
    assertFails(value, () -> submit(device, s -> s.copy(stream, x, y, 8)));
  }

  @Test
  void refusedSubmissionEnqueuesNothing() {
    long x = driver.allocateManaged(8);
    write(x, new int[] {5, 6});
    assertFails(
        CudaResult.CUDA_ERROR_INVALID_VALUE,
        () ->
            submit(
                device,
                s -> {
                  s.fill(stream, x, 0, 4, 2);
                  s.copy(stream, x, x, 100);
                }));
    stream.synchronize();
    assertEquals(5, read(x, 2)[0]);
  }
}
