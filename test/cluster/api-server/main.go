// The kube-apiserver that test/cluster runs its tests against: the command of k8s.io/kubernetes itself, nothing added.
package main

import (
	"os"

	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() {
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}
