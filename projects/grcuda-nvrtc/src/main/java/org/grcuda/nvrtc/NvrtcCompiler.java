package org.grcuda.nvrtc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.grcuda.nvrtc.NvrtcSettings.Source;
import org.grcuda.nvrtc.file.LibraryRecord;
import org.grcuda.nvrtc.file.LibraryRecord.Known;
import org.grcuda.nvrtc.wheel.FetchedWheel;
import org.grcuda.nvrtc.wheel.HeaderPackage;
import org.grcuda.nvrtc.wheel.Platform;

/**
 * Compiles CUDA C++ with NVRTC, in a process of its own. Needs no device. Safe for use by several
 * threads.
 *
 * <p>Nothing is searched before the first {@link #compile}, and no process is started before the
 * first one whose result is not cached on disk. The library is taken from the first of these
 * places:
 *
 * <ol>
 *   <li>{@link NvrtcSettings#library}
 *   <li>{@code $CUDA_HOME}, {@code $CUDA_PATH}, {@code /usr/local/cuda}
 *   <li>the loader's path: {@code $LD_LIBRARY_PATH}, {@code /etc/ld.so.conf}, {@code /lib}...
 *   <li>the user cache
 *   <li>the PyPI package {@code nvidia-cuda-nvrtc-cu12}, fetched by pip into that cache
 * </ol>
 *
 * <p>Where what a device needs is not among what that library makes, and the library was not named,
 * the one of the user cache compiles for the device.
 *
 * <p>If NVRTC is in none of the first four places, and programs compiled beforehand lie beside the
 * cache ({@link Precompiler}), those are used; NVRTC is fetched only for other programs.
 */
public final class NvrtcCompiler implements AutoCloseable {

  /** Headers of 150 MB take 0.4 GB while they are precompiled. */
  private static final long MEMORY_OF_HEADERS = 1L << 30;

  private final NvrtcSettings settings;
  private final LibraryRecord record;
  private final ProgramCache programs;
  private final Supplier<SearchPlaces> places = new Lazy<>(this::searchPlaces);
  private final Supplier<Optional<Known>> known = new Lazy<>(this::recall);
  private final Supplier<Path> library = new Lazy<>(this::locate);
  private final Supplier<Path> intact = new Lazy<>(this::intactLibrary);
  private final RemoteNvrtc nvrtc;
  private final Supplier<Known> described = new Lazy<>(this::describe);
  private final Supplier<CudaHeaders> headers = new Lazy<>(this::headers);
  private final Supplier<Optional<Precompiled>> beforehand = new Lazy<>(this::beforehand);
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  /** Compiles for the architectures that the library found first does not serve. */
  private final Lazy<NvrtcCompiler> fallback;

  private final Set<String> byFallback = ConcurrentHashMap.newKeySet();

  private NvrtcCompiler(NvrtcSettings settings, CompileWait waiting) {
    this.settings = settings;
    this.nvrtc = new RemoteNvrtc(settings.limits(), waiting, this::tell);
    this.record =
        new LibraryRecord(
            settings
                .cacheDirectory()
                .resolve(
                    settings.source() == Source.FETCHED_ONLY
                        ? "nvrtc-fetched-library"
                        : "nvrtc-library"));
    this.fallback = new Lazy<>(() -> open(settings.withSource(Source.FETCHED_ONLY), waiting));
    this.programs =
        new ProgramCache(settings.cacheDirectory().resolve("programs"), settings.maxProgramBytes());
  }

  /** A compiler that will find NVRTC by {@code settings}, when it needs to. */
  public static NvrtcCompiler open(NvrtcSettings settings) {
    return open(settings, CompileWait.UNINTERRUPTIBLE);
  }

  /** As the other method; threads wait for compilations by {@code waiting}. */
  public static NvrtcCompiler open(NvrtcSettings settings, CompileWait waiting) {
    return new NvrtcCompiler(settings, waiting);
  }

  /** Ends compilations that other threads wait for: they get an {@link IllegalStateException}. */
  @Override
  public void close() {
    nvrtc.close();
    if (!byFallback.isEmpty()) {
      fallback.get().close();
    }
  }

