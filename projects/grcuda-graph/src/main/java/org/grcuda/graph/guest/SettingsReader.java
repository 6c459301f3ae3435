package org.grcuda.graph.guest;

import java.util.ArrayList;
import java.util.List;
import org.grcuda.spi.Call;
import org.grcuda.worklist.Settings;

/** Settings of a worklist as arguments by name. */
final class SettingsReader {

  private static final List<String> NAMES =
      List.of("schedule", "delta", "strict", "fusedLimit", "fusedRounds", "packet");

  private static final String ASYNCHRONOUS = "asynchronous";
  private static final String BULK_SYNCHRONOUS = "bulk-synchronous";

  private SettingsReader() {}

  /** The names of parameters: {@code first}, and those of settings. */
  static List<String> parameters(String... first) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(NAMES);
    return all;
  }

  /** The settings of a call; those that are not given are {@code usual}. */
  static Settings read(Call call, Settings usual) {
    return new Settings(
        schedule(call, usual.schedule()),
        call.number("delta", usual.delta()),
        call.isTrue("strict", usual.strict()),
        (int) call.integer("fusedLimit", 0, Integer.MAX_VALUE, usual.fusedLimit()),
        (int) call.integer("fusedRounds", 1, Integer.MAX_VALUE, usual.fusedRounds()),
        packet(call, usual.packet()));
  }

  static int packet(Call call, int usual) {
    return (int) call.integer("packet", 1, Integer.MAX_VALUE, usual);
  }

  static Settings.Schedule schedule(Call call, Settings.Schedule usual) {
    String usualName = usual == Settings.Schedule.ASYNCHRONOUS ? ASYNCHRONOUS : BULK_SYNCHRONOUS;
    String name = call.choice("schedule", List.of(ASYNCHRONOUS, BULK_SYNCHRONOUS), usualName);
    return name.equals(ASYNCHRONOUS)
        ? Settings.Schedule.ASYNCHRONOUS
        : Settings.Schedule.BULK_SYNCHRONOUS;
  }
}
