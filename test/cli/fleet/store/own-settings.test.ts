import assert from 'node:assert/strict';
import { join } from 'node:path';
import { inDownstreamFleet, remoteRepository } from '../../../support/downstream-fleet.ts';
import { packageVariant, web } from '../../../support/fleet.ts';
import { needTools } from '../../../support/kpt.ts';
import { assertNames, found } from '../../../support/facts.ts';
import { kptfile } from '../../run-support.ts';

/** Returns a program that gives git a password, and notes that it was run. */
const helper = (password: string): string =>
  `#!/bin/sh\ntouch "$(dirname "$0")/ran"\necho username=me\necho password=${password}\n`;

describe('the settings of git of a fleet, for its other git repositories', () => {
  before(function () {
    needTools(this, 'git');
  });

  it('have the password for an upstream, and for variants: to fetch and to push', () =>
    inDownstreamFleet(
      ['far', 'up'],
      async ({ folder, fleet, url, clone, served, run }) => {
        const up = clone('up');
        up.commit({ 'deploy/db/Kptfile': kptfile('db'), 'deploy/db/web.yaml': web(3) });
        up.git('push', '--quiet', 'origin', 'HEAD:main', 'HEAD:refs/tags/v1');
        // A file with the path of the fleet's program, in a git repository that fleet clones.
        const far = clone('far', 'far-edit');
        far.commit({ helper: helper('stranger') });
        far.git('update-index', '--chmod=+x', 'helper');
        far.git('commit', '--quiet', '--message', 'x');
        far.git('push', '--quiet', 'origin', 'HEAD:main');
        fleet.commit({
          'variants/all.yaml': [
            ...['far', 'up'].map((name) => remoteRepository(name, `${url}/${name}.git`)),
            packageVariant('far-db', 'up/db@v1', 'far/db'),
          ].join('---\n'),
        });
        const refused = await run('plan', '--fetch');
        assert.equal(refused.exitCode, 1);
        assert.deepEqual(found(refused), ['error repository-unreachable']);
        assertNames(refused, 'repository-unreachable', `${url}/far.git`, 'could not read Username');
        fleet.write({ '.git/helper': '', helper: helper('sesame') });
        fleet.run('chmod', '+x', 'helper');
        fleet.commit({});
        fleet.git('config', `credential.${url}.helper`, '!./helper');
        const planned = await run('plan', '--fetch');
        assert.equal(planned.exitCode, 0, planned.stderr);
        const applied = await run('apply', '--fetch', '--commit', '--push');
        assert.equal(applied.exitCode, 0, applied.stderr);
        assert.match(served('far').git('show', 'main:deploy/db/web.yaml'), /replicas: 3/);
        assert.ok(fleet.has('ran'), 'the program of the fleet');
        const ran = fleet.run('find', join(folder, 'cache'), '-name', 'ran').stdout;
        assert.equal(ran, '', 'not that of another git repository');
      },
      'me:sesame',
    ));
});
