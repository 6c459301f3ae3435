package org.grcuda.core.interop;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.TruffleLanguage.Env;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.grcuda.core.engine.Devices;
import org.grcuda.core.engine.Session;
import org.grcuda.core.guest.Guest;
import org.grcuda.core.guest.GuestException;
import org.grcuda.core.guest.Promises;
import org.grcuda.core.guest.SafepointBlocker;
import org.grcuda.core.guest.StreamSink;
import org.grcuda.core.host.Permissions;
import org.grcuda.core.host.SessionHost;
import org.grcuda.core.library.Libraries;
import org.grcuda.core.option.Options;
import org.grcuda.types.GrCudaException;

/**
 * The state of the language in one polyglot context. The session, and with it the driver, is opened
 * at first use.
 */
public final class GuestContext implements AutoCloseable {

  private final Env env;
  private final Options options;
  private final SessionHost host;
  private volatile Session session;
  private LoopTargets loops;
  private Promises promises;
  private Libraries libraries;
  private List<DeviceObject> devices;
  private boolean closed;

  /** The state for {@code env}; {@code options} are checked. */
  public GuestContext(Env env, Options options) {
    this.env = env;
    this.options = options;
    this.host =
        new SessionHost(
            env.getEnvironment(),
            new StreamSink(env.out()),
            new StreamSink(env.err()),
            permissions(env),
            new PublicFiles(env),
            SafepointBlocker.INSTANCE,
            null);
  }

  /**
   * NVRTC bypasses a virtual file system, and the language cannot see whether there is one. So
   * permission for files alone is not enough.
   */
  private static Permissions permissions(Env env) {
    boolean nativeAccess = env.isNativeAccessAllowed();
    return new Permissions(nativeAccess, nativeAccess && env.isFileIOAllowed());
  }

  /** The environment of the language. */
  public Env env() {
    return env;
  }

  /** The options in effect. */
  public Options options() {
    return options;
  }

  /** The session, opened by the first call. */
  public Session session() {
    Session open = session;
    return open != null ? open : openSession();
  }

  private synchronized Session openSession() {
    if (closed) {
      throw GuestException.of(GrCudaException.Kind.STATE, "the context is closed");
    }
    if (session == null) {
      session = Guest.guarded(() -> Session.open(options, host));
    }
    return session;
  }

  /** The vendor libraries of the session. */
  public synchronized Libraries libraries() {
    if (libraries == null) {
      libraries = new Libraries(session());
    }
    return libraries;
  }

  /** The devices of the session, by number: each is one object. */
  public synchronized List<DeviceObject> devices() {
    if (devices == null) {
      Devices known = session().cuda().devices();
      devices =
          IntStream.range(0, known.count()).mapToObj(i -> new DeviceObject(known, i)).toList();
    }
    return devices;
  }

  /**
   * The name of the library {@code name} for the dynamic loader. If the current folder of this
   * context has a file of that path, it is the file's absolute path. Otherwise a name without a
   * slash stays as it is, for the loader to search. Without file access no folder is searched.
   */
  public String libraryPath(String name) {
    // A text that is not a path is not a library either: the session reports it.
    if (!env.isFileIOAllowed() || name.isEmpty() || name.indexOf('\0') >= 0) {
      return name;
    }
    TruffleFile file = env.getPublicTruffleFile(name);
    return name.indexOf('/') >= 0 || file.exists() ? file.getAbsoluteFile().getPath() : name;
  }

  /**
   * The path of a file that a function maps into memory, as a virtual file system cannot.
   *
   * @param what names the argument in messages
   * @throws GrCudaException if this context denies access to files or native access, or {@code
   *     name} is no path
   */
  public Path mappedFile(String what, String name) {
    if (!env.isFileIOAllowed() || !env.isNativeAccessAllowed()) {
      throw new GrCudaException(
          GrCudaException.Kind.PERMISSION,
          what
              + ": the file is mapped into memory, which needs access to files and native access;"
              + " this context denies one of them");
    }
    try {
      Path absolute = Path.of(env.getPublicTruffleFile(name).getAbsoluteFile().getPath());
      // Messages name the file as the program does, unless it has a folder of its own.
      Path given = Path.of(name);
      return given.toAbsolutePath().equals(absolute) ? given : absolute;
    } catch (IllegalArgumentException e) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE, what + ": '" + name + "' is no path of a file", e);
    }
  }

  /** The loops over elements of this context. */
  synchronized LoopTargets loops() {
    if (loops == null) {
      loops = new LoopTargets();
    }
    return loops;
  }

  /** The promises of this context. */
  public synchronized Promises promises() {
    if (promises == null) {
      promises = new Promises(env);
    }
    return promises;
  }

  /** The Java object behind {@code value} if it is a host object, else null. */
  Object asHostObject(Object value) {
    return env.isHostObject(value) ? env.asHostObject(value) : null;
  }

  /**
   * Waits for the context's work and frees everything; if the context is being cancelled, kernels
   * are stopped. Idempotent.
   */
  @Override
  public void close() {
    Session open;
    synchronized (this) {
      closed = true;
      open = session;
    }
    if (open != null && env.getContext().isCancelling()) {
      open.cancel();
    } else if (open != null) {
      open.close();
    }
  }
}
