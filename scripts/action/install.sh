#!/usr/bin/env bash
# Puts krm-variants on the PATH of later steps, unless it is there: the executable of a release, if its checksum is right, or
# a build of this source, if there is no release for the action's version and this machine, or it cannot be fetched.
set -euo pipefail

if command -v krm-variants >/dev/null; then exit; fi

asset=krm-variants-linux-amd64
release=${RELEASE:-}
if [[ -z $release && -n ${REPOSITORY:-} && -n ${REF:-} ]]; then
  release=$SERVER/$REPOSITORY/releases/download/$REF
fi
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/krm-variants-XXXXXX")

fetch() { # Fetches a file of the release. Fails quietly, since most versions have none.
  curl --fail --silent --location --proto-redir =https --connect-timeout 20 --max-time 300 --output "$folder/$1" "$release/$1"
}

if [[ $(uname -sm) == 'Linux x86_64' && -n $release ]] && fetch SHA256SUMS && fetch "$asset"; then
  if ! (cd "$folder" && grep -E "^[0-9a-f]{64} [ *]$asset\$" SHA256SUMS | sha256sum --check --strict --status); then
    echo "::error::$release/$asset must have the checksum in SHA256SUMS: it was not run"
    exit 1
  fi
  chmod +x "$folder/$asset"
  mv "$folder/$asset" "$folder/krm-variants"
  echo "$folder" >>"$GITHUB_PATH"
else
  cd "$GITHUB_ACTION_PATH"
  npm ci --no-audit --no-fund
  npm run build
  echo "$GITHUB_ACTION_PATH/dist" >>"$GITHUB_PATH"
fi
