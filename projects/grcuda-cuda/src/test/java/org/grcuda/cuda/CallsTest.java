package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.grcuda.driver.AttachMode;
import org.grcuda.driver.ClusterSize;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.DeviceAttribute;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Event;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.MemoryAdvice;
import org.grcuda.driver.ModuleSource;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What submissions become in the driver API, and handles that are closed while they are used. */
class CallsTest {

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;

  @BeforeEach
  void open() {
    recording.reset(2, 64 << 20);
  }

  @AfterEach
  void everythingWasGivenBack() {
    driver.close();
    recording.assertClean();
  }

  private void use() {
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    recording.forgetCalls();
  }

  @Test
  void commandsAreMadeInOrderWithTheirOperands() {
    use();
    long x = driver.allocateManaged(1024);
    Event event = device.createEvent(false);
    Function add = Workload.load(device).function("add");
    Submission submission = new Submission();
    submission.fill(stream, x, 0x1_0000_0002L, 8, 128);
    device.submit(submission);
    stream.synchronize();
    for (int i = 0; i < 128; i++) {
      assertEquals(0x1_0000_0002L, NativeMemory.ALL.get(ValueLayout.JAVA_LONG, x + 8L * i));
    }
    submission.clear();
    recording.forgetCalls();
    submission.waitFor(stream, event);
    submission.copy(stream, x, x + 512, 100);
    submission.copy(stream, x, x + 512, 0);
    submission.fill(stream, x, 0x1_0000_0002L, 8, 3);
    submission.fill(stream, x, 0x7_0000_0007L, 8, 3);
    submission.prefetch(stream, x, 1000, 1);
    submission.advise(stream, x, 1000, MemoryAdvice.SET_READ_MOSTLY, -1);
    submission.attach(stream, x, 1024, AttachMode.SINGLE);
    submission.launch(
        stream, add, new LaunchShape(1, 2, 3, 4, 5, 6, 7), new long[] {x, 1 | 2L << 32}, 16);
    submission.record(stream, event);
    device.submit(submission);
    assertEquals(
        List.of(
            "cuStreamWaitEvent stream 1, event 1",
            "cuMemcpyAsync stream 1, 100 bytes",
            "cuLaunchKernel grcuda_fill, grid 1 1 1, block 256 1 1, shared 0, stream 1",
            "cuMemsetD32Async stream 1, 6 times 7",
            "cuMemPrefetchAsync_v2 stream 1, 1000 bytes to 1 1",
            "cuMemAdvise_v2 1000 bytes, advice 1, 2 0",
            "cuStreamAttachMemAsync stream 1, 0 bytes, 4",
            "cuLaunchKernel add, grid 1 2 3, block 4 5 6, shared 7, stream 1",
            "cuEventRecord event 1, stream 1"),
        recording.calls());
  }

  @Test
  void contextIsSetOnlyWhenItDiffers() {
    use();
    Stream other = driver.device(1).createStream();
    Submission first = new Submission();
    first.record(stream, device.createEvent(false));
    Submission second = new Submission();
    second.record(other, driver.device(1).createEvent(false));
    recording.forgetCalls();
    for (int i = 0; i < 3; i++) {
      device.submit(first);
      device.submit(first);
      driver.device(1).submit(second);
    }
    long sets = recording.calls().stream().filter(call -> call.startsWith("cuCtxSet")).count();
    assertEquals(6, sets);
  }

  @Test
  void kernelsWhoseBlocksMeetAreLaunchedTogether() {
    use();
    Function meet = Workload.load(device).function("meet");
    assertTrue(meet.isCooperative());
    assertFalse(Workload.load(device).function("add").isCooperative());
    for (int i = 0; i < 3; i++) {
      assertEquals(64 * 4, meet.maxResidentBlocks(32, 0));
    }
    assertEquals(1, recording.count("cuOccupancyMaxActiveBlocksPerMultiprocessor"));
    recording.forgetCalls();
    Submission submission = new Submission();
    submission.launch(stream, meet, new LaunchShape(2, 1, 1, 32, 1, 1, 0), new long[0], 0);
    device.submit(submission);
    assertEquals(
        List.of(
            "cuLaunchKernelEx meet, grid 2 1 1, block 32 1 1, shared 0, stream 1, cooperative 1,"
                + " cluster 1 1 1"),
        recording.calls());
  }

