/** The expressions that the language evaluates: syntax tree, parser and constant arithmetic. */
package org.grcuda.core.expression;
