package org.grcuda.bench.cpu;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report as one JSON object, printed at the end. */
final class JsonCpuReport implements CpuReport {

  private final JsonArray kernels = new JsonArray();
  private final List<Row> rows = new ArrayList<>();
  private List<String> peers = List.of();

  @Override
  public void begin(List<String> sides) {
    peers = sides.subList(1, sides.size());
  }

  @Override
  public void add(Row row) {
    rows.add(row);
    JsonObject kernel = new JsonObject();
    kernel.addProperty("kernel", row.entry().name());
    kernel.addProperty("definition", row.entry().definition());
    kernel.addProperty("rounds", row.rounds());
    JsonObject millis = new JsonObject();
    row.millis().forEach(millis::addProperty);
    kernel.add("millis", millis);
    JsonObject ratios = new JsonObject();
    peers.forEach(peer -> ratios.addProperty(peer, row.ratio(peer)));
    kernel.add("ratios", ratios);
    kernels.add(kernel);
  }

  @Override
  public void finish(Map<String, String> notes) {
    JsonObject sides = new JsonObject();
    notes.forEach(sides::addProperty);
    JsonObject means = new JsonObject();
    peers.forEach(peer -> means.addProperty(peer, Ratios.mean(rows, peer)));
    JsonObject all = new JsonObject();
    all.add("sides", sides);
    all.add("kernels", kernels);
    all.add("geometricMeans", means);
    System.out.println(new GsonBuilder().setPrettyPrinting().create().toJson(all));
  }
}
