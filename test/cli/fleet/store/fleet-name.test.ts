import assert from 'node:assert/strict';
import { FleetName } from '../../../../cli/fleet/store/fleet-name.ts';
import { inRepository } from '../../../support/git-repository.ts';
import { needTools } from '../../../support/kpt.ts';
import { repositoryName } from '../../../../src/fleet/inputs/downstream-variants.ts';

describe('the name of a fleet in locks', () => {
  const same = [
    'https://git.example.com/org/fleet.git',
    'https://git.example.com/org/fleet/',
    'https://robot:secret@GIT.example.com/org/fleet.git',
    'ssh://git@git.example.com/org/fleet.git',
    'ssh://git@git.example.com:2222/org/fleet',
    'git@git.example.com:org/fleet.git',
    'git.example.com:/org/fleet.git',
  ];
  for (const url of same)
    it(`is the same for ${url}`, () => assert.equal(repositoryName(url, '/'), 'git.example.com/org/fleet'));

  it('is another one for another repository', () => {
    for (const url of ['https://git.example.com/org/fleet2', 'https://git.example.com:8443/org/fleet', '/org/fleet'])
      assert.notEqual(repositoryName(url, '/'), 'git.example.com/org/fleet');
    assert.equal(repositoryName('file:///srv/fleet.git', '/x'), repositoryName('/srv/fleet', '/x'));
    assert.equal(repositoryName('../fleet.git', '/srv/x'), '/srv/fleet');
  });

  it('is that of the lock of now as long as it is of this fleet', function () {
    needTools(this, 'git');
    return inRepository((fleet) => {
      fleet.commit({ 'README.md': 'a\n' });
      const commit = `commit:${fleet.commitOf()}`;
      const local = new FleetName(fleet.folder);
      assert.equal(local.in(undefined), commit);
      assert.equal(local.in('git.example.com/other'), commit);
      fleet.git('remote', 'add', 'origin', 'git@git.example.com:org/fleet.git');
      const named = new FleetName(fleet.folder);
      assert.equal(named.in(undefined), 'git.example.com/org/fleet');
      assert.equal(named.in(commit), commit);
      for (const other of [`commit:${'0'.repeat(40)}`, 'commit:--all', 'commit:HEAD', 'git.example.com/other', ''])
        assert.ok(!named.isOwn(other), other);
      assert.ok(named.isOwn(commit));
      fleet.git('remote', 'rename', 'origin', 'a');
      fleet.git('remote', 'add', 'b', 'https://git.example.com/b');
      assert.equal(new FleetName(fleet.folder).in(undefined), commit);
    });
  });
});
