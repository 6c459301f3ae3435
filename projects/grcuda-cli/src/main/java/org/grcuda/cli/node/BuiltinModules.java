package org.grcuda.cli.node;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Node's own modules: which of them exist here. */
final class BuiltinModules {

  private static final String PREFIX = "node:";

  /** The modules that exist here; each is a file in resources, or part of {@code modules.js}. */
  static final Set<String> THERE =
      new TreeSet<>(
          List.of(
              "assert",
              "assert/strict",
              "buffer",
              "console",
              "events",
              "fs",
              "fs/promises",
              "module",
              "os",
              "path",
              "perf_hooks",
              "process",
              "timers",
              "timers/promises",
              "url",
              "util"));

  private static final Set<String> ELSEWHERE =
      Set.of(
          "async_hooks",
          "child_process",
          "cluster",
          "crypto",
          "dgram",
          "diagnostics_channel",
          "dns",
          "domain",
          "http",
          "http2",
          "https",
          "inspector",
          "net",
          "punycode",
          "querystring",
          "readline",
          "repl",
          "sqlite",
          "stream",
          "string_decoder",
          "test",
          "tls",
          "tty",
          "v8",
          "vm",
          "wasi",
          "worker_threads",
          "zlib");

  private BuiltinModules() {}

  /**
   * The module of Node that {@code name} means, without prefix; null if it means none.
   *
   * @throws ModuleNotFound if the prefix says that it is Node's, and it does not exist here
   */
  static String find(String name) {
    boolean isNodes = name.startsWith(PREFIX);
    String plain = isNodes ? name.substring(PREFIX.length()) : name;
    if (THERE.contains(plain)) {
      return plain;
    }
    if (isNodes) {
      throw absent(plain);
    }
    return null;
  }

  /** Whether Node has a module called {@code name} that does not exist here. */
  static boolean isElsewhere(String name) {
    return ELSEWHERE.contains(name);
  }

  /** The error for a module of Node that does not exist here. */
  static ModuleNotFound absent(String name) {
    return new ModuleNotFound(
        "ERR_UNKNOWN_BUILTIN_MODULE",
        "node:%s does not exist here; the modules of Node here are %s; Java.type gives the JDK's classes"
            .formatted(name, String.join(", ", THERE)));
  }
}
