package org.grcuda.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.grcuda.cuda.jni.DriverApi;
import org.grcuda.driver.CudaResult;
import org.grcuda.driver.Device;
import org.grcuda.driver.Driver;
import org.grcuda.driver.DriverException;
import org.grcuda.driver.DriverSettings;
import org.grcuda.driver.Function;
import org.grcuda.driver.LaunchShape;
import org.grcuda.driver.Stream;
import org.grcuda.driver.Submission;
import org.grcuda.driver.image.Image;
import org.grcuda.driver.image.ImageKind;
import org.grcuda.driver.image.ImageShape;
import org.grcuda.driver.image.Sampler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What images become in the driver API, and what it refuses. */
class ImagesTest {

  private static final Image VOLUME =
      Workload.image(new ImageShape(ImageKind.THREE, 4, 3, 2, 1, 1), Sampler.PLAIN);

  private static final Image ROWS =
      Workload.image(new ImageShape(ImageKind.TWO, 8, 4, 1, 1, 1), Sampler.PLAIN);

  private static final Image SURFACE =
      Workload.image(new ImageShape(ImageKind.TWO, 5, 2, 1, 1, 1), null);

  private static final Image LEVELS =
      Workload.image(
          new ImageShape(ImageKind.TWO, 4, 2, 1, 1, 3), Sampler.PLAIN.withNormalizedCoordinates());

  private final Recording recording = Recording.current();
  private Driver driver;
  private Device device;
  private Stream stream;
  private Function add;
  private long memory;

  @BeforeEach
  void open() {
    recording.reset(2, 64 << 20);
    driver = recording.open(DriverSettings.defaults());
    device = driver.device(0);
    stream = device.createStream();
    add = Workload.load(device).function("add");
    memory = driver.allocateManaged(1024);
    recording.forgetCalls();
  }

  @AfterEach
  void everythingWasGivenBack() {
    driver.close();
    recording.assertClean();
  }

  private void launch(Stream in, Image image, long contents) {
    long object = device.image(image, memory, add);
    Submission submission = new Submission();
    LaunchShape shape = new LaunchShape(1, 1, 1, 8, 1, 1, 0);
    submission.launch(in, add, shape, new long[] {object, 0}, 16);
    device.addImage(submission, object, contents, true);
    device.submit(submission);
  }

  /** The calls since the last question, without what they were given. */
  private List<String> calls() {
    List<String> names =
        recording.calls().stream().map(call -> call.substring(0, call.indexOf(' '))).toList();
    recording.forgetCalls();
    return names;
  }

  @Test
  void memoryItselfNeedsNoCalls() {
    launch(stream, ROWS, 1);
    assertEquals(List.of("cuTexObjectCreate", "cuLaunchKernel"), calls());
    launch(stream, ROWS, 2);
    assertEquals(List.of("cuLaunchKernel"), calls());
  }

  @Test
  void mirrorsAreCopiedIfTheContentsAreOthers() {
    launch(stream, VOLUME, 1);
    assertTrue(
        recording.calls().contains("cuArray3DCreate_v2 4 x 3 x 2, format 32, 1 channels, flags 0"));
    assertEquals(
        List.of(
            "cuArray3DCreate_v2",
            "cuEventCreate",
            "cuTexObjectCreate",
            "cuMemcpy3DAsync_v2",
            "cuLaunchKernel",
            "cuEventRecord"),
        calls());
    launch(device.createStream(), VOLUME, 1);
    assertEquals(
        List.of("cuStreamCreate", "cuStreamWaitEvent", "cuLaunchKernel", "cuEventRecord"), calls());
    launch(stream, VOLUME, 2);
    launch(stream, VOLUME, 0);
    launch(stream, VOLUME, 0);
    assertEquals(3, calls().stream().filter(call -> call.equals("cuMemcpy3DAsync_v2")).count());
  }

  @Test
  void levelsAndSurfacesAreCopiedAsTheyLie() {
    launch(stream, LEVELS, 1);
    List<String> copies =
        recording.calls().stream().filter(call -> call.startsWith("cuMemcpy3D")).toList();
    assertEquals(
        List.of(
            "cuMemcpy3DAsync_v2 stream 1, to an array, 16 bytes x 2 x 1",
            "cuMemcpy3DAsync_v2 stream 1, to an array, 8 bytes x 1 x 1",
            "cuMemcpy3DAsync_v2 stream 1, to an array, 4 bytes x 1 x 1"),
        copies);
    recording.forgetCalls();
    launch(stream, SURFACE, 1);
    assertTrue(
        recording.calls().contains("cuArray3DCreate_v2 5 x 2 x 0, format 32, 1 channels, flags 2"));
    List<String> calls = calls();
    int launched = calls.indexOf("cuLaunchKernel");
    assertEquals(
        List.of("cuMemcpy3DAsync_v2", "cuLaunchKernel", "cuMemcpy3DAsync_v2"),
        calls.subList(launched - 1, launched + 2));
    launch(stream, SURFACE, 1);
    assertEquals(
        2,
        calls().stream().filter(call -> call.equals("cuMemcpy3DAsync_v2")).count(),
        "nothing tells what a surface left");
  }

