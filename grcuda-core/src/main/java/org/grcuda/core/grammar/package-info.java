/** The generated ANTLR parsers, and classes that make them report errors in the users' terms. */
package org.grcuda.core.grammar;
