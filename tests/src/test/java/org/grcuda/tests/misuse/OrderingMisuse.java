package org.grcuda.tests.misuse;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.grcuda.HostView;
import org.grcuda.task.Usable;

/** What cannot be used besides the arguments of a launch. */
final class OrderingMisuse {

  private OrderingMisuse() {}

  static Stream<Misuse> cases() {
    return Stream.concat(uses(), requests());
  }

  private static Stream<Misuse> uses() {
    return Stream.of(
        Misuse.of(
            "uses without names",
            "scale.using([x])",
            h -> h.scale.invokeMember("using", new Object[] {new Object[] {h.x}}),
            null,
            "kernel 'scale', using, argument 1: expected an object with options by name, given a"
                + " list"),
        Misuse.of(
            "misspelt use",
            "scale.using({'raeds': [x]})",
            h -> h.scale.invokeMember("using", Map.of("raeds", List.of(h.x))),
            null,
            "kernel 'scale', using: no option 'raeds'; legal are reads, writes"),
        Misuse.of(
            "use of a number",
            "scale(1, 1).using({'reads': [x, 7]})",
            h -> h.scale.execute(1, 1).invokeMember("using", Map.of("reads", List.of(h.x, 7))),
            null,
            "kernel 'scale', using, 'reads': expected device arrays and resources, given 7"),
        Misuse.of(
                "use of what is neither array nor resource",
                "scale.using({'writes': scale})",
                h -> h.scale.invokeMember("using", Map.of("writes", h.scale)),
                h -> h.scale.using(List.of(), List.of(new Usable() {})),
                "kernel 'scale', using, 'writes': expected device arrays and resources, given a"
                    + " function")
            .typed(
                "kernel 'scale', using: expected arrays and resources, given a"
                    + " org.grcuda.tests.misuse.OrderingMisuse$1"),
        Misuse.of(
            "use of a freed array",
            "scale.using({'reads': freed})",
            h -> h.scale.invokeMember("using", Map.of("reads", h.freed)),
            h -> h.scale.using(List.of(h.freed), List.of()),
            "array float[5] was freed"),
        Misuse.of(
            "array freed after its use was said",
            "y = cu.DeviceArray('float', 3); k = scale(1, 1).using({'writes': y}); y.free(); "
                + "k(x, 1, 5)",
            h -> {
              var y = h.array("float", 3);
              var used = h.scale.execute(1, 1).invokeMember("using", Map.of("writes", y));
              y.invokeMember("free");
              used.execute(h.x, 1, 5);
            },
            h -> {
              var y = h.cuda.floatArray(3);
              var used = h.scale.using(List.of(), List.of(y));
              y.close();
              used.grid(1).block(1).launch(h.x, 1, 5);
            },
            "array float[3] was freed"),
        Misuse.of(
                "use of a foreign array",
                "scale.using({'reads': [foreign]})",
                h -> h.scale.invokeMember("using", Map.of("reads", List.of(h.foreign))),
                h -> h.scale.using(List.of(h.foreign), List.of()),
                "kernel 'scale', using, 'reads': expected device arrays and resources, given a"
                    + " list")
            .typed("float[5] belongs to another context"),
        Misuse.of(
            "name of a resource",
            "cu.Resource(7)",
            h -> h.cu.invokeMember("Resource", 7),
            null,
            "Resource, argument 1 'name': expected a string, given 7"));
  }

  private static Stream<Misuse> requests() {
    return Stream.of(
        Misuse.of(
                "request of another kind",
                "x.request('wriet')",
                h -> h.x.invokeMember("request", "wriet"),
                h -> h.x.request(7),
                "request, argument 1 'mode': expected 'read' or 'write', given 'wriet'")
            .typed("request: expected READ, WRITE or READ | WRITE, given 7"),
        Misuse.of(
            "request by number",
            "x.request(1)",
            h -> h.x.invokeMember("request", 1),
            null,
            "request, argument 1 'mode': expected a string, given 1"),
        Misuse.of(
            "request of a freed array",
            "freed.request('read')",
            h -> h.freed.invokeMember("request", "read"),
            h -> h.freed.request(HostView.READ),
            "array float[5] was freed"),
        Misuse.of(
            "request of a strided view",
            "f[1].request('read')",
            h -> h.f.getArrayElement(1).invokeMember("request", "read"),
            null,
            "request: a strided view of shape float[3] cannot be requested"));
  }
}
