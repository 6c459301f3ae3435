/** What launches use besides their arguments, as the language and Java share it. */
package org.grcuda.core.task;
