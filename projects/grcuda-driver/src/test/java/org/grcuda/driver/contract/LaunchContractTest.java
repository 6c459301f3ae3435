package org.grcuda.driver.contract;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Module;
import org.grcuda.driver.Stream;
import org.grcuda.driver.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Modules, kernels, launches and their failures. */
abstract class LaunchContractTest extends BackendContractTest {

  /** Whether a device can be used after a fault. */
  protected abstract boolean survivesFaults();

  /** Whether an error can name the kernels of a module. */
  protected abstract boolean listsKernels();

  @Test
  void launchesComputeOnEveryDevice() {
    assumeTrue(computes());
    for (int ordinal = 0; ordinal < 2; ordinal++) {
      Device each = driver.device(ordinal);
      Stream own = each.createStream();
      long x = driver.allocateManaged(4 * COUNT);
      submit(
          each,
          s -> {
            s.fill(own, x, 0, 4, COUNT);
            launchAdd(s, own, x, 41);
            launchAdd(s, own, x, 1);
          });
      own.synchronize();
      for (int value : read(x, COUNT)) {
        assertEquals(42, value);
      }
    }
  }

  @Test
  void impossibleShapesAreRefused() {
    Function add = kernel(device, "add");
    int[][] shapes = {
      {0, 1, 1, 1, 1, 1, 0},
      {1, -1, 1, 1, 1, 1, 0},
      {1, 1, 1, 1, 0, 1, 0},
      {1, 65_536, 1, 1, 1, 1, 0},
      {1, 1, 65_536, 1, 1, 1, 0},
      {1, 1, 1, 1025, 1, 1, 0},
      {1, 1, 1, 1, 1, 65, 0},
      {1, 1, 1, 64, 32, 1, 0},
      {1, 1, 1, 32, 1, 1, 1 << 28},
      {1, 1, 1, 32, 1, 1, -1},
    };
    for (int[] s : shapes) {
      LaunchShape shape = new LaunchShape(s[0], s[1], s[2], s[3], s[4], s[5], s[6]);
      assertFails(
          CudaResult.CUDA_ERROR_INVALID_VALUE,
          () -> submit(device, c -> c.launch(stream, add, shape, new long[2], 16)));
    }
    assertTrue(stream.isIdle());
  }

  @Test
  void kernelsOwnLimitIsKept() {
    assumeTrue(computes());
    Function small = kernel(device, "small");
    assertEquals(32, small.maxThreadsPerBlock());
    assertFails(
        CudaResult.CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
        () ->
            submit(
                device,
                s ->
                    s.launch(
                        stream, small, new LaunchShape(1, 1, 1, 33, 1, 1, 0), new long[0], 0)));
  }

  @Test
  void moreSharedMemoryIsForThoseWhoAsk() {
    assumeTrue(computes());
    Function small = kernel(device, "small");
    int plain = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK);
    int most = device.attribute(DeviceAttribute.MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    assertTrue(most >= plain);
    assumeTrue(most > plain, "a device with no more for those who ask");
    LaunchShape shape = new LaunchShape(1, 1, 1, 32, 1, 1, plain + 16);
    Executable launch =
        () -> {
          submit(device, s -> s.launch(stream, small, shape, new long[0], 0));
          stream.synchronize();
        };
    assertEquals(0, small.maxDynamicSharedBytes());
    assertFails(CudaResult.CUDA_ERROR_INVALID_VALUE, launch);
    for (int refused : new int[] {-1, most + 1}) {
      assertFails(
          CudaResult.CUDA_ERROR_INVALID_VALUE, () -> small.setMaxDynamicSharedBytes(refused));
    }
    small.setMaxDynamicSharedBytes(most);
    assertEquals(most, small.maxDynamicSharedBytes());
    assertDoesNotThrow(launch);
    assertEquals(0, kernel(driver.device(1), "small").maxDynamicSharedBytes());
  }

