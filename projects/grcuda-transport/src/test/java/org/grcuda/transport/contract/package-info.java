/** What every transport must do, and a transport that delivers in any order that is allowed. */
package org.grcuda.transport.contract;
