// Package browsertest tests the pages of package report and of dibmap explore in a browser. It is a module of its
// own, so that programs which import dibmap do not depend on a browser driver:
//
//	go test -C report/browsertest .
package browsertest
