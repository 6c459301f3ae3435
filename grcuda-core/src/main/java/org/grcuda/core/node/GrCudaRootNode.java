package org.grcuda.core.node;

import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;
import org.grcuda.core.language.GrCudaLanguage;

/** The root of an evaluated expression. */
final class GrCudaRootNode extends RootNode {

  private final Source source;
  @Child private ExpressionNode body;

  GrCudaRootNode(GrCudaLanguage language, Source source, ExpressionNode body) {
    super(language);
    this.source = source;
    this.body = body;
  }

  Source source() {
    return source;
  }

  @Override
  public Object execute(VirtualFrame frame) {
    return body.execute(frame);
  }

  @Override
  public String getName() {
    return "<expression>";
  }

  @Override
  public SourceSection getSourceSection() {
    return source.createSection(0, source.getLength());
  }
}
