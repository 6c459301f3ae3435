/** Uses of launches, resources and requests, as the language and Java share them. */
package org.grcuda.core.task;
