package org.grcuda.core.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.grcuda.core.host.DumpFolder;
import org.grcuda.core.host.SessionHost;
import org.grcuda.driver.DriverHost;

/** The host program of a session, as its backend sees it. */
record BackendHost(SessionHost host) implements DriverHost {

  @Override
  public void kernelOutput(String text) {
    host.output().accept(text);
  }

  @Override
  public void message(String lines) {
    host.messages().accept(lines);
  }

  @Override
  public String read(String path) throws IOException {
    return new String(host.files().read(path), StandardCharsets.UTF_8);
  }

  @Override
  public BiConsumer<String, String> folder(String path) {
    return new DumpFolder(path, host.files());
  }
}
