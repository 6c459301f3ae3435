package org.grcuda.core.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.grcuda.core.host.Permissions;
import org.grcuda.driver.CodeTarget;
import org.grcuda.nvrtc.CompilationException;
import org.grcuda.nvrtc.CompiledProgram;
import org.grcuda.nvrtc.NvrtcCompiler;
import org.grcuda.nvrtc.NvrtcException;
import org.grcuda.nvrtc.Program;
import org.grcuda.nvrtc.source.LocalHeaders;
import org.grcuda.nvrtc.source.Lp64;
import org.grcuda.nvrtc.source.SourceException;
import org.grcuda.nvrtc.source.SourceReader;
import org.grcuda.nvrtc.source.WholeFile;
import org.grcuda.ptx.PtxSyntaxException;
import org.grcuda.types.CompileOptions;
import org.grcuda.types.GrCudaException;

/** Compiles sources. Kernels of the same source and options share one module. */
public final class KernelLoader implements AutoCloseable {

  private static final String SOURCE_NAME = "kernel.cu";

  /** Begins the list of folders that were searched. */
  private static final String PLACES = " Looked at:";

  /** With one of these options, the code tells its source lines. */
  private static final Set<String> LINE_OPTIONS =
      Set.of("-lineinfo", "--generate-line-info", "-G", "--device-debug");

  /** Finds the place, and the header, in NVRTC's message. */
  private static final Pattern MISSING_HEADER =
      Pattern.compile("(?m)^(.*\\(\\d+\\)): catastrophic error: cannot open source file \"(.*)\"$");

  private final NvrtcCompiler compiler;
  private final List<CodeTarget> targets;
  private final Permissions permissions;
  private final boolean sourceLines;
  private final Map<Program, KernelModule> modules = new HashMap<>();

  /**
   * @param targets what the devices execute, each once
   * @param sourceLines whether the code is to say which line of the source it comes from
   */
  public KernelLoader(
      NvrtcCompiler compiler,
      List<CodeTarget> targets,
      Permissions permissions,
      boolean sourceLines) {
    this.sourceLines = sourceLines;
    this.compiler = compiler;
    this.targets = targets;
    this.permissions = permissions;
  }

  /**
   * The module of a source.
   *
   * @param nameExpressions instances of templates to compile; those requested together are one
   *     module
   * @throws GrCudaException if the source does not compile: NVRTC's log
   */
  public synchronized KernelModule compile(
      String source, CompileOptions options, List<String> nameExpressions) {
    refuseNul(source);
    CompileOptionsCheck.check(options);
    Program program =
        new Program(
            source,
            SOURCE_NAME,
            architecture(targets.getFirst()),
            withSourceLines(options.options()),
            options.includes(),
            nameExpressions);
    program = options.lp64() ? Lp64.of(program) : program;
    if (permissions.compilerFiles()) {
      program = LocalHeaders.given(program, SourceReader.FILES);
    }
    // The thread may run other code of the program while it waits for the compiler.
    KernelModule module = modules.get(program);
    if (module == null) {
      module = load(compileForAll(program), SOURCE_NAME);
      modules.put(program, module);
    }
    return module;
  }

  /**
   * The module of a whole CUDA file: code of the host is set aside.
   *
   * @param name of the file, in messages
   * @param path where it lies; headers are looked for beside it
   * @param reader reads headers
   * @param nameExpressions instances of templates besides those that the file launches
   * @throws GrCudaException if its device code does not compile: NVRTC's log
   */
  public synchronized FileModule compileFile(
      String source,
      String name,
      String path,
      SourceReader reader,
      CompileOptions options,
      List<String> nameExpressions) {
    refuseNul(source);
    CompileOptionsCheck.check(options);
    Program whole =
        new Program(
            source,
            name,
            architecture(targets.getFirst()),
            withSourceLines(options.options()),
            options.includes(),
            nameExpressions);
    SourceReader allowed = permissions.compilerFiles() ? reader : SourceReader.NONE;
    WholeFile.Result result;
    try {
      result = WholeFile.compile(whole, path, allowed, this::compileNow);
    } catch (SourceException e) {
      throw new GrCudaException(GrCudaException.Kind.COMPILATION, withoutPlaces(e.getMessage()), e);
    } catch (CompilationException e) {
      throw refused(e);
    } catch (NvrtcException e) {
      throw unusable(e);
    }
    KernelModule module = modules.get(result.program());
    if (module == null) {
      module = load(compileForAll(result.program()), name);
      modules.put(result.program(), module);
    }
    return new FileModule(name, module, result.deviceSource(), result.setAside());
  }

