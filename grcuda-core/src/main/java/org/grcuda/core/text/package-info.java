/** Text of messages: quotes of what was given, suggestions, and mangled names as C++ shows them. */
package org.grcuda.core.text;
