#!/bin/sh
# Stands in for ssh: records its arguments, and runs the command on this machine.
echo "$@" >> "$SSH_LOG"
for last in "$@"; do :; done
exec sh -c "$last"
