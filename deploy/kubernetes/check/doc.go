// Package check tests the manifests for Kubernetes. It is a module of its own, so that programs which import
// dibmap do not depend on Kubernetes:
//
//	go test -C deploy/kubernetes/check .
package check
