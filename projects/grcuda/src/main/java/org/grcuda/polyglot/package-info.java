/** grcuda beside Python and JavaScript in a program's own polyglot contexts. */
package org.grcuda.polyglot;
