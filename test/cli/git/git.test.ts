import assert from 'node:assert/strict';
import { join } from 'node:path';
import { callFailure, callGit, startGit } from '../../../cli/git/git.ts';
import type { KrmError } from '../../../src/krm/index.ts';

const LOCKED = `fatal: Unable to create '/shop/.git/index.lock': File exists.

Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.
`;

const NOBODY = `Author identity unknown

*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

fatal: empty ident name (for <root@example.com>) not allowed
`;

const DENIED = `ERROR: Permission to acme/shop denied to somebody.
fatal: Could not read from remote repository.

Please make sure you have the correct access rights
and the repository exists.
`;

const REJECTED = `To https://git.example.com/shop.git
 ! [rejected]        main -> main (fetch first)
error: failed to push some refs to 'https://me:secret@git.example.com/shop.git'
hint: Updates were rejected because the remote contains work that you do
`;

/** Output of git, and what an error says of it. */
const ROWS: readonly (readonly [title: string, stderr: string, want: RegExp])[] = [
  [
    'a lock of another process',
    LOCKED,
    /^git add failed: Unable to create '\/shop\/\.git\/index\.lock': File exists: another git process .* remove this file if there is none$/,
  ],
  [
    'what the remote says',
    DENIED,
    /^git add failed: ERROR: Permission to acme\/shop denied to somebody\.; Could not read/,
  ],
  [
    'a push that was rejected',
    REJECTED,
    /! \[rejected\] +main -> main \(fetch first\); failed to push[^:]*https:\/\/git\.example\.com/,
  ],
  [
    'what to do without an identity',
    NOBODY,
    /^git add failed: git must know who you are: run `git config --global user\.name "YOUR NAME"` and `git config --global user\.email \S+`$/,
  ],
  ['no reason', '\n', /^git add failed: it printed no reason$/],
];

describe('the error of a call of git', () => {
  for (const [title, stderr, want] of ROWS)
    it(`has ${title}`, () => {
      assert.match(callFailure(['add'], { stderr }).message, want);
    });
});

describe('a call of git with input', () => {
  it('returns the end of a git that fails before it has read all of it', () => {
    const { status, stderr } = callGit(['rev-parse', '--no-such-format=x', '--verify', 'none'], {
      input: 'x'.repeat(2 ** 22),
    });
    assert.notEqual(status, 0);
    assert.match(stderr, /none|usage|fatal/);
  });
});

describe('a call of git in a folder', () => {
  const rows = [
    [join(import.meta.dirname, 'none'), 'must exist'],
    [import.meta.filename, 'must be a folder'],
  ] as const;
  for (const [folder, want] of rows)
    it(`says that it ${want}`, async () => {
      const isNamed = ({ results: [result] }: KrmError): boolean =>
        result?.message === want && result.file?.path === folder;
      assert.throws(() => callGit(['status'], { folder }), isNamed);
      await assert.rejects(startGit(['status'], { folder }), isNamed);
    });
});
