package org.grcuda.cli;

import java.io.FilterReader;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;

/**
 * Shows the progress of a command that reads a file and then writes another. The first half of the
 * line shows how much was read, the second how much was written, assuming that both files are
 * equally long.
 */
final class FileProgress {

  private final ProgressLine line;
  private final long length;

  /**
   * @param length of the file that is read
   */
  FileProgress(ProgressLine line, long length) {
    this.line = line;
    this.length = Math.max(1, length);
  }

  private void at(int half, long characters) {
    int percent = (int) (100 * Math.min(characters, length) / length);
    line.at(100 * half + percent, 200);
  }

  /** Counts what is read. */
  Reader reading(Reader reader) {
    return new FilterReader(reader) {
      private long done;

      @Override
      public int read() throws IOException {
        int c = super.read();
        at(0, ++done);
        return c;
      }

      @Override
      public int read(char[] into, int offset, int count) throws IOException {
        int read = super.read(into, offset, count);
        done += Math.max(0, read);
        at(0, done);
        return read;
      }
    };
  }

  /** Counts what is written. */
  Writer writing(Writer writer) {
    return new FilterWriter(writer) {
      private long done;

      @Override
      public void write(int c) throws IOException {
        super.write(c);
        count(1);
      }

      @Override
      public void write(char[] from, int offset, int count) throws IOException {
        super.write(from, offset, count);
        count(count);
      }

      @Override
      public void write(String from, int offset, int count) throws IOException {
        super.write(from, offset, count);
        count(count);
      }

      private void count(int characters) {
        done += characters;
        at(1, done);
      }
    };
  }
}
