package org.grcuda.polyglot.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/** A file in memory, open for reading. */
public final class BytesChannel implements SeekableByteChannel {

  private final ByteBuffer bytes;
  private boolean open = true;

  /** Reads {@code bytes}. */
  public BytesChannel(byte[] bytes) {
    this.bytes = ByteBuffer.wrap(bytes);
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    checkOpen();
    if (!bytes.hasRemaining()) {
      return -1;
    }
    int count = Math.min(target.remaining(), bytes.remaining());
    target.put(bytes.slice(bytes.position(), count));
    bytes.position(bytes.position() + count);
    return count;
  }

  @Override
  public long position() throws IOException {
    checkOpen();
    return bytes.position();
  }

  @Override
  public SeekableByteChannel position(long position) throws IOException {
    checkOpen();
    bytes.position((int) Math.min(position, bytes.limit()));
    return this;
  }

  @Override
  public long size() throws IOException {
    checkOpen();
    return bytes.limit();
  }

  @Override
  public int write(ByteBuffer source) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }

  private void checkOpen() throws ClosedChannelException {
    if (!open) {
      throw new ClosedChannelException();
    }
  }
}
