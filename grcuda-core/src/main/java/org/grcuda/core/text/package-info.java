/** Text of messages: quotes of what was given, and mangled names as C++ shows them. */
package org.grcuda.core.text;
