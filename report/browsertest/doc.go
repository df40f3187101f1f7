// Package browsertest tests the page of package report in a browser. It is a module of its
// own, so that programs which import dibmap do not depend on a browser driver:
//
//	go test -C report/browsertest .
package browsertest
