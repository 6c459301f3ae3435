package org.grcuda.bench.arguments;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts this program once more. */
public final class OwnCommand {

  private OwnCommand() {}

  /**
   * The command of a process that does {@code command} as this one would; more arguments may be
   * added.
   *
   * @param command such as {@code grcuda bench cpu}
   */
  public static List<String> of(String command) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    words.addAll(main());
    words.addAll(List.of(command.split(" ")).subList(1, 3));
    return words;
  }

  /** What follows the options of a JVM to start the program of this one. */
  private static List<String> main() {
    String module = System.getProperty("jdk.module.main");
    if (module != null) {
      return List.of("-m", module + "/" + System.getProperty("jdk.module.main.class"));
    }
    String command = System.getProperty("sun.java.command");
    return List.of("-cp", System.getProperty("java.class.path"), command.split(" ")[0]);
  }
}
