package com.example;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.grcuda.polyglot.GrCudaContext;

/** Makes an array in Python, and changes it in JavaScript, on the device. */
public final class Languages {

  private Languages() {}

  /** Runs both programs in one context. */
  public static void main(String[] args) throws IOException {
    try (Context context =
        GrCudaContext.newBuilder("python", "js")
            .option("js.esm-eval-returns-exports", "true")
            // Without the Graal compiler the languages are interpreted, of which the engine warns.
            .option("engine.WarnInterpreterOnly", "false")
            .build()) {
      Value array = context.eval(source("python", "make.py"));
      Value scale = context.eval(source("js", "scale.mjs")).getMember("scale");
      scale.execute(array, 2.5);
      System.out.println(array);
    }
  }

  /** A program among the resources. As text: from a URL, JavaScript would import from URLs only. */
  private static Source source(String language, String name) throws IOException {
    try (InputStream file = Languages.class.getResourceAsStream(name)) {
      String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
      return Source.newBuilder(language, text, name).build();
    }
  }
}