  @Test
  void blocksThatMeetMustFitTheDevice() {
    assumeTrue(computes());
    Function meet = kernel(device, "meet");
    assertTrue(meet.isCooperative());
    assertFalse(kernel(device, "add").isCooperative());
    long most = meet.maxResidentBlocks(32, 0);
    assertTrue(most >= 1);
    long x = driver.allocateManaged(8);
    write(x, new int[] {0, 0});
    int blocks = (int) Math.min(most, 6);
    LaunchShape fits = new LaunchShape(blocks, 1, 1, 32, 1, 1, 0);
    submit(device, s -> s.launch(stream, meet, fits, new long[] {x}, 8));
    stream.synchronize();
    assertContents(new int[] {blocks, 0}, x);
    LaunchShape tooMany = new LaunchShape((int) most + 1, 1, 1, 32, 1, 1, 0);
    assertFails(
        CudaResult.CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
        () -> submit(device, s -> s.launch(stream, meet, tooMany, new long[] {x}, 8)));
    assertTrue(stream.isIdle());
  }

  @Test
  void kernelsHaveAttributes() {
    Function add = kernel(device, "add");
    assertEquals("add", add.name());
    assertTrue(add.maxThreadsPerBlock() >= 1);
    assertTrue(add.suggestedBlockSize(0) >= 1);
    assertTrue(add.suggestedBlockSize(0) <= add.maxThreadsPerBlock());
    assertTrue(add.registers() >= 1);
  }

  @Test
  void unknownSymbolsAndBadCodeAreRefused() {
    assumeTrue(computes());
    Module module = load(device);
    DriverException failure =
        assertFails(CudaResult.CUDA_ERROR_NOT_FOUND, () -> module.function("ad"));
    assertTrue(failure.detail().contains("'ad'"), failure.detail());
    assertTrue(!listsKernels() || failure.detail().contains("add"), failure.detail());
    failure = assertFails(CudaResult.CUDA_ERROR_NOT_FOUND, () -> module.global("tables"));
    assertTrue(failure.detail().contains("table"), failure.detail());
    byte[] broken = PTX.replace("mad.lo.s32", "mad..lo").getBytes(StandardCharsets.UTF_8);
    assertFails(CudaResult.CUDA_ERROR_INVALID_PTX, () -> device.loadModule(broken));
  }

  @Test
  void globalVariablesAreInitialisedPerLoad() {
    assumeTrue(computes());
    Module.GlobalVariable first = load(device).global("table");
    Module.GlobalVariable second = load(device).global("table");
    assertEquals(12, first.bytes());
    long x = driver.allocateManaged(12);
    submit(
        device,
        s -> {
          s.fill(stream, first.address(), 0, 4, 3);
          s.copy(stream, x, second.address(), 12);
        });
    stream.synchronize();
    assertContents(new int[] {7, 8, 9}, x);
  }

  @Test
  void closedModuleIsRefused() {
    Module module = load(device);
    Function add = module.function("add");
    module.close();
    module.close();
    assertThrows(UsageException.class, () -> module.function("add"));
    assertThrows(
        UsageException.class,
        () -> submit(device, s -> s.launch(stream, add, SHAPE, new long[2], 16)));
  }

  @Test
  void failureEndsItsSubmissionAndNothingElse() throws InterruptedException {
    assumeTrue(computes() && survivesFaults());
    long x = driver.allocateManaged(4);
    write(x, new int[] {1});
    Event before = device.createEvent(false);
    Event failed = device.createEvent(false);
    Event after = device.createEvent(false);
    submit(
        device,
        s -> {
          s.record(stream, before);
          s.launch(stream, kernel(device, "stray"), SHAPE, new long[] {16}, 8);
          s.fill(stream, x, 0, 4, 1);
          s.record(stream, failed);
        });
    submit(
        device,
        s -> {
          s.waitFor(stream, failed);
          launchAdd(s, stream, x, 1, 1);
          s.record(stream, after);
        });
    after.await();
    assertNull(before.failure());
    assertNull(after.failure());
    DriverException failure = failed.failure();
    assertNotNull(failure);
    assertEquals(CudaResult.CUDA_ERROR_ILLEGAL_ADDRESS, failure.result());
    assertEquals("cuLaunchKernel", failure.call());
    assertEquals(0, failure.device());
    assertTrue(failure.detail().contains("stray"), failure.detail());
    assertContents(new int[] {2}, x);
    submit(device, s -> s.record(stream, failed));
    failed.await();
    assertNull(failed.failure());
  }
}
