import assert from 'node:assert/strict';
import { withoutPullMessages } from '../../../cli/host/container.ts';

const HASH = '17ce4f65660717ba0afbd143578dfd1c5b9822bd3ad3945c10d6878e057265f1';

const MESSAGES = {
  docker: [
    "Unable to find image 'gcr.io/kpt-fn/starlark:v0.3' locally",
    'v0.3: Pulling from kpt-fn/starlark',
    '4e9f2cdf4387: Already exists',
    'aafbf7df3ddf: Pulling fs layer',
    '6b759ab96cb2: Waiting',
    'aafbf7df3ddf: Downloading [==>          ]  1.2MB/4.4MB',
    'aafbf7df3ddf: Extracting [=====>       ]  2.2MB/4.4MB',
    'aafbf7df3ddf: Retrying in 5 seconds',
    'aafbf7df3ddf: Verifying Checksum',
    'aafbf7df3ddf: Download complete',
    'aafbf7df3ddf: Pull complete',
    `Digest: sha256:${HASH}`,
    'Status: Downloaded newer image for gcr.io/kpt-fn/starlark:v0.3',
    'Status: Image is up to date for gcr.io/kpt-fn/starlark:v0.3',
  ],
  podman: [
    'Resolved "a" as an alias (/etc/containers/registries.conf.d/shortnames.conf)',
    'Trying to pull gcr.io/kpt-fn/starlark:v0.3...',
    'Getting image source signatures',
    `Copying blob sha256:${HASH}`,
    'Copying blob aafbf7df3ddf skipped: already exists',
    'Copying blob aafbf7df3ddf done  ',
    `Copying config sha256:${HASH}`,
    'Copying config 17ce4f6566 done',
    'Writing manifest to image destination',
    'Storing signatures',
    HASH,
  ],
  nerdctl: [
    'docker.io/library/a:latest:    resolving      |--------------------------------------|',
    `index-sha256:${HASH}:    done           |++++++++++++++++++++++++++++++++++++++|`,
    `layer-sha256:${HASH}:    downloading    |+++++++++++++++-----------------------| `,
    'elapsed: 2.4 s                   total:  4.4 Ki (1.9 KiB/s)',
  ],
} as const;

const RUNTIMES = ['docker', 'podman', 'nerdctl'] as const;

describe('withoutPullMessages', () => {
  for (const runtime of RUNTIMES) {
    for (const line of MESSAGES[runtime]) {
      it(`removes a line of ${runtime}: ${line}`, () => {
        assert.equal(withoutPullMessages(`${line}\nwhy\n`, runtime), 'why');
        assert.equal(withoutPullMessages(`${line}\r\n`, runtime), '');
      });
    }

    it(`removes all lines of ${runtime}, and keeps those of the function`, () => {
      const stderr = [...MESSAGES[runtime], 'a', MESSAGES[runtime][0], '', ''].join('\n');
      assert.equal(withoutPullMessages(stderr, runtime), `a\n${MESSAGES[runtime][0]}\n`);
    });
  }

  const kept = ['', 'job: Waiting', 'docker: Error response from daemon: no route', 'x Digest: sha256 y', 'elapsed'];
  for (const line of kept) {
    it(`keeps ${JSON.stringify(line)}`, () => {
      for (const runtime of RUNTIMES) assert.equal(withoutPullMessages(line, runtime), line);
    });
  }
});
