package org.grcuda.driver;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The process and the program around a backend, as far as it may use them. */
public interface DriverHost {

  /** Takes what a kernel prints, one call per {@code printf}. */
  void kernelOutput(String text);

  /** Takes other messages for the user, as whole lines. */
  void message(String lines);

  /**
   * The text of a file, in UTF-8.
   *
   * @throws IOException if it is not there or cannot be read
   */
  String read(String path) throws IOException;

  /**
   * A folder for texts. The consumer takes a name, without characters that file names may not have,
   * and the text. The folder is made with the first text.
   */
  BiConsumer<String, String> folder(String path);

  /** A host that takes what kernels print, and has neither files nor readers of messages. */
  static DriverHost printing(Consumer<String> output) {
    return new DriverHost() {
      @Override
      public void kernelOutput(String text) {
        output.accept(text);
      }

      @Override
      public void message(String lines) {}

      @Override
      public String read(String path) throws IOException {
        throw new IOException("no files can be read here");
      }

      @Override
      public BiConsumer<String, String> folder(String path) {
        throw new UnsupportedOperationException("no files can be written here: " + path);
      }
    };
  }
}