  /**
   * Compiles, or takes the result of an earlier equal compilation from the disk. Programs with
   * {@link Program#fileAccess} are always compiled, as it is not known what they read.
   *
   * <p>C headers come with this class. CUDA's headers come from a CUDA toolkit, else the package of
   * them is fetched when a program first includes one that is not found otherwise. Folders given as
   * {@code -I} come first.
   *
   * @throws CompilationException the program is wrong: NVRTC's log; or NVRTC crashed on it, or took
   *     more than {@link NvrtcSettings#limits}
   * @throws NvrtcNotFoundException there is no NVRTC
   * @throws NvrtcException NVRTC cannot be loaded or failed for another reason
   */
  public CompiledProgram compile(Program program) {
    if (byFallback.contains(program.architecture())) {
      return fallback.get().compile(program);
    }
    Optional<Precompiled> made = beforehand.get();
    if (made.isEmpty() || program.fileAccess().isPresent()) {
      return compileNow(program);
    }
    try {
      Optional<CompiledProgram> found = made.get().find(program);
      return found.isPresent() ? found.get() : compileNow(program);
    } catch (IOException e) {
      warn("read", e);
      return compileNow(program);
    } catch (NvrtcNotFoundException e) {
      throw new NvrtcNotFoundException(
          e.getMessage()
              + "\nWithout it only programs run that were compiled beforehand, in "
              + made.get().folder()
              + "; "
              + program.name()
              + " is none of them. Part b of the GPU bundle has NVRTC"
              + " (grcuda-gpu-b-nvrtc.tar.xz).");
    }
  }

  private CompiledProgram compileNow(Program program) {
    if (program.isComplete()) {
      return compile(program, BundledHeaders.NONE, HeaderFolders.NONE);
    }
    BundledHeaders bundled = BundledHeaders.of(program);
    HeaderFolders folders = installedHeaders();
    while (true) {
      try {
        return compile(program, bundled, folders);
      } catch (CompilationException e) {
        folders = headers.get().completed(folders, e);
      }
    }
  }

  private CompiledProgram compile(Program program, BundledHeaders bundled, HeaderFolders folders) {
    Program whole = program.withOptions(bundled.options().toArray(String[]::new));
    if (settings.maxProgramBytes() == 0 || program.fileAccess().isPresent()) {
      return compileIntact(whole, HeaderSet.of(bundled, folders), folders);
    }
    String compiler = version() + " " + library().toFile().length();
    String identity = compiler + bundled.identity() + folders.identity();
    ProgramKey key = ProgramKey.of(program, identity);
    HeaderSet headers = HeaderSet.of(bundled, folders).kept(keptHeaders(), identity);
    return cached(key).orElseGet(() -> compileAndStore(whole, headers, folders, key));
  }

  /** Where precompiled headers are kept; empty if the compiler's process has no memory for them. */
  private String keptHeaders() {
    return settings.limits().memoryBytes() < MEMORY_OF_HEADERS
        ? ""
        : settings.cacheDirectory().resolve("headers").toAbsolutePath().toString();
  }

  private CompiledProgram compileIntact(Program program, HeaderSet headers, HeaderFolders folders) {
    try {
      return folders.hiddenIn(nvrtc.compile(intact.get(), program, headers));
    } catch (CompilationException e) {
      if (e.result().equals(CompilationException.CRASH) && !headers.kept().isEmpty()) {
        // Precompiled headers must not be what crashes it.
        return compileIntact(program, headers.kept("", ""), folders);
      }
      throw new CompilationException(e.result(), folders.hiddenIn(e.getMessage()));
    }
  }

  private HeaderFolders installedHeaders() {
    try {
      return headers.get().installed();
    } catch (IOException e) {
      warn("read", e);
      return HeaderFolders.NONE;
    }
  }

  /**
   * Whether programs can include a header of that name without bringing it: one of C, of C++ as far
   * as libcu++ has it, or of CUDA.
   */
  public static boolean provides(String header) {
    return BundledHeaders.isOne(header) || HeaderPackage.of(header).isPresent();
  }

  /**
   * The library in use, searched and if need be fetched now, but not loaded.
   *
   * @throws NvrtcNotFoundException there is no NVRTC
   */
  public Path library() {
    return library.get();
  }

  /**
   * NVRTC's version, such as {@code "12.9"}. Starts a process only if the library is a new one.
   *
   * @throws NvrtcNotFoundException there is no NVRTC
   * @throws NvrtcException NVRTC cannot be loaded
   */
  public String version() {
    return described.get().version();
  }

  /**
   * The {@link Program#architecture} to compile to for a device. Starts a process only if the
   * library is a new one.
   *
   * @param capability compute capability of the device, such as 90 for 9.0
   * @param newestCuda the newest version of CUDA whose code its driver takes, 1000 times the major
   *     and 10 times the minor number; 0: any
   * @throws NvrtcNotFoundException there is no NVRTC
   * @throws NvrtcException NVRTC cannot be loaded, or makes nothing that the device executes, nor
   *     does the one of the user cache
   */
  public String architectureFor(int capability, int newestCuda) {
    Optional<Precompiled> made = beforehand.get();
    if (made.isPresent() && made.get().architectures().stream().anyMatch(a -> a <= capability)) {
      int version = TargetChoice.version(made.get().version());
      return new TargetChoice(version, made.get().architectures()).of(capability, newestCuda);
    }
    Known compiler = described.get();
    int version = TargetChoice.version(compiler.version());
    try {
      return new TargetChoice(version, compiler.architectures()).of(capability, newestCuda);
    } catch (NvrtcException e) {
      return fallBack(compiler, e, capability, newestCuda);
    }
  }

