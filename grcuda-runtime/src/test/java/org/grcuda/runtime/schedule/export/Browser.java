package org.grcuda.runtime.schedule.export;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A page in a headless Chromium, driven over the DevTools protocol as a user drives it. */
final class Browser implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonObject>> replies = new ConcurrentHashMap<>();
  private final BlockingQueue<String> loads = new LinkedBlockingQueue<>();
  private final List<String> problems = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  private Browser(Process process, String address) {
    this.process = process;
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address), new Listener())
            .join();
  }

  /** The browser of this machine; null if there is none. */
  static Path find() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /** Starts {@code chromium} with a profile of its own in {@code folder}. */
  static Browser start(Path chromium, Path folder) throws IOException, InterruptedException {
    Path profile = Files.createDirectory(folder.resolve("profile"));
    ProcessBuilder command =
        new ProcessBuilder(
                chromium.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile());
    command.environment().put("TMPDIR", folder.toString());
    Process process = command.start();
    Path port = profile.resolve("DevToolsActivePort");
    for (int tenths = 0; !Files.exists(port) || Files.size(port) == 0; tenths++) {
      if (!process.isAlive() || tenths > PATIENCE_SECONDS * 10) {
        process.destroyForcibly();
        throw new IOException(
            "the browser did not start: " + Files.readString(folder.resolve("chromium.log")));
      }
      Thread.sleep(100);
    }
    Browser browser = new Browser(process, page(Files.readAllLines(port).getFirst()));
    for (String domain : List.of("Page", "Runtime", "Network", "Log")) {
      browser.call(domain + ".enable", new JsonObject());
    }
    browser.setSize(1500, 900);
    return browser;
  }

  private void setSize(int width, int height) {
    JsonObject params = new JsonObject();
    params.addProperty("width", width);
    params.addProperty("height", height);
    params.addProperty("deviceScaleFactor", 1);
    params.addProperty("mobile", false);
    call("Emulation.setDeviceMetricsOverride", params);
  }

  private static String page(String port) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/json/list")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String body = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      for (JsonElement target : JsonParser.parseString(body).getAsJsonArray()) {
        if (target.getAsJsonObject().get("type").getAsString().equals("page")) {
          return target.getAsJsonObject().get("webSocketDebuggerUrl").getAsString();
        }
      }
    }
    throw new IOException("the browser has no page");
  }

  /** Opens {@code page} and waits until it was loaded and drawn. */
  void open(Path page) throws InterruptedException {
    problems.clear();
    requests.clear();
    loads.clear();
    JsonObject params = new JsonObject();
    params.addProperty("url", page.toUri().toString());
    call("Page.navigate", params);
    if (loads.poll(PATIENCE_SECONDS, TimeUnit.SECONDS) == null) {
      throw new AssertionError(page + " was not loaded");
    }
    frame();
  }

  /** Waits until everything that was asked for is drawn. */
  void frame() {
    evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
  }

  /** The value of a JavaScript expression, promises resolved; null for undefined. */
  JsonElement evaluate(String expression) {
    JsonObject params = new JsonObject();
    params.addProperty("expression", expression);
    params.addProperty("awaitPromise", true);
    params.addProperty("returnByValue", true);
    JsonObject reply = call("Runtime.evaluate", params);
    if (reply.has("exceptionDetails")) {
      throw new AssertionError(expression + ": " + reply.get("exceptionDetails"));
    }
    return reply.getAsJsonObject("result").get("value");
  }

  String text(String expression) {
    return evaluate(expression).getAsString();
  }

  double number(String expression) {
    return evaluate(expression).getAsDouble();
  }

  boolean isTrue(String expression) {
    return evaluate(expression).getAsBoolean();
  }

  void move(double x, double y) {
    mouse("mouseMoved", x, y, "none", 0, 0);
  }

  void click(double x, double y) {
    move(x, y);
    mouse("mousePressed", x, y, "left", 1, 0);
    mouse("mouseReleased", x, y, "left", 1, 0);
    frame();
  }

  /** Drags from a point by {@code dx} and {@code dy}. */
  void drag(double x, double y, double dx, double dy) {
    mouse("mousePressed", x, y, "left", 1, 0);
    mouse("mouseMoved", x + dx / 2, y + dy / 2, "left", 1, 0);
    mouse("mouseMoved", x + dx, y + dy, "left", 1, 0);
    mouse("mouseReleased", x + dx, y + dy, "left", 1, 0);
    frame();
  }

  /** Turns the wheel at a point; towards the reader is positive. */
  void wheel(double x, double y, double by) {
    mouse("mouseWheel", x, y, "none", 0, by);
    frame();
  }

  private void mouse(String type, double x, double y, String button, int clicks, double wheel) {
    JsonObject params = new JsonObject();
    params.addProperty("type", type);
    params.addProperty("x", x);
    params.addProperty("y", y);
    params.addProperty("button", button);
    params.addProperty("buttons", button.equals("left") && !type.equals("mouseReleased") ? 1 : 0);
    params.addProperty("clickCount", clicks);
    params.addProperty("deltaX", 0);
    params.addProperty("deltaY", wheel);
    call("Input.dispatchMouseEvent", params);
  }

  /** Presses a key: a letter, or a name as {@code Enter}. */
  void key(String key) {
    for (String type : List.of("keyDown", "keyUp")) {
      JsonObject params = new JsonObject();
      params.addProperty("type", type);
      params.addProperty("key", key);
      if (key.length() == 1) {
        params.addProperty("text", key);
      }
      call("Input.dispatchKeyEvent", params);
    }
    frame();
  }

  /** Errors and warnings of the page since it was opened. */
  List<String> problems() {
    return problems;
  }

  /** What the page asked for since it was opened, itself included. */
  List<String> requests() {
    return requests;
  }

  private JsonObject call(String method, JsonObject params) {
    int id = lastId.incrementAndGet();
    JsonObject message = new JsonObject();
    message.addProperty("id", id);
    message.addProperty("method", method);
    message.add("params", params);
    CompletableFuture<JsonObject> reply = new CompletableFuture<>();
    replies.put(id, reply);
    try {
      socket.sendText(message.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      JsonObject got = reply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (got.has("error")) {
        throw new AssertionError(method + ": " + got.get("error"));
      }
      return got.getAsJsonObject("result");
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(method + " got no reply", e);
    }
  }

  private void receive(JsonObject message) {
    if (message.has("id")) {
      replies.remove(message.get("id").getAsInt()).complete(message);
      return;
    }
    JsonObject params = message.getAsJsonObject("params");
    switch (message.get("method").getAsString()) {
      case "Page.loadEventFired" -> loads.add("load");
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
          problems.add(params.toString());
      case "Network.requestWillBeSent" ->
          requests.add(params.getAsJsonObject("request").get("url").getAsString());
      default -> {}
    }
  }

  @Override
  public void close() {
    socket.abort();
    List<ProcessHandle> all = new ArrayList<>(process.descendants().toList());
    all.addFirst(process.toHandle());
    for (ProcessHandle one : all) {
      one.destroy();
      one.onExit().completeOnTimeout(one, PATIENCE_SECONDS, TimeUnit.SECONDS).join();
      one.destroyForcibly();
    }
  }

  private final class Listener implements WebSocket.Listener {

    private final StringBuilder part = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      part.append(data);
      if (last) {
        JsonObject message = JsonParser.parseString(part.toString()).getAsJsonObject();
        part.setLength(0);
        receive(message);
      }
      from.request(1);
      return null;
    }
  }
}