  @Test
  void clustersAreAnAttributeOfTheLaunch() {
    recording.setAttribute(DeviceAttribute.CLUSTER_LAUNCH, 1);
    use();
    Function add = Workload.load(device).function("add");
    LaunchShape grid = new LaunchShape(16, 4, 1, 32, 1, 1, 0);
    recording.forgetCalls();
    for (ClusterSize size :
        List.of(new ClusterSize(2, 4, 1), new ClusterSize(16, 1, 1), new ClusterSize(4, 4, 1))) {
      Submission submission = new Submission();
      submission.launch(stream, add, grid.withCluster(size), new long[2], 16);
      device.submit(submission);
    }
    String launch =
        "cuLaunchKernelEx add, grid 16 4 1, block 32 1 1, shared 0, stream 1, cooperative 0,"
            + " cluster ";
    // More than 8 blocks must be allowed, once.
    assertEquals(
        List.of(launch + "2 4 1", "14 = 1", launch + "16 1 1", launch + "4 4 1"),
        recording.calls().stream()
            .map(call -> call.replaceFirst("cuFuncSetAttribute (14 = 1), function \\d+", "$1"))
            .toList());
    Submission odd = new Submission();
    odd.launch(stream, add, grid.withCluster(new ClusterSize(3, 1, 1)), new long[2], 16);
    DriverException refused = assertThrows(DriverException.class, () -> device.submit(odd));
    assertEquals(CudaResult.CUDA_ERROR_INVALID_CLUSTER_SIZE, refused.result());
  }

  @Test
  void functionsThatMeetMakeTheirCallersCooperative() {
    use();
    String ptx =
        """
        .version 8.0
        .target sm_80
        .address_size 64
        .func meet()
        {
          .reg .b32 %r<2>;
          mov.u32 %r1, %envreg2;
          ret;
        }
        .visible .entry direct()
        {
          call meet, ();
          ret;
        }
        .visible .entry alone()
        {
          ret;
        }
        """;
    var module =
        device.loadModule(ptx.getBytes(StandardCharsets.UTF_8), new ModuleSource(ptx, null));
    assertTrue(module.function("direct").isCooperative());
    assertFalse(module.function("alone").isCooperative());
  }

  @Test
  @SuppressWarnings("restricted")
  void hostFunctionsRunInOrderOnAThreadOfTheDriver() throws Exception {
    use();
    List<String> called = Collections.synchronizedList(new ArrayList<>());
    MethodHandle body =
        MethodHandles.insertArguments(
            MethodHandles.lookup()
                .findStatic(
                    CallsTest.class,
                    "note",
                    MethodType.methodType(
                        void.class, List.class, Thread.class, MemorySegment.class)),
            0,
            called,
            Thread.currentThread());
    try (Arena arena = Arena.ofShared()) {
      long function =
          Linker.nativeLinker()
              .upcallStub(body, FunctionDescriptor.ofVoid(ValueLayout.ADDRESS), arena)
              .address();
      recording.hold(true);
      ((CudaStream) stream).launchHostFunction(function, 1);
      ((CudaStream) stream).launchHostFunction(function, 2);
      assertEquals(List.of(), called);
      recording.hold(false);
      stream.synchronize();
    }
    assertEquals(List.of("1 elsewhere", "2 elsewhere"), called);
    assertThrows(DriverException.class, () -> ((CudaStream) stream).launchHostFunction(0, 0));
  }

  private static void note(List<String> called, Thread caller, MemorySegment data) {
    called.add(data.address() + (Thread.currentThread() == caller ? " here" : " elsewhere"));
  }