  private static void refuseNul(String source) {
    if (source.indexOf('\0') >= 0) {
      throw new GrCudaException(
          GrCudaException.Kind.VALUE,
          "the source holds a NUL character at position " + source.indexOf('\0'));
    }
  }

  /** NVRTC passes assembly on as it is written, and declares variables larger than any memory. */
  private static KernelModule load(ModuleCode code, String name) {
    try {
      return new KernelModule(code);
    } catch (PtxSyntaxException e) {
      throw new GrCudaException(
          GrCudaException.Kind.COMPILATION,
          name + ": the code that NVRTC made from it is refused: " + e.getMessage(),
          e);
    }
  }

  /** Compiles for each kind of device now, as a first launch there must not wait for a compiler. */
  private ModuleCode compileForAll(Program program) {
    SequencedMap<CodeTarget, CompiledProgram> programs = new LinkedHashMap<>();
    for (CodeTarget target : targets) {
      programs.put(target, compile(program.withArchitecture(architecture(target))));
    }
    return ModuleCode.compiled(programs);
  }

  private String architecture(CodeTarget target) {
    if (target.isPtx()) {
      return target.architecture();
    }
    try {
      return compiler.architectureFor(target.capability(), target.newestCuda());
    } catch (NvrtcException e) {
      throw unusable(e);
    }
  }

  private List<String> withSourceLines(List<String> options) {
    if (!sourceLines || options.stream().anyMatch(LINE_OPTIONS::contains)) {
      return options;
    }
    List<String> all = new ArrayList<>(options);
    all.add("-lineinfo");
    return all;
  }

  private CompiledProgram compileNow(Program program) {
    if (!permissions.compilerFiles()) {
      program.fileAccess().ifPresent(KernelLoader::refuseFiles);
    }
    return compiler.compile(program);
  }

  private CompiledProgram compile(Program program) {
    try {
      return compileNow(program);
    } catch (CompilationException e) {
      throw refused(e);
    } catch (NvrtcException e) {
      throw unusable(e);
    }
  }

  private GrCudaException refused(CompilationException failure) {
    String log = withoutPlaces(explain(failure.getMessage()));
    return new GrCudaException(GrCudaException.Kind.COMPILATION, log, failure);
  }

  /** Programs that may not read the host's files must not learn where it was searched. */
  private String withoutPlaces(String message) {
    int places = permissions.compilerFiles() ? -1 : message.indexOf(PLACES);
    return places < 0 ? message : message.substring(0, places);
  }

  private GrCudaException unusable(NvrtcException failure) {
    String message =
        permissions.compilerFiles()
            ? failure.getMessage()
            : "NVRTC, NVIDIA's compiler of CUDA C++, cannot be used; only a context"
                + " with file and native access is told why";
    return new GrCudaException(GrCudaException.Kind.STATE, message, failure);
  }

  /** The compiler's log; if only a header is missing, advice instead. */
  private static String explain(String log) {
    Matcher missing = MISSING_HEADER.matcher(log);
    if (!missing.find() || log.contains(PLACES) || log.contains(": error:")) {
      return log;
    }
    return ("%s: there is no header \"%s\": give its text in the compile option 'includes', or its"
            + " folder as '-I'; those of C and of CUDA are found by themselves")
        .formatted(missing.group(1), missing.group(2));
  }

  private static void refuseFiles(String access) {
    throw new GrCudaException(
        GrCudaException.Kind.PERMISSION,
        "buildkernel: "
            + access
            + " may read files, which this context denies; supply headers in the compile options"
            + " ({includes: {name: text}}), or allow file and native access");
  }

  /** Unloads everything. */
  @Override
  public synchronized void close() {
    modules.values().forEach(KernelModule::close);
    modules.clear();
  }
}
