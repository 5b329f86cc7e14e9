#!/usr/bin/env bash
# Puts krm-variants on the PATH of later steps, unless it is there: the executable of a release, if its checksum is right, or
# a build of this source, if there is no release for the action's version and this machine, or it cannot be fetched.
set -euo pipefail

if command -v krm-variants >/dev/null; then exit; fi

case $(uname -sm) in
  'Linux x86_64') platform=linux-amd64 ;;
  'Linux aarch64') platform=linux-arm64 ;;
  'Darwin x86_64') platform=darwin-amd64 ;;
  'Darwin arm64') platform=darwin-arm64 ;;
  *) platform= ;;
esac
asset=krm-variants-$platform.tar.gz
release=${RELEASE:-}
if [[ -z $release && -n ${REPOSITORY:-} && -n ${REF:-} ]]; then
  release=$SERVER/$REPOSITORY/releases/download/$REF
fi
folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/krm-variants-XXXXXX")

fetch() { # Fetches a file of the release. Fails quietly: a version that is no release has none.
  curl --fail --silent --location --proto-redir =https --connect-timeout 20 --max-time 300 --output "$folder/$1" "$release/$1"
}

check() { # Checks the lines of checksums on stdin. macOS has another program for it.
  if command -v sha256sum >/dev/null; then sha256sum --check --strict --status; else shasum --algorithm 256 --check --status; fi
}

if [[ -n $platform && -n $release ]] && fetch SHA256SUMS && fetch "$asset"; then
  if ! (cd "$folder" && grep -E "^[0-9a-f]{64} [ *]$asset\$" SHA256SUMS | check); then
    echo "::error::$release/$asset must have the checksum in SHA256SUMS: it was not run"
    exit 1
  fi
  mkdir "$folder/bin"
  tar --extract --gzip --file "$folder/$asset" --directory "$folder/bin"
  echo "$folder/bin" >>"$GITHUB_PATH"
else
  cd "$GITHUB_ACTION_PATH"
  npm ci --no-audit --no-fund
  npm run build
  echo "$GITHUB_ACTION_PATH/dist" >>"$GITHUB_PATH"
fi