  @Test
  void graphsAreCapturedOrMadeAndLaunched() {
    use();
    long x = driver.allocateManaged(16);
    Graphs graphs = new Graphs((CudaDevice) device, stream, Workload.load(device).function("add"));
    for (int i = 0; i < 4; i++) {
      NativeMemory.ALL.set(ValueLayout.JAVA_INT, x + 4L * i, i);
    }
    recording.forgetCalls();
    graphs.capture(x, 4);
    assertEquals(13, NativeMemory.ALL.get(ValueLayout.JAVA_INT, x + 12));
    graphs.make(x, 4);
    assertEquals(17, NativeMemory.ALL.get(ValueLayout.JAVA_INT, x + 12));
    assertEquals(
        List.of(
            "cuGraphCreate 0",
            "cuGraphAddKernelNode_v2 graph 2, add after 0",
            "cuGraphAddKernelNode_v2 graph 2, add after 1",
            "cuGraphInstantiateWithFlags graph 2, 0",
            "cuGraphExecKernelNodeSetParams_v2 executable 3, node 3",
            "cuGraphLaunch executable 3, stream 1",
            "cuStreamSynchronize stream 1",
            "cuGraphExecDestroy executable 3",
            "cuGraphDestroy graph 2"),
        recording.calls().stream().skip(12).toList());
  }

  @Test
  void hintsAreLeftOutWherePagesDoNotMove() {
    recording.setAttribute(DeviceAttribute.CONCURRENT_MANAGED_ACCESS, -1);
    use();
    long x = driver.allocateManaged(64);
    recording.forgetCalls();
    Submission submission = new Submission();
    submission.prefetch(stream, x, 64, 0);
    submission.advise(stream, x, 64, MemoryAdvice.SET_READ_MOSTLY, 0);
    device.submit(submission);
    assertEquals(List.of(), recording.calls());
  }

  @Test
  void submissionsOfAnySizeAreWritten() {
    use();
    long x = driver.allocateManaged(4);
    Function add = Workload.load(device).function("add");
    Submission submission = new Submission();
    for (int i = 0; i < 1000; i++) {
      submission.launch(
          stream, add, new LaunchShape(1, 1, 1, 1, 1, 1, 0), new long[] {x, 1 | 1L << 32}, 16);
      submission.record(stream, device.createEvent(false));
    }
    device.submit(submission);
    assertEquals(
        1000, recording.calls().stream().filter(call -> call.startsWith("cuLaunch")).count());
  }

  @Test
  void handlesMayBeClosedWhileOthersUseThem() throws InterruptedException {
    use();
    int rounds = 300;
    for (int round = 0; round < rounds; round++) {
      Event event = device.createEvent(false);
      Stream own = device.createStream();
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      threads.add(start(start, event::isComplete));
      threads.add(start(start, own::synchronize));
      threads.add(
          start(
              start,
              () -> {
                Submission submission = new Submission();
                submission.record(own, event);
                device.submit(submission);
              }));
      threads.add(start(start, event::close));
      threads.add(start(start, own::close));
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(0, recording.live("event"));
      assertEquals(1, recording.live("stream"));
    }
    assertEquals("", recording.violations());
  }

  /** What finds the handle closed is refused; what the double sees is what counts. */
  private static Thread start(CountDownLatch latch, Runnable use) {
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                latch.await();
                use.run();
              } catch (IllegalStateException refused) {
                assertTrue(refused.getMessage().endsWith("is closed"), refused.getMessage());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  @Test
  void driverMayBeClosedWhileOthersUseIt() throws InterruptedException {
    for (int round = 0; round < 30; round++) {
      use();
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      threads.add(start(start, () -> driver.allocateManaged(64)));
      threads.add(start(start, () -> device.createEvent(false).isComplete()));
      threads.add(start(start, () -> Workload.load(device).function("add")));
      threads.add(start(start, stream::synchronize));
      threads.add(start(start, driver::close));
      start.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      driver.close();
      recording.assertClean();
    }
  }
}
