/** What runs on the backend of {@link org.grcuda.tests.TestBackend} and nowhere else yet. */
package org.grcuda.tests.selftest;
