#!/usr/bin/env bash
# Runs `krm-variants run` with `--check`, prints the diff, and annotates warnings, errors and files that would change. The
# inputs of the action are in the environment. Exits as krm-variants does.
set -uo pipefail

lines() { # Prints the lines of a text that are not empty.
  grep -v '^[[:space:]]*$' <<<"$1" || true
}

mapfile -t paths < <(lines "${PATHS:-.}")
mapfile -t data < <(lines "${DATA:-}")
options=(--check --diff)
if [[ -n ${FN_CONFIG:-} ]]; then options+=(--fn-config "$FN_CONFIG"); fi
if [[ ${STRICT:-false} == true ]]; then options+=(--strict); fi
if ((${#data[@]} > 0)); then data=(-- "${data[@]}"); fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT
krm-variants run "$FUNCTION" "${paths[@]}" "${options[@]}" --report "json=$report" "${data[@]}"
status=$?
node "$(dirname "${BASH_SOURCE[0]}")/annotate.js" "$report" "${paths[@]}"
exit "$status"
