package org.grcuda.core.interop;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.TruffleLanguage.Env;
import java.io.IOException;
import java.io.Writer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.StandardCopyOption;
import java.util.Set;
import org.grcuda.core.host.HostFiles;

/** The files that a polyglot context lets its guest programs use (its IOAccess). */
final class PublicFiles implements HostFiles {

  private final Env env;

  PublicFiles(Env env) {
    this.env = env;
  }

  /** An action on a file. */
  @FunctionalInterface
  private interface Use<R> {
    R of(TruffleFile file) throws IOException;
  }

  @Override
  public SeekableByteChannel open(String path, Set<? extends OpenOption> options)
      throws IOException {
    return use(path, file -> file.newByteChannel(options));
  }

  @Override
  public Writer openToWrite(String path) throws IOException {
    return use(path, TruffleFile::newBufferedWriter);
  }

  @Override
  public void createFolders(String path) throws IOException {
    use(
        path,
        file -> {
          file.createDirectories();
          return file;
        });
  }

  @Override
  public boolean createNew(String path) throws IOException {
    return use(
        path,
        file -> {
          try {
            file.createFile();
            return true;
          } catch (FileAlreadyExistsException e) {
            return false;
          }
        });
  }

  @Override
  public void replace(String from, String to) throws IOException {
    use(
        from,
        file -> {
          file.move(env.getPublicTruffleFile(to), StandardCopyOption.ATOMIC_MOVE);
          return file;
        });
  }

  @Override
  public void delete(String path) throws IOException {
    use(
        path,
        file -> {
          if (file.exists()) {
            file.delete();
          }
          return file;
        });
  }

  @Override
  public long ageMillis(String path) throws IOException {
    return use(
        path,
        file -> {
          try {
            return System.currentTimeMillis() - file.getLastModifiedTime().toMillis();
          } catch (NoSuchFileException e) {
            return 0L;
          }
        });
  }

  @Override
  public byte[] read(String path) throws IOException {
    return use(
        path,
        file -> {
          HostFiles.checkReadable(path, file.isRegularFile() || !file.exists(), size(file));
          return file.readAllBytes();
        });
  }

  private static long size(TruffleFile file) throws IOException {
    return file.exists() ? file.size() : 0;
  }

  @Override
  public String canonicalPath(String path) throws IOException {
    return use(path, file -> file.getCanonicalFile().getPath());
  }

  private <R> R use(String path, Use<R> use) throws IOException {
    TruffleFile file;
    try {
      file = env.getPublicTruffleFile(path);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new FileSystemException(path, null, "this is not a path: " + e.getMessage());
    }
    try {
      return use.of(file);
    } catch (SecurityException e) {
      IOException denied = new FileSystemException(path, null, "this context denies file access");
      denied.initCause(e);
      throw denied;
    }
  }
}
