import com.oracle.truffle.api.provider.TruffleLanguageProvider;

/** The outer layer: the language, the computation DAG and the typed Java API. */
module org.grcuda.core {
  requires transitive org.grcuda.driver;
  requires org.grcuda.nvrtc;
  requires org.grcuda.ptx;
  requires transitive org.grcuda.runtime;
  requires ch.randelshofer.fastdoubleparser;
  requires org.graalvm.shadowed.antlr4;
  requires org.graalvm.polyglot;
  requires org.graalvm.truffle;
  requires jdk.unsupported;

  exports org.grcuda;
  exports org.grcuda.image;
  exports org.grcuda.spi;
  exports org.grcuda.task;
  exports org.grcuda.types;

  uses org.grcuda.core.language.LanguageService;
  uses org.grcuda.driver.DriverProvider;
  uses org.grcuda.spi.NamespaceProvider;
  uses org.grcuda.runtime.policy.DeviceSelectionPolicyProvider;

  provides org.grcuda.core.language.LanguageService with
      org.grcuda.core.node.Evaluator;
  provides TruffleLanguageProvider with
      org.grcuda.core.language.GrCudaLanguageProvider;
}
