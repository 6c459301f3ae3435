package org.grcuda.core.host;

import java.io.IOException;
import java.io.Writer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/** The files of the process, for programs that no polyglot context confines. */
public final class LocalFiles implements HostFiles {

  @Override
  public SeekableByteChannel open(String path, Set<? extends OpenOption> options)
      throws IOException {
    return Files.newByteChannel(path(path), options);
  }

  @Override
  public Writer openToWrite(String path) throws IOException {
    return Files.newBufferedWriter(path(path));
  }

  @Override
  public void createFolders(String path) throws IOException {
    Files.createDirectories(path(path));
  }

  @Override
  public boolean createNew(String path) throws IOException {
    try {
      Files.createFile(path(path));
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  @Override
  public void replace(String from, String to) throws IOException {
    Files.move(path(from), path(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String path) throws IOException {
    Files.deleteIfExists(path(path));
  }

  @Override
  public long ageMillis(String path) throws IOException {
    try {
      return System.currentTimeMillis() - Files.getLastModifiedTime(path(path)).toMillis();
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  @Override
  public byte[] read(String path) throws IOException {
    Path file = path(path);
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    HostFiles.checkReadable(path, attributes.isRegularFile(), attributes.size());
    return Files.readAllBytes(file);
  }

  @Override
  public String canonicalPath(String path) throws IOException {
    return path(path).toRealPath().toString();
  }

  private static Path path(String text) throws FileSystemException {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new FileSystemException(text, null, "this is not a path: " + e.getReason());
    }
  }
}
