/**
 * PTX: syntax tree, parser, printer, control-flow graph, liveness and access modes. Needs no
 * device.
 */
module org.grcuda.ptx {
  exports org.grcuda.ptx;
  exports org.grcuda.ptx.analysis;
  exports org.grcuda.ptx.text;
}
