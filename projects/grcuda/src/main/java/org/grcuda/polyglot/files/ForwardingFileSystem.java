package org.grcuda.polyglot.files;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.Charset;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.graalvm.polyglot.io.FileSystem;

/** Does whatever another file system does; subclasses change some of it. */
public abstract class ForwardingFileSystem implements FileSystem {

  private final FileSystem base;

  /** Forwards to {@code base}. */
  protected ForwardingFileSystem(FileSystem base) {
    this.base = Objects.requireNonNull(base, "base");
  }

  @Override
  public Path parsePath(URI uri) {
    return base.parsePath(uri);
  }

  @Override
  public Path parsePath(String path) {
    return base.parsePath(path);
  }

  @Override
  public void checkAccess(Path path, Set<? extends AccessMode> modes, LinkOption... options)
      throws IOException {
    base.checkAccess(path, modes, options);
  }

  @Override
  public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
    base.createDirectory(path, attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    base.delete(path);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return base.newByteChannel(path, options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path folder, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return base.newDirectoryStream(folder, filter);
  }

  @Override
  public Path toAbsolutePath(Path path) {
    return base.toAbsolutePath(path);
  }

  @Override
  public Path toRealPath(Path path, LinkOption... options) throws IOException {
    return base.toRealPath(path, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options)
      throws IOException {
    return base.readAttributes(path, names, options);
  }

  @Override
  public void setAttribute(Path path, String name, Object value, LinkOption... options)
      throws IOException {
    base.setAttribute(path, name, value, options);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    base.copy(source, target, options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    base.move(source, target, options);
  }

  @Override
  public void createLink(Path link, Path existing) throws IOException {
    base.createLink(link, existing);
  }

  @Override
  public void createSymbolicLink(Path link, Path target, FileAttribute<?>... attributes)
      throws IOException {
    base.createSymbolicLink(link, target, attributes);
  }

  @Override
  public Path readSymbolicLink(Path link) throws IOException {
    return base.readSymbolicLink(link);
  }

  @Override
  public void setCurrentWorkingDirectory(Path folder) {
    base.setCurrentWorkingDirectory(folder);
  }

  @Override
  public String getSeparator() {
    return base.getSeparator();
  }

  @Override
  public String getPathSeparator() {
    return base.getPathSeparator();
  }

  @Override
  public String getMimeType(Path path) {
    return base.getMimeType(path);
  }

  @Override
  public Charset getEncoding(Path path) {
    return base.getEncoding(path);
  }

  @Override
  public Path getTempDirectory() {
    return base.getTempDirectory();
  }

  @Override
  public boolean isSameFile(Path path, Path other, LinkOption... options) throws IOException {
    return base.isSameFile(path, other, options);
  }

  @Override
  public long getFileStoreTotalSpace(Path path) throws IOException {
    return base.getFileStoreTotalSpace(path);
  }

  @Override
  public long getFileStoreUnallocatedSpace(Path path) throws IOException {
    return base.getFileStoreUnallocatedSpace(path);
  }

  @Override
  public long getFileStoreUsableSpace(Path path) throws IOException {
    return base.getFileStoreUsableSpace(path);
  }

  @Override
  public long getFileStoreBlockSize(Path path) throws IOException {
    return base.getFileStoreBlockSize(path);
  }

  @Override
  public boolean isFileStoreReadOnly(Path path) throws IOException {
    return base.isFileStoreReadOnly(path);
  }
}
