#!/usr/bin/env bash
# Runs a function, renders packages or plans fleets, with `--check`: prints the diff, annotates warnings, errors and files that
# would change, and adds the report to the summary of the job. The inputs of the action are in the environment. Exits as krm-variants does.
set -uo pipefail

lines() { # Prints the lines of a text that are not empty.
  grep -v '^[[:space:]]*$' <<<"$1" || true
}

mapfile -t paths < <(lines "${PATHS:-.}")
mapfile -t data < <(lines "${DATA:-}")
mapfile -t options < <(lines "${OPTIONS:-}")
options+=(--check)
if [[ -n ${FN_CONFIG:-} ]]; then options+=(--fn-config "$FN_CONFIG"); fi
if [[ ${STRICT:-false} == true ]]; then options+=(--strict); fi
if ((${#data[@]} > 0)); then data=(-- "${data[@]}"); fi

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT
status=0

check() { # ARGUMENT...: checks what one command line names.
  local code
  krm-variants "$@" "${options[@]}" --diff --report "json=$reports/json" "${data[@]}"
  code=$?
  if ((code != 0 && status != 1)); then status=$code; fi
  # After a wrong command line there is no report.
  if [[ ! -s $reports/json ]]; then return; fi
  node "$(dirname "${BASH_SOURCE[0]}")/annotate.js" "$reports/json"
  if [[ -n ${GITHUB_STEP_SUMMARY:-} ]]; then summarize "$@"; fi
  rm "$reports"/*
}

summarize() { # ARGUMENT...: adds the report to the summary of the job, or only its title: GitHub refuses more than 1 MiB.
  krm-variants "$@" "${options[@]}" --report "markdown=$reports/markdown" "${data[@]}" >"$reports/log" 2>&1
  local size=$(($(wc -c <"$reports/markdown") + $(cat "$GITHUB_STEP_SUMMARY" 2>/dev/null | wc -c)))
  if ((size > 1024 * 1024)); then
    printf '%s\n\nThe report is too long for a summary: see the log of this step.\n' "$(head -n 1 "$reports/markdown")" \
      >"$reports/title"
    mv "$reports/title" "$reports/markdown"
  fi
  cat "$reports/markdown" >>"$GITHUB_STEP_SUMMARY"
}

case ${COMMAND:-run} in
  run)
    if [[ -z ${FUNCTION:-} ]]; then
      echo '::error::`function` must be given for the command run'
      exit 2
    fi
    check run "$FUNCTION" "${paths[@]}"
    ;;
  render)
    for path in "${paths[@]}"; do check render "$path"; done
    ;;
  fleet)
    # A report has paths from the top of the git repository.
    for path in "${paths[@]}"; do check fleet plan -C "$path"; done
    ;;
  install) ;;
  *)
    echo "::error::\`command\` must be run, render, fleet or install, not \"$COMMAND\""
    exit 2
    ;;
esac
exit "$status"