  /** As {@link #architectureFor}, by the library of the user cache. */
  private String fallBack(Known unfit, NvrtcException reason, int capability, int newestCuda) {
    if (settings.library() != null || settings.source() == Source.FETCHED_ONLY) {
      throw reason;
    }
    try {
      String architecture = fallback.get().architectureFor(capability, newestCuda);
      byFallback.add(architecture);
      tell(
          "NVRTC %s in %s makes nothing for this GPU and its driver; NVRTC %s in the cache compiles."
              .formatted(unfit.version(), unfit.library().getParent(), fallback.get().version()));
      return architecture;
    } catch (NvrtcException e) {
      reason.addSuppressed(e);
      throw reason;
    }
  }

  /** Programs compiled beforehand, if there are any and NVRTC is nowhere on this machine. */
  private Optional<Precompiled> beforehand() {
    try {
      Optional<Precompiled> made = Precompiled.beside(settings.cacheDirectory());
      return made.isPresent() && !isInstalled() ? made : Optional.empty();
    } catch (IOException e) {
      warn("read", e);
      return Optional.empty();
    }
  }

  private boolean isInstalled() {
    if (settings.library() != null || known.get().isPresent()) {
      return true;
    }
    try {
      SearchPlaces searched = places.get();
      new NvrtcLocator(settings.withFetch(false), searched, searched.platform().wheel()).locate();
      return true;
    } catch (NvrtcNotFoundException e) {
      return false;
    }
  }

  private SearchPlaces searchPlaces() {
    Platform platform =
        Platform.current()
            .orElseThrow(
                () ->
                    new NvrtcNotFoundException(
                        "NVRTC, NVIDIA's compiler of CUDA C++, is published for Linux on x86_64"
                            + " and aarch64; this is %s on %s."
                                .formatted(
                                    System.getProperty("os.name"), System.getProperty("os.arch"))));
    return usesFetched(platform)
        ? SearchPlaces.none(platform)
        : new SearchPlaces(settings.environment(), platform, Path.of("/"));
  }

  private boolean usesFetched(Platform platform) {
    return switch (settings.source()) {
      case INSTALLED_FIRST -> false;
      case FETCHED_ONLY -> true;
      case FETCHED_FIRST -> isFetched(platform);
    };
  }

  private boolean isFetched(Platform platform) {
    try {
      return new FetchedWheel(settings.cacheDirectory(), platform.wheel()).installed().isPresent();
    } catch (IOException e) {
      warn("read", e);
      return false;
    }
  }

  private CudaHeaders headers() {
    SearchPlaces searched = places.get();
    return new CudaHeaders(settings, searched, searched.platform().headers());
  }

  private Optional<Known> recall() {
    try {
      return record.recall(fingerprint()).filter(recorded -> isPlausible(recorded.library()));
    } catch (IOException e) {
      warn("read", e);
      return Optional.empty();
    }
  }

  /** A recorded library is used only if a search could have found it. */
  private boolean isPlausible(Path recorded) {
    return settings.library() == null
        ? locator().mayFind(recorded)
        : recorded.equals(NvrtcLocator.named(settings.library()));
  }

  private NvrtcLocator locator() {
    SearchPlaces searched = places.get();
    return new NvrtcLocator(settings, searched, searched.platform().wheel());
  }

  private Path intactLibrary() {
    return settings.library() == null ? locator().intact(library()) : library();
  }

  private Path locate() {
    if (settings.library() != null) {
      return NvrtcLocator.named(settings.library());
    }
    if (known.get().isPresent()) {
      return known.get().get().library();
    }
    return locator().locate();
  }

  private Known describe() {
    if (known.get().isPresent()) {
      return known.get().get();
    }
    WorkerMessage.Description asked = nvrtc.describe(intact.get());
    Known answer = new Known(library(), asked.version(), asked.architectures());
    try {
      record.record(fingerprint(), answer);
    } catch (IOException e) {
      warn("written", e);
    }
    return answer;
  }

  private String fingerprint() {
    return settings.library() == null
        ? places.get().fingerprint()
        : NvrtcLocator.named(settings.library()) + "\n";
  }

  private Optional<CompiledProgram> cached(ProgramKey key) {
    try {
      return programs.read(key);
    } catch (IOException e) {
      warn("read", e);
      return Optional.empty();
    }
  }

  private CompiledProgram compileAndStore(
      Program program, HeaderSet headers, HeaderFolders folders, ProgramKey key) {
    CompiledProgram compiled = compileIntact(program, headers, folders);
    try {
      programs.write(key, compiled);
    } catch (IOException e) {
      warn("written", e);
    }
    return compiled;
  }

  /** A cache that does not work costs only time. Each reason is reported once. */
  private void warn(String what, IOException reason) {
    tell("The cache of compiled kernels cannot be " + what + ": " + reason);
  }

  private void tell(String line) {
    if (told.add(line)) {
      settings.messages().accept(line);
    }
  }
}
