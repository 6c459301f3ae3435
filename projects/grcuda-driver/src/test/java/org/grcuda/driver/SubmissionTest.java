package org.grcuda.driver;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.grcuda.driver.nulldevice.NullDriver;
import org.grcuda.driver.nulldevice.NullSettings;
import org.junit.jupiter.api.Test;

class SubmissionTest {

  private final Device device = new NullDriver(NullSettings.defaults()).device(0);
  private final Stream stream = device.createStream();
  private final Event event = device.createEvent(false);
  private final Function function = device.loadModule(new byte[0]).function("kernel");
  private final Submission submission = new Submission();

  @Test
  void readerGivesBackEveryCommandInOrder() {
    LaunchShape shape = new LaunchShape(1, 2, 3, 4, 5, 6, 7);
    submission.waitFor(stream, event);
    submission.copy(stream, 10, 20, 30);
    submission.fill(stream, 40, 50, 4, 60);
    submission.prefetch(stream, 70, 80, -1);
    submission.launch(stream, function, shape, new long[] {5, 6, 7}, 12);
    submission.record(stream, event);
    Submission.Reader reader = submission.reader();
    assertTrue(reader.next());
    assertEquals(Submission.Command.WAIT, reader.command());
    assertSame(event, reader.event());
    assertEquals(0, reader.wordCount());
    assertTrue(reader.next());
    assertEquals(Submission.Command.COPY, reader.command());
    assertArrayEquals(new long[] {10, 20, 30, 0}, reader.words());
    assertTrue(reader.next());
    assertEquals(Submission.Command.FILL, reader.command());
    assertArrayEquals(new long[] {40, 50, 4, 60}, reader.words());
    assertTrue(reader.next());
    assertEquals(Submission.Command.PREFETCH, reader.command());
    assertArrayEquals(new long[] {70, 80, -1}, reader.words());
    assertTrue(reader.next());
    assertEquals(Submission.Command.LAUNCH, reader.command());
    assertSame(function, reader.function());
    assertSame(stream, reader.stream());
    assertEquals(shape, reader.shape());
    assertEquals(12, reader.parameterBytes());
    assertArrayEquals(new long[] {5, 6}, reader.parameters());
    assertTrue(reader.next());
    assertEquals(Submission.Command.RECORD, reader.command());
    assertFalse(reader.next());
  }

  @Test
  void hintsAreToldFromWhatComputesOrIsWaitedFor() {
    submission.waitFor(stream, event);
    submission.record(stream, event);
    assertFalse(submission.hasOnlyHints(), "a wait and a record");
    submission.advise(stream, 1, 2, MemoryAdvice.SET_READ_MOSTLY, 0);
    submission.prefetch(stream, 1, 2, 0);
    submission.attach(stream, 1, 2, AttachMode.GLOBAL);
    assertTrue(submission.hasOnlyHints());
    submission.record(stream, event);
    assertTrue(submission.hasOnlyHints(), "with another record");
    submission.fill(stream, 1, 0, 1, 1);
    assertFalse(submission.hasOnlyHints(), "with a fill");
    submission.clear();
    assertFalse(submission.hasOnlyHints(), "nothing");
  }

  @Test
  void bufferGrowsAndIsReused() {
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 1000; i++) {
        submission.copy(stream, i, round, 3);
      }
      Submission.Reader reader = submission.reader();
      for (int i = 0; i < 1000; i++) {
        assertTrue(reader.next());
        assertEquals(i, reader.word(0));
        assertEquals(round, reader.word(1));
      }
      assertFalse(reader.next());
      submission.clear();
      assertTrue(submission.isEmpty());
    }
  }

  @Test
  void longParameterBlockFits() {
    long[] parameters = new long[512];
    parameters[511] = 9;
    LaunchShape shape = new LaunchShape(1, 1, 1, 1, 1, 1, 0);
    submission.launch(stream, function, shape, parameters, 4096);
    Submission.Reader reader = submission.reader();
    assertTrue(reader.next());
    assertArrayEquals(parameters, reader.parameters());
  }
}
