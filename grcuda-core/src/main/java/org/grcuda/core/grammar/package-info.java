/** The generated ANTLR parsers, and what makes them report errors in the users' terms. */
package org.grcuda.core.grammar;
