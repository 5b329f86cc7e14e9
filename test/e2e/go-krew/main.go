// Is krew, the plugin manager of kubectl: installs a plugin from a manifest and an archive, without its index.
package main

import "sigs.k8s.io/krew/cmd/krew/cmd"

func main() {
	cmd.Execute()
}