  @Test
  void whatShowsMemoryDiesWithIt() {
    for (Image image : List.of(ROWS, VOLUME, LEVELS, SURFACE)) {
      launch(stream, image, 1);
    }
    assertEquals(4, recording.live("image"));
    stream.synchronize();
    driver.free(memory);
    for (String kind : List.of("image", "array", "mipmapped array")) {
      assertEquals(0, recording.live(kind), kind);
    }
    memory = driver.allocateManaged(1024);
    assertNotEquals(0, device.image(ROWS, memory));
  }

  @Test
  void wrongMemoryIsRefused() {
    refused("are not inside one live allocation", () -> device.image(ROWS, memory + 512 * 4, add));
    refused("are not inside one live allocation", () -> device.image(ROWS, 4096, add));
    refused("is no multiple of 4, the bytes of a texel", () -> device.image(ROWS, memory + 2, add));
    refused("a texture of kind 3d has no number", () -> device.image(VOLUME, memory));
    long object = device.image(SURFACE, memory, add);
    refused(
        "the launch reaches the memory of the surface by another argument",
        () -> device.addImage(new Submission(), object, 1, false));
  }

  private static void refused(String expected, Executable call) {
    DriverException refusal = assertThrows(DriverException.class, call);
    assertTrue(refusal.getMessage().contains(expected), refusal.getMessage());
  }

  /** After a failure nothing of the launch is under way, and the next one copies again. */
  @ParameterizedTest
  @CsvSource({
    "cuArray3DCreate_v2, cuArray3DCreate",
    "cuEventCreate, cuEventCreate",
    "cuTexObjectCreate, cuTexObjectCreate",
    "cuMemcpy3DAsync_v2, cuLaunchKernel",
    "cuLaunchKernel, cuLaunchKernel",
    "cuEventRecord, cuLaunchKernel"
  })
  void failuresLeaveNothingBehind(String function, String named) {
    recording.seeded(1);
    recording.failOnce(function, CudaResult.CUDA_ERROR_NOT_PERMITTED);
    DriverException failure = assertThrows(DriverException.class, () -> launch(stream, VOLUME, 1));
    assertTrue(failure.getMessage().contains("[" + named), failure.getMessage());
    assertEquals(0, recording.unfinished());
    launch(stream, VOLUME, 1);
    stream.synchronize();
    assertEquals(1, recording.live("array"));
  }

  @Test
  void memoryForMirrorsMayBeShort() {
    recording.fail("cuArray3DCreate_v2", 0, -1, CudaResult.CUDA_ERROR_OUT_OF_MEMORY.code());
    DriverException failure = assertThrows(DriverException.class, () -> launch(stream, VOLUME, 1));
    assertEquals(CudaResult.CUDA_ERROR_OUT_OF_MEMORY, failure.result());
    assertTrue(failure.getMessage().contains("96 bytes for the copy"), failure.getMessage());
  }

  /** One word of an image that is all right is changed: the double refuses it as CUDA does. */
  @ParameterizedTest
  @CsvSource({
    // Of a texture in rows: address, pitch by width, format, channels, address mode, filter, flags.
    "3, 1, 4, not aligned as textures are",
    "3, 2, 7, a pitch that is not aligned",
    "3, 2, 600000, rows that are too many or too long",
    "3, 3, 70000, rows that are too many or too long",
    "3, 7, 4, no such format",
    "3, 8, 3, no such format",
    "3, 12, 0, an address mode that coordinates in texels do not have",
    "3, 15, 2, a filter that the values do not have",
    "3, 16, 4, flags of the sampler",
    "3, 16, 16, sRGB of what is not 8 bits",
    // Of an array: width, depth, levels, flags.
    "0, 2, 40000, of 40000 x 4 x 0",
    "0, 4, 40000, of 8 x 4 x 40000",
    "0, 5, 9, with 9 levels",
    "0, 5, 2, a mipmapped array with coordinates in texels",
    "0, 6, 4, of 8 x 4 x 0",
    "0, 10, 1, an array that is not for surfaces",
    // Of a line: its length.
    "2, 2, 300000000, a line that is too long"
  })
  void wrongDescriptionsAreRefused(int source, int word, long value, String why) {
    CudaDevice own = (CudaDevice) device;
    ImageSource resource = source == 0 ? ImageSource.MIRROR : ImageSource.ROWS;
    long[] words = ImageWords.of(ROWS, resource, memory, false);
    words[0] = source;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment made = arena.allocate(ValueLayout.JAVA_LONG, 3);
      for (boolean wrong : new boolean[] {false, true}) {
        words[word] = wrong ? value : words[word];
        MemorySegment given = arena.allocateFrom(ValueLayout.JAVA_LONG, words);
        int status =
            DriverApi.createImage(
                own.sessionHandle(), own.context(), given.address(), made.address());
        assertEquals(wrong ? CudaResult.CUDA_ERROR_INVALID_VALUE.code() : 0, status);
        if (!wrong) {
          long object = made.getAtIndex(ValueLayout.JAVA_LONG, 0);
          long mirror = made.getAtIndex(ValueLayout.JAVA_LONG, 1);
          assertEquals(
              0, DriverApi.destroyImage(own.sessionHandle(), own.context(), object, mirror, 0));
        }
      }
    }
    assertTrue(recording.violations().contains(why), recording.violations());
    assertEquals(0, recording.live("array") + recording.live("mipmapped array"));
    driver.close();
    open();
  }
}
