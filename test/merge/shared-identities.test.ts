import assert from 'node:assert/strict';
import { parseTake, takeFor } from '../../cli/merge/take-option.ts';
import { mergePackages, type Answer, type MergeRule } from '../../src/merge/index.ts';

type Files = Readonly<Record<string, string>>;

interface Settings {
  readonly answer?: Answer;
  readonly rules?: readonly MergeRule[];
}

function merged(base: Files, theirs: Files, local: Files, { answer, rules = [] }: Settings = {}) {
  const of = (files: Files): ReadonlyMap<string, string> => new Map(Object.entries(files));
  const { files, conflicts, results } = mergePackages(
    { base: of(base), theirs: of(theirs), local: of(local) },
    { answer: () => answer, rules },
  );
  return {
    files: sorted(Object.fromEntries(Array.from(files, ([path, content]) => [path, String(content)]))),
    conflicts,
    kinds: conflicts.map(({ kind, file, field }) => [kind, file.path, field].filter(Boolean).join(' ')),
    messages: results.map(({ severity, message, file }) => `${severity} ${file?.path ?? ''}: ${message}`),
    formerFiles: results.map(({ formerFile }) => formerFile),
  };
}

/** Asserts that a merge has no conflict, these files, and the same files if it is repeated. */
function assertMerged(base: Files, theirs: Files, local: Files, want: Files): void {
  const found = merged(base, theirs, local);
  assert.deepEqual([found.kinds, found.files], [[], sorted(want)]);
  const again = merged(base, theirs, found.files);
  assert.deepEqual([again.kinds, again.files], [[], sorted(want)], 'merged again');
}

function sorted(files: Files): Files {
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Deployment `web` of an overlay. The overlays differ in all fields but a few. */
function web(name: string, replicas = 1, more = ''): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    overlay: ${name}
spec:
  replicas: ${replicas}
  strategy:
    type: ${name}-strategy
  template:
    spec:
      nodeSelector:
        pool: ${name}-pool
      priorityClassName: ${name}-class
      schedulerName: ${name}-scheduler
${more}`;
}

/** Patch of Deployment `web` that is almost the same in each overlay. */
function patch(replicas: number, image = 'web:1'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  template:
    spec:
      containers:
        - name: web
          image: ${image}
`;
}

const KUSTOMIZATION = 'resources:\n  - ../../base\npatches:\n  - path: web.yaml\n';

function overlay(folder: string, text: string, kustomization = KUSTOMIZATION): Files {
  return { [`${folder}/kustomization.yaml`]: kustomization, [`${folder}/web.yaml`]: text };
}

const GOLD = '  tier: gold\n';

/** A package as `kpt pkg init` makes it. */
function kptPackage(folder: string, name = folder): Files {
  return {
    [`${folder}/Kptfile`]: `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: ${name}
  annotations:
    config.kubernetes.io/local-config: "true"
info:
  description: sample description
`,
    [`${folder}/README.md`]: `# ${name}\n\n## Description\nsample description\n\n## Usage\n\n### Fetch the package\n`,
    [`${folder}/package-context.yaml`]: CONTEXT,
  };
}

const CONTEXT = `apiVersion: v1
kind: ConfigMap
metadata:
  name: kptfile.kpt.dev
  annotations:
    config.kubernetes.io/local-config: "true"
data:
  name: example
`;

function moved(files: Files, from: string, to: string): Files {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path.startsWith(from) ? `${to}${path.slice(from.length)}` : path,
      text,
    ]),
  );
}

describe('a resource of an overlay', () => {
  const base = { ...overlay('o/prod', patch(3)), ...overlay('o/stage', patch(2)) };
  const edited = { ...base, 'o/prod/web.yaml': patch(3, 'mine:1') };

  it('keeps its edit where new renames the overlay and adds one with the same identity before it', () => {
    const theirs = { ...moved(base, 'o/prod', 'o/production'), ...overlay('o/canary', patch(1)) };
    const want = { ...theirs, 'o/production/web.yaml': patch(3, 'mine:1') };
    assertMerged(base, theirs, edited, want);
    assertMerged(base, edited, theirs, want);
  });

  it('keeps its edit where new renames two overlays into the opposite order', () => {
    const theirs = moved(moved(base, 'o/prod', 'o/x-prod'), 'o/stage', 'o/a-stage');
    const want = { ...theirs, 'o/x-prod/web.yaml': patch(3, 'mine:1') };
    assertMerged(base, theirs, edited, want);
    assertMerged(base, edited, theirs, want);
  });

  it('keeps its edit where new also changes the resource in the renamed overlay', () => {
    const [before, after] = [web('prod'), web('prod', 5)];
    const first = { ...overlay('o/prod', before), ...overlay('o/stage', web('stage')) };
    const theirs = {
      ...overlay('o/production', after),
      ...overlay('o/stage', web('stage')),
      ...overlay('o/a', web('a')),
    };
    const local = { ...first, 'o/prod/web.yaml': `${before}      hostNetwork: true\n` };
    const want = { ...theirs, 'o/production/web.yaml': `${after}      hostNetwork: true\n` };
    assertMerged(first, theirs, local, want);
    assertMerged(first, local, theirs, want);
  });

  it('stays deleted where each side deletes another overlay', () => {
    const [prod, stage] = [overlay('o/prod', patch(3)), overlay('o/stage', patch(2))];
    assertMerged(base, prod, stage, {});
    assertMerged({ ...base, 'a.txt': '' }, { ...prod, 'a.txt': '' }, { ...stage, 'a.txt': '' }, { 'a.txt': '' });
  });

  it('is a conflict where new deletes its overlay and adds another one with other content', () => {
    const others = { ...overlay('o/a', web('a')), ...overlay('o/b', web('b')) };
    const before = { ...others, ...overlay('o/prod', web('prod')) };
    const theirs = { ...others, ...overlay('o/staging', web('staging')) };
    const local = { ...before, 'o/prod/web.yaml': web('prod', 9) };
    const { kinds, files } = merged(before, theirs, local);
    assert.deepEqual(kinds, ['identity o/prod/web.yaml']);
    assert.equal(files['o/staging/web.yaml'], web('staging'));
    assert.deepEqual(merged(before, theirs, local, { answer: 'theirs' }).files, sorted(theirs));
  });

  it('is a conflict that names all candidates where two new overlays are equally similar', () => {
    const theirs = { ...overlay('o/x', patch(4)), ...overlay('o/y', patch(5)), ...overlay('o/stage', patch(2)) };
    const { kinds, conflicts, files } = merged(base, theirs, edited);
    assert.deepEqual(kinds, ['identity o/prod/web.yaml']);
    assert.deepEqual(conflicts[0]?.values, {
      base: 'o/prod/web.yaml',
      theirs: ['o/x/web.yaml', 'o/y/web.yaml'],
      local: 'o/prod/web.yaml',
    });
    const want = { ...theirs, 'o/prod/web.yaml': patch(3, 'mine:1') };
    assert.deepEqual(files, sorted(want));
    assert.deepEqual(merged(base, theirs, edited, { answer: 'local' }).files, sorted(want));
    assert.deepEqual(merged(base, theirs, edited, { answer: 'theirs' }).files, sorted(theirs));
  });

  it('is the same conflict where local renames the overlays, and new has the edit', () => {
    const local = { ...overlay('o/x', patch(4)), ...overlay('o/y', patch(5)), ...overlay('o/stage', patch(2)) };
    const { kinds, conflicts, files } = merged(base, edited, local);
    assert.deepEqual(kinds, ['identity o/prod/web.yaml']);
    assert.deepEqual(conflicts[0]?.values, {
      base: 'o/prod/web.yaml',
      theirs: 'o/prod/web.yaml',
      local: ['o/x/web.yaml', 'o/y/web.yaml'],
    });
    assert.deepEqual(files, sorted(local));
    assert.deepEqual(merged(base, edited, local, { answer: 'local' }).files, sorted(local));
    const both = { ...local, 'o/prod/web.yaml': patch(3, 'mine:1') };
    assert.deepEqual(merged(base, edited, local, { answer: 'theirs' }).files, sorted(both));
  });

  it('is named with its file by a conflict, and by a rule that decides one', () => {
    const [theirs, local] = [
      { ...overlay('o/prod', patch(4)), ...overlay('o/stage', patch(4)) },
      { ...overlay('o/prod', patch(9)), ...overlay('o/stage', patch(9)) },
    ];
    const { conflicts } = merged(base, theirs, local);
    const takes = conflicts.map((each) => takeFor(each));
    assert.deepEqual(takes, [
      'o/prod/web.yaml#Deployment/web:spec.replicas=local',
      'o/stage/web.yaml#Deployment/web:spec.replicas=local',
    ]);
    const rules = [parseTake(takes[0]?.replace('=local', '=new') ?? '').rule];
    const decided = merged(base, theirs, local, { rules });
    assert.deepEqual(decided.kinds, ['edit/edit o/stage/web.yaml spec.replicas']);
    assert.equal(decided.files['o/prod/web.yaml'], patch(4));
  });

  it('is named with its new file, too, by a rule about a conflict in a renamed overlay', () => {
    const start = { ...overlay('o/prod', web('prod')), ...overlay('o/stage', web('stage')) };
    const theirs = { ...overlay('o/new', web('prod', 5)), ...overlay('o/stage', web('stage')), 'o/new/a.md': 'a\n' };
    const local = { ...start, 'o/prod/web.yaml': web('prod', 9), 'o/prod/a.md': 'a\n' };
    const before = { ...start, 'o/prod/a.md': 'a\n' };
    for (const file of ['o/prod/web.yaml', 'o/new/web.yaml']) {
      const { kinds, files } = merged(before, theirs, local, { rules: [{ file, take: 'new' }] });
      assert.deepEqual([kinds, files], [[], sorted(theirs)]);
    }
  });

  it('follows new without a conflict where local did not change it, however uncertain the pair is', () => {
    const theirs = { ...overlay('o/x', patch(4)), ...overlay('o/y', patch(5)), ...overlay('o/stage', patch(2)) };
    const local = { ...base, 'o/stage/web.yaml': patch(2, 'mine:1') };
    assertMerged(base, theirs, local, { ...theirs, 'o/stage/web.yaml': patch(2, 'mine:1') });
  });

  it('gets the edits of both sides where local renames its overlay, also if they are merged again', () => {
    const [test, stage] = [overlay('test', patch(1)), overlay('stage', patch(2))];
    const edits = { theirs: 'namePrefix: new-\n', local: 'nameSuffix: -local\n' };
    const theirs = { ...overlay('test', patch(1, 'web:2'), `${edits.theirs}${KUSTOMIZATION}`), ...stage };
    const local = { ...overlay('dev', patch(1), `${KUSTOMIZATION}${edits.local}`), ...stage };
    const both = `${edits.theirs}${KUSTOMIZATION}${edits.local}`;
    assertMerged({ ...test, ...stage }, theirs, local, { ...overlay('dev', patch(1, 'web:2'), both), ...stage });
  });

  it('stays where new puts it in the place of a deleted one, also if that is merged again into a renamed overlay', () => {
    const [one, two, three] = [patch(1), patch(2), patch(3)];
    const rest = overlay('stage', patch(4));
    const before = { ...overlay('test', `${one}---\n${two}`), 'test/more.yaml': three, ...rest };
    const theirs = { ...overlay('test', two), 'test/more.yaml': one, ...rest };
    const local = { ...overlay('dev', `${one}---\n${two}`), 'dev/more.yaml': three, ...rest };
    assertMerged(before, theirs, local, { ...overlay('dev', two), 'dev/more.yaml': one, ...rest });
  });

  it('is added by both sides in different overlays without a conflict', () => {
    const [theirs, local] = [
      { ...base, ...overlay('o/canary', patch(1)) },
      { ...base, ...overlay('o/dev', patch(7)) },
    ];
    assertMerged(base, theirs, local, { ...theirs, ...local });
  });

  it('keeps its edit, whichever of many files has the identity without a change', () => {
    const before = { ...base, 'a/web.yaml': web('a'), 'z/web.yaml': web('z') };
    const theirs = moved(before, 'o/prod', 'o/production');
    const local = { ...before, 'o/prod/web.yaml': patch(3, 'mine:1') };
    assertMerged(before, theirs, local, { ...theirs, 'o/production/web.yaml': patch(3, 'mine:1') });
  });

  it('keeps an edit of a file without a name, and of a text file, in a renamed overlay', () => {
    const before = { ...base, 'o/prod/README.md': '# Prod\n\nText.\n' };
    const theirs = { ...moved(before, 'o/prod', 'o/production'), ...overlay('o/canary', patch(1)) };
    const local = {
      ...before,
      'o/prod/kustomization.yaml': `${KUSTOMIZATION}  - path: mine.yaml\n`,
      'o/prod/README.md': '# Prod\n\nText.\nMine.\n',
    };
    const want = {
      ...theirs,
      'o/production/kustomization.yaml': `${KUSTOMIZATION}  - path: mine.yaml\n`,
      'o/production/README.md': '# Prod\n\nText.\nMine.\n',
    };
    assertMerged(before, theirs, local, want);
    assertMerged(before, local, theirs, want);
  });

  it('gets an edit where each side moves another one to the same path only with a conflict', () => {
    const { prod, stage } = { prod: patch(3), stage: web('stage') };
    const before = { 'p/web.yaml': prod, 's/web.yaml': stage };
    const theirs = { 'x/web.yaml': prod, 's/web.yaml': stage };
    const local = { 'p/web.yaml': prod, 'x/web.yaml': stage };
    assert.deepEqual(merged(before, theirs, local).kinds, ['identity p/web.yaml']);
  });
});

describe('a resource of which a file has several', () => {
  const file = (...texts: readonly string[]): Files => ({ 'web.yaml': texts.join('---\n') });

  it('keeps its edit where new puts another one before them', () => {
    const [a, b] = [web('a'), web('b')];
    const theirs = file(web('c'), a, b);
    const want = file(web('c'), a, `${b}      hostNetwork: true\n`);
    assertMerged(file(a, b), theirs, file(a, `${b}      hostNetwork: true\n`), want);
    assertMerged(file(a, b), file(a, `${b}      hostNetwork: true\n`), theirs, want);
  });

  it('keeps its edit where new removes the first one', () => {
    const [a, b] = [web('a'), web('b')];
    assertMerged(file(a, b), file(b), file(a, web('b', 5)), file(web('b', 5)));
  });

  it('gets the edits of both sides where new removes the first one, also if they are merged again', () => {
    const [first, second] = [patch(1), patch(2)];
    const theirs = { 'web.yaml': patch(2, 'web:2') };
    const local = { 'web.yaml': `${first}---\n${patch(2)}      priorityClassName: high\n` };
    const want = { 'web.yaml': `${patch(2, 'web:2')}      priorityClassName: high\n` };
    assertMerged({ 'web.yaml': `${first}---\n${second}` }, theirs, local, want);
  });

  it('is added once if both sides add it', () => {
    const [a, b] = [web('a'), web('b')];
    assertMerged(file(a), file(a, b), file(a, b), file(a, b));
    assertMerged(file(a), file(a, b), file(b, a), file(b, a));
  });
});

describe('a package in a package', () => {
  const root = { Kptfile: kptPackage('x', 'root')['x/Kptfile'] ?? '' };
  const base = { ...root, ...kptPackage('web') };
  const gold = `${CONTEXT}${GOLD}`;

  it('keeps an edit of its context where new renames it and adds another package', () => {
    const theirs = { ...root, ...moved(kptPackage('web'), 'web', 'web-frontend'), ...kptPackage('cache') };
    const local = { ...base, 'web/package-context.yaml': gold };
    const want = { ...theirs, 'web-frontend/package-context.yaml': gold };
    assertMerged(base, theirs, local, want);
    assertMerged(base, local, theirs, want);
  });

  it('keeps edits where new renames it, changes its Kptfile, and adds another package', () => {
    const own = { 'web/app.yaml': web('web') };
    const theirs = {
      ...root,
      ...kptPackage('web-frontend'),
      'web-frontend/app.yaml': web('web'),
      ...kptPackage('cache'),
      'cache/app.yaml': web('cache'),
    };
    const local = { ...base, 'web/package-context.yaml': gold, 'web/app.yaml': web('web', 9) };
    const want = { ...theirs, 'web-frontend/package-context.yaml': gold, 'web-frontend/app.yaml': web('web', 9) };
    assertMerged({ ...base, ...own }, theirs, local, want);
  });

  it('stays whole beside a package that the other side adds', () => {
    const theirs = { ...root, ...kptPackage('cache'), 'cache/app.yaml': web('cache') };
    const local = { ...root, ...kptPackage('mine'), 'mine/app.yaml': web('mine') };
    assertMerged(root, theirs, local, { ...theirs, ...local });
  });

  it('keeps its edits where new replaces it by another package with the same names', () => {
    const before = { ...base, 'web/app.yaml': web('web'), ...kptPackage('b'), 'b/app.yaml': web('b') };
    const theirs = { ...root, ...kptPackage('b'), 'b/app.yaml': web('b'), ...kptPackage('c'), 'c/app.yaml': web('c') };
    const local = { ...before, 'web/app.yaml': web('web', 9) };
    const { kinds, files } = merged(before, theirs, local);
    assert.deepEqual(kinds, ['delete/change web/app.yaml']);
    assert.equal(files['c/app.yaml'], web('c'));
  });

  it('keeps its edits where new deletes it, and adds a folder with the same names that is no package', () => {
    const rest = { ...root, ...kptPackage('b'), 'b/app.yaml': web('b') };
    const [own, folder] = [{ ...kptPackage('web'), 'web/app.yaml': web('web') }, { 'c/app.yaml': web('c') }];
    const deleted = merged(
      { ...rest, ...own },
      { ...rest, ...folder },
      { ...rest, ...own, 'web/app.yaml': web('web', 9) },
    );
    assert.deepEqual([deleted.kinds, deleted.files['c/app.yaml']], [['identity web/app.yaml'], web('c')]);
    const added = merged({ ...rest, ...folder }, { ...rest, ...own }, { ...rest, 'c/app.yaml': web('c', 9) });
    assert.deepEqual([added.kinds, added.files['web/app.yaml']], [['identity c/app.yaml'], web('web')]);
  });

  it('keeps an edit of a resource that new moves to another file of it, with another one instead, and renames it', () => {
    const rest = { ...root, ...kptPackage('b'), 'b/app.yaml': patch(2) };
    const before = { ...rest, ...kptPackage('web'), 'web/app.yaml': patch(1) };
    const local = { ...before, 'web/app.yaml': patch(1, 'web:2') };
    const [theirs, want] = ['web:1', 'web:2'].map((image) => ({
      ...rest,
      ...kptPackage('shop', 'web'),
      'shop/app.yaml': patch(3),
      'shop/more.yaml': patch(1, image),
    }));
    assertMerged(before, theirs ?? {}, local, want ?? {});

    const changed = { ...theirs, 'shop/more.yaml': `${patch(1)}      priorityClassName: high\n` };
    const { kinds, files } = merged(before, changed, local);
    assert.deepEqual([kinds, files['shop/app.yaml']], [['identity web/app.yaml'], patch(3)]);
  });

  it('is not restored where new renames it without a file to which local adds a resource', () => {
    const before = { ...base, 'web/app.yaml': web('web') };
    const kptfile = `${kptPackage('web')['web/Kptfile'] ?? ''}  site: https://example.com\n`;
    const added = web('added').replace('name: web', 'name: added');
    const local = { ...before, 'web/Kptfile': kptfile, 'web/app.yaml': `${web('web')}---\n${added}` };
    const found = merged(before, { ...root, ...kptPackage('shop', 'web') }, local);
    const want = { ...root, ...kptPackage('shop', 'web'), 'shop/Kptfile': kptfile, 'web/app.yaml': added };
    assert.deepEqual([found.kinds, found.files], [[], sorted(want)]);
    assert.deepEqual(found.messages.filter((message) => message.startsWith('warning')).length, 1);
  });

  it('gets an edit of a resource that new moves into it', () => {
    const before = { ...root, 'web.yaml': web('web'), 'other.yaml': patch(1).replace('name: web', 'name: other') };
    const theirs = {
      ...root,
      'other.yaml': before['other.yaml'],
      ...kptPackage('web'),
      'web/web.yaml': web('web'),
    };
    const local = { ...before, 'web.yaml': web('web', 9) };
    assertMerged(before, theirs, local, { ...theirs, 'web/web.yaml': web('web', 9) });
  });

  it('gets an edit of a resource in a folder to which new adds a Kptfile', () => {
    const before = { ...root, 'web/a.yaml': web('web') };
    const theirs = { ...root, ...kptPackage('web'), 'web/b.yaml': web('web') };
    const local = { ...before, 'web/a.yaml': web('web', 9) };
    assertMerged(before, theirs, local, { ...theirs, 'web/b.yaml': web('web', 9) });
  });

  it('gets an edit of a resource that new moves from another package, if its name is unique', () => {
    const before = { ...root, ...kptPackage('a'), 'a/app.yaml': web('app'), ...kptPackage('b') };
    const theirs = { ...root, ...kptPackage('a'), ...kptPackage('b'), 'b/app.yaml': web('app') };
    const local = { ...before, 'a/app.yaml': web('app', 9) };
    assertMerged(before, theirs, local, { ...theirs, 'b/app.yaml': web('app', 9) });
  });
});

describe('an addition of local', () => {
  const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
  const base = { 'old/cm.yaml': configMap('a'), 'old/kustomization.yaml': 'resources:\n  - cm.yaml\n' };
  const both = `${configMap('a')}---\n${configMap('mine')}`;

  it('follows the file to which new moves all resources of its file', () => {
    const theirs = moved(base, 'old', 'new');
    assertMerged(base, theirs, { ...base, 'old/cm.yaml': both }, { ...theirs, 'new/cm.yaml': both });
    assertMerged(base, { ...base, 'old/cm.yaml': both }, theirs, { ...theirs, 'new/cm.yaml': both });
  });

  it('is named by a warning where new moves the resources of its file to several files', () => {
    const before = { 'old.yaml': `${configMap('a')}---\n${configMap('b')}` };
    const theirs = { 'a.yaml': configMap('a'), 'b.yaml': configMap('b') };
    const { files, kinds, messages } = merged(before, theirs, {
      'old.yaml': `${before['old.yaml']}---\n${configMap('mine')}`,
    });
    assert.deepEqual([kinds, files], [[], { ...theirs, 'old.yaml': configMap('mine') }]);
    assert.deepEqual(messages, [
      'warning old.yaml: local added this, and new moved the rest of the file to a.yaml and b.yaml: move it where it belongs',
    ]);
  });

  it('is named by a warning with both folders where it is a file in a folder that new renames', () => {
    const theirs = moved(base, 'old', 'new');
    const { files, messages } = merged(base, theirs, { ...base, 'old/mine.yaml': configMap('mine') });
    assert.deepEqual(files, sorted({ ...theirs, 'old/mine.yaml': configMap('mine') }));
    assert.deepEqual(messages, [
      'warning old/mine.yaml: local added this file, and new renamed the folder old to new: move it where it belongs',
    ]);
  });
});

describe('what one side moves or adds to a file that the other side moves or deletes', () => {
  const configMap = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
  const both = `${configMap('web')}---\n${configMap('account')}`;
  const base = { 'web.yaml': configMap('web'), 'accounts/a.yaml': configMap('account') };

  it('follows the file where it was a resource of another one', () => {
    assertMerged(
      base,
      { 'web.yaml': both },
      { 'own/web.yaml': configMap('web'), 'accounts/a.yaml': configMap('account') },
      { 'own/web.yaml': both },
    );
  });

  it('follows the file where both sides deleted the others of its resources', () => {
    const before = { 'web.yaml': `${configMap('old')}---\n${configMap('web')}` };
    const added = 'kind: Added\nmetadata:\n  name: added\n';
    const theirs = { 'web.yaml': `${added}---\n${configMap('web')}` };
    const local = { 'own.yaml': configMap('web') };
    assertMerged(before, theirs, local, { 'own.yaml': `${configMap('web')}---\n${added}` });
  });

  it('is named by a warning where the other side deletes the file', () => {
    const { files, kinds, messages } = merged(
      base,
      { 'accounts/a.yaml': configMap('account') },
      {
        ...base,
        'web.yaml': `${configMap('web')}---\nkind: Mine\nmetadata:\n  name: mine\n`,
      },
    );
    assert.deepEqual([kinds, files['web.yaml']], [[], 'kind: Mine\nmetadata:\n  name: mine\n']);
    assert.deepEqual(messages, [
      'warning web.yaml: local added this, and new deleted the rest of the file: move it where it belongs',
    ]);
  });

  it('is named by a warning where the other side deletes the folder, which is no subpackage that stays', () => {
    const { messages } = merged(base, { 'web.yaml': configMap('web') }, { ...base, 'accounts/b.yaml': configMap('b') });
    assert.deepEqual(messages, [
      'warning accounts/b.yaml: local added this file, and new deleted the other files of the folder accounts: move it where it belongs',
    ]);
  });

  it('is named by a warning where only the likeness of the resources tells where the file is', () => {
    const service = (name: string): string =>
      `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n    - port: 443\n      targetPort: 6443\n      name: https\n`;
    const { files, kinds, messages } = merged(
      { 'service.yaml': service('operator') },
      { '23-service.yaml': service('metrics') },
      { 'service.yaml': `${service('operator')}---\n${configMap('mine')}` },
    );
    assert.deepEqual(
      [kinds, files],
      [[], { '23-service.yaml': service('metrics'), 'service.yaml': configMap('mine') }],
    );
    assert.match(
      messages.join('\n'),
      /service.yaml: local added this, and new moved the rest of the file to 23-service.yaml/,
    );
  });

  it('stays where it is found to be again', () => {
    const copies = { 'a.yaml': configMap('old'), 'c.yaml': configMap('c'), 'd.yaml': configMap('d') };
    const theirs = {
      'c.yaml': `${configMap('c')}---\n${configMap('old')}`,
      'd.yaml': `${configMap('d')}---\n${configMap('old')}`,
    };
    const local = { 'a.yaml': configMap('old'), 'c.yaml': configMap('c'), 'own/d.yaml': configMap('d') };
    assertMerged(copies, theirs, local, { 'c.yaml': theirs['c.yaml'], 'own/d.yaml': theirs['d.yaml'] });
  });
});

describe('a resource that new moves into several files that get a copy', () => {
  const account = (more = ''): string => `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ads\n${more}`;
  const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: ads\n';
  const base = { 'manifests/ads.yaml': service, 'base/ads.yaml': service, 'components/ads.yaml': account() };
  const copies = `${service}---\n${account()}`;
  const theirs = { 'manifests/ads.yaml': copies, 'base/ads.yaml': copies };
  const edited = account('  annotations: {role: reader}\n');

  it('is a conflict with the edit of local, which no copy gets', () => {
    const { kinds, files, conflicts } = merged(base, theirs, { ...base, 'components/ads.yaml': edited });
    assert.deepEqual(kinds, ['identity components/ads.yaml']);
    assert.deepEqual(conflicts[0]?.values.theirs, ['base/ads.yaml', 'manifests/ads.yaml']);
    assert.deepEqual(files, sorted({ ...theirs, 'components/ads.yaml': edited }));
  });

  it('is in both without a conflict where local did not change it', () => assertMerged(base, theirs, base, theirs));
});

describe('resources with one name of which local moves one, and adds an element to it', () => {
  const gateway = (className: string, ...listeners: readonly string[]): string =>
    `kind: Gateway\nmetadata:\n  name: gateway\nspec:\n  gatewayClassName: ${className}\n  listeners:\n${listeners.map((name) => `    - name: ${name}\n      port: 80\n`).join('')}`;

  it('stay apart where new adds a third one, also if they are merged again', () => {
    const [a, b, mine] = [gateway('a', 'http'), gateway('b', 'http'), gateway('a', 'http', 'mine')];
    const local = { 'own/a.yaml': mine, 'b.yaml': b };
    assertMerged({ 'a.yaml': a, 'b.yaml': b }, { 'a.yaml': a, 'b.yaml': b, 'c.yaml': a }, local, {
      ...local,
      'c.yaml': a,
    });
    const theirs = { 'a.yaml': gateway('a', 'http', 'new'), 'b.yaml': b, 'c.yaml': a };
    const { kinds, files } = merged({ 'a.yaml': a, 'b.yaml': b }, theirs, local);
    assert.deepEqual([kinds, files], [['identity a.yaml'], sorted({ ...local, 'c.yaml': a })]);
  });
});

describe('a resource that local removes, and of which new has a copy elsewhere', () => {
  const route = (version: string, host: string): string =>
    `apiVersion: gateway.networking.k8s.io/${version}\nkind: GRPCRoute\nmetadata:\n  name: bar\nspec:\n  hostnames:\n    - ${host}\n  rules:\n    - backendRefs:\n        - name: bar\n          port: 50051\n`;
  const other = { 'other.yaml': route('v1', 'other').replace('name: bar', 'name: other') };

  it('stays removed, also if it is merged again', () => {
    const base = { 'alpha/bar.yaml': route('v1alpha2', 'bar'), ...other };
    const theirs = { 'alpha/bar.yaml': route('v1alpha3', 'bar'), 'beta/bar.yaml': route('v1', 'bar'), ...other };
    assertMerged(base, theirs, other, { 'beta/bar.yaml': route('v1', 'bar'), ...other });
  });

  it('stays removed where it has no name', () => {
    const test = (focus: string, rest: string): string => `ginkgo.focus: ${focus}\nginkgo.skip: serial\n${rest}`;
    const base = { 'fast.yaml': test('fast', 'a: 1\nb: 2\n'), 'all.yaml': test('all', 'a: 1\nb: 2\n') };
    const theirs = { 'dual.yaml': test('dual', 'a: 1\nb: 2\n'), 'all.yaml': test('all', 'a: 1\nb: 3\n') };
    const found = merged(base, theirs, { 'fast.yaml': base['fast.yaml'] });
    assert.deepEqual(found.kinds, []);
    const again = merged(base, theirs, found.files);
    assert.deepEqual([again.kinds, again.files], [[], found.files]);
  });
});

describe('a resource of several with one name whose lines new indents', () => {
  it('is named by a warning where local removes it', () => {
    const route = (filter: string, indent: string): string =>
      `apiVersion: v1\nkind: HTTPRoute\nmetadata:\n  name: filter\nspec:\n  hostnames:\n${indent}- redirect.example\n  rules:\n${indent}- filters:\n${indent}  - type: ${filter}\n${indent}    code: 301\n`;
    const [a, b] = [route('Redirect', '    '), route('Rewrite', '    ')];
    const theirs = { 'http.yaml': `${route('Redirect', '  ')}      port: 80\n`, 'b.yaml': b };
    const { messages } = merged({ 'a.yaml': a, 'b.yaml': b }, theirs, { 'b.yaml': b });
    assert.deepEqual(messages, [
      'warning http.yaml: is added by new, but may be HTTPRoute filter of a.yaml, which local removed: remove it, too, if it is the same',
    ]);
  });
});

describe('a document without a name', () => {
  const run = (step: string): string => `kind: Run\nmetadata:\n  generateName: run-\nsteps:\n  - name: ${step}\n`;
  const task = 'kind: Task\nmetadata:\n  name: task\n';

  it('gets the changes of new where local removes another one before it', () => {
    const base = { 'a.yaml': `${task}---\n${run('one')}` };
    assertMerged(base, { 'a.yaml': `${task}---\n${run('two')}` }, { 'a.yaml': run('one') }, { 'a.yaml': run('two') });
  });

  it('is named by a warning where local removes it, and new moves and changes it', () => {
    const theirs = {
      'b.yaml': `${run('one')}  - name: two\n`,
      'c.yaml': `${run('one')}  - name: three\n`,
      'd.yaml': task,
    };
    const base = { 'alpha/a.yaml': run('one'), 'd.yaml': task };
    const { messages, formerFiles } = merged(base, theirs, { 'd.yaml': task });
    assert.deepEqual(formerFiles, ['alpha/a.yaml']);
    assert.deepEqual(messages, [
      'warning b.yaml: is added by new, but may be the document of alpha/a.yaml, which local removed: remove it, too, if it is the same; as may those in c.yaml',
    ]);
  });
});

describe('a resource that new renames and local edits', () => {
  const service = (name: string, port: number): string =>
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  type: ClusterIP\n  selector:\n    app: x\n  ports:\n  - port: ${port}\n`;

  it('is merged as if it were alone beside a rename that another merge would not find again', () => {
    const typed = (name: string, port: number): string => service(name, port).replace('ClusterIP', 'NodePort');
    const [base, theirs, local] = [
      { 'b.yaml': service('web', 80) },
      { 'b.yaml': typed('site', 80) },
      { 'b.yaml': service('web', 81) },
    ];
    const want = merged(base, theirs, local);
    assert.deepEqual(want.files, { 'b.yaml': typed('site', 81) });
    const found = merged({ ...base, 'a.yaml': service('one', 1) }, { ...theirs, 'a.yaml': service('five', 1) }, local);
    assert.deepEqual([found.kinds, found.files['b.yaml']], [[], want.files['b.yaml']]);
  });
});

describe('a resource of which local changes only the name', () => {
  const acmeGateway = (name: string, version = 'v1beta1', port = 80): string => `apiVersion: example.com/${version}
kind: Gateway
metadata:
  name: ${name}
spec:
  class: acme
  listeners:
  - name: http
    port: ${port}
`;
  const warning = (path: string): string =>
    `warning ${path}: gets the changes of new to Gateway my: local changed only its name`;
  const second = acmeGateway('other').replace('class: acme', 'class: example');

  it('gets the changes of new beside the name, with a warning', () => {
    const base = { 'a.yaml': `${second}---\n${acmeGateway('my')}` };
    const labelled = (name: string): string => acmeGateway(name).replace('spec:', '  labels: {}\nspec:');
    const theirs = { 'a.yaml': `${second}---\n${labelled('my')}` };
    const local = { 'a.yaml': `${second}---\n${acmeGateway('our')}` };
    const want = { 'a.yaml': `${second}---\n${labelled('our')}` };
    assertMerged(base, theirs, local, want);
    assert.deepEqual(merged(base, theirs, local).messages, [warning('a.yaml')]);
    assertMerged(base, local, theirs, want);
    assert.deepEqual(merged(base, local, theirs).messages, [
      'warning a.yaml: becomes Gateway our, as in new: was Gateway my',
    ]);
  });

  it('gets them with an info only if its namespace changed, as in whole packages', () => {
    const labelled = acmeGateway('my').replace('spec:', '  labels: {}\nspec:');
    const namespaced = (text: string): string => text.replace('name: my\n', 'name: my\n  namespace: shop\n');
    const found = merged(
      { 'a.yaml': acmeGateway('my') },
      { 'a.yaml': labelled },
      { 'a.yaml': namespaced(acmeGateway('my')) },
    );
    const want = labelled.replace('labels: {}\n', 'labels: {}\n  namespace: shop\n');
    assert.deepEqual([found.kinds, found.files], [[], { 'a.yaml': want }]);
    assert.deepEqual(found.messages, [
      'info a.yaml: gets the changes of new to Gateway my: local changed its namespace',
    ]);
  });

  it('is the same resource where one side changes its namespace and more', () => {
    const namespaced = acmeGateway('my', 'v1', 8080).replace('name: my\n', 'name: my\n  namespace: shop\n');
    const edited = acmeGateway('my').replace('acme', 'other');
    const base = { 'a.yaml': acmeGateway('my') };
    const [theirs, local] = [{ 'a.yaml': namespaced }, { 'a.yaml': edited }];
    const want = { 'a.yaml': namespaced.replace('class: acme', 'class: other') };
    assertMerged(base, theirs, local, want);
    assert.deepEqual(merged(base, theirs, local).messages, [
      'warning a.yaml: becomes Gateway shop/my, as in new: was Gateway my',
    ]);
    assertMerged(base, local, theirs, want);
  });

  it('gets the changes of new beside the name where other files have resources of the old name', () => {
    const other = { 'b.yaml': second.replace('other', 'my') };
    const local = { 'a.yaml': acmeGateway('our'), ...other };
    const want = { 'a.yaml': acmeGateway('our', 'v1'), ...other };
    assertMerged(
      { 'a.yaml': acmeGateway('my'), ...other },
      { 'a.yaml': acmeGateway('my', 'v1'), ...other },
      local,
      want,
    );
    assert.deepEqual(
      merged({ 'a.yaml': acmeGateway('my'), ...other }, local, { 'a.yaml': acmeGateway('our', 'v1'), ...other }).kinds,
      [],
    );
  });

  it('gets the changes of new in the file to which new moves it', () => {
    const base = { 'a.yaml': acmeGateway('my'), 'b.yaml': second };
    const theirs = { 'new/a.yaml': acmeGateway('my', 'v1', 8080), 'b.yaml': second };
    const local = { 'a.yaml': acmeGateway('our'), 'b.yaml': second };
    assertMerged(base, theirs, local, { 'new/a.yaml': acmeGateway('our', 'v1', 8080), 'b.yaml': second });
  });

  it('stays apart where it may be a copy of another one, where new has the name, too, or where new deletes it', () => {
    const two = `${acmeGateway('my')}---\n${acmeGateway('same')}`;
    const copied = merged(
      { 'a.yaml': two },
      { 'a.yaml': two.replace('name: my\n', 'name: my\n  labels: {}\n') },
      { 'a.yaml': two.replace('my', 'our') },
    );
    assert.deepEqual(copied.kinds, ['delete/change a.yaml']);
    const base = { 'a.yaml': acmeGateway('my'), 'b.yaml': second };
    const local = { 'a.yaml': acmeGateway('our'), 'b.yaml': second };
    const named = merged(
      base,
      { 'a.yaml': acmeGateway('my', 'v1'), 'b.yaml': `${second}---\n${acmeGateway('our', 'v1', 1)}` },
      local,
    );
    assert.deepEqual(
      [named.kinds[0], named.messages[0]],
      ['add/add a.yaml', 'warning a.yaml: stays deleted, though new changes it'],
    );
    const deleted = merged(base, { 'b.yaml': second }, local);
    assert.deepEqual(
      [deleted.kinds, deleted.files],
      [['delete/change a.yaml'], { 'a.yaml': acmeGateway('our'), 'b.yaml': second }],
    );
  });

  const account = (name: string): string => `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${name}\n`;

  it('loses a comment of its file where new moves it into another file', () => {
    const licensed = `# Licensed under the Apache License.\n\n${account('web')}`;
    const service = 'apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n';
    assertMerged(
      { 'account.yaml': licensed, 'web.yaml': service },
      { 'web.yaml': `${service}---\n${account('web')}` },
      { 'account.yaml': licensed.replace('name: web', 'name: mine'), 'web.yaml': service },
      { 'web.yaml': `${service}---\n${account('mine')}` },
    );
  });

  it('keeps the name of local in an equal file that local renames', () => {
    const gateway = (className: string): string =>
      `kind: GatewayClass\nmetadata:\n  name: ${className}\nspec:\n  controllerName: acme.io/controller\n---\nkind: Gateway\nmetadata:\n  name: gateway\nspec:\n  gatewayClassName: ${className}\n`;
    const other = gateway('acme').replace('name: gateway', 'name: other');
    assertMerged(
      { 'http.yaml': gateway('acme'), 'other.yaml': other },
      { 'http.yaml': gateway('example'), 'other.yaml': other },
      { 'own.yaml': gateway('acme'), 'other.yaml': other },
      { 'own.yaml': gateway('example'), 'other.yaml': other },
    );
  });
});

describe('a file that both sides move', () => {
  const [one, two] = [patch(1), patch(2).replace('name: web', 'name: other')];
  const file = (path: string, ...documents: readonly string[]): Files => ({ [path]: documents.join('---\n') });

  it('is one conflict, whatever the number of its resources, which its file decides', () => {
    const versions = [file('a.yaml', one, two), file('b.yaml', one, two), file('c.yaml', one, two)] as const;
    const { conflicts } = merged(...versions);
    assert.deepEqual(conflicts, [
      {
        kind: 'identity',
        file: { path: 'c.yaml', index: 0 },
        values: { base: 'a.yaml', theirs: 'b.yaml', local: 'c.yaml' },
      },
    ]);
    for (const [answer, side] of [
      ['local', versions[2]],
      ['new', versions[1]],
    ] as const) {
      const { kinds, files } = merged(...versions, { rules: [parseTake(`c.yaml=${answer}`).rule] });
      assert.deepEqual([kinds, files], [[], side]);
    }
  });

  it('is a conflict about the rest if a rule decides one resource', () => {
    const rules = [parseTake('Deployment/web:=new').rule];
    const { kinds, files } = merged(file('a.yaml', one, two), file('b.yaml', one, two), file('c.yaml', one, two), {
      rules,
    });
    assert.deepEqual([kinds, files], [['identity c.yaml'], { ...file('b.yaml', one), ...file('c.yaml', two) }]);
  });
});

describe('a text file that one side moves', () => {
  const text = ['a', 'b', 'c', 'd', 'e', 'f'].map((line) => `${line}\n`).join('');
  const base = { 'README.md': text };

  it('gets the changes of the other side', () => {
    const changed = { 'README.md': text.replace('b', 'B') };
    assertMerged(base, changed, { 'docs/README.md': text }, { 'docs/README.md': changed['README.md'] });
    assertMerged(base, { 'docs/README.md': text }, changed, { 'docs/README.md': changed['README.md'] });
    const similar = { 'docs/README.md': `${text}g\n` };
    assertMerged(base, changed, similar, { 'docs/README.md': `${changed['README.md']}g\n` });
  });

  it('keeps a line that one side moves and the other deletes, with a warning', () => {
    const script = (...lines: readonly string[]): Files => ({
      'run.sh': lines.map((line) => `echo ${line}\n`).join(''),
    });
    const [before, without] = [script('a', 'b', 'c', 'd', 'e', 'f', 'g'), script('a', 'b', 'd', 'e', 'f', 'g')];
    const after = script('a', 'b', 'd', 'e', 'f', 'c', 'g');
    const want = (deleting: string, moving: string) => [
      `warning run.sh: line 6 stays, though ${deleting} deletes it: ${moving} moved it`,
    ];
    const found = merged(before, without, after);
    assert.deepEqual([found.files, found.messages], [after, want('new', 'local')]);
    assert.deepEqual(merged(before, after, without).messages, want('local', 'new'));
    assert.deepEqual(merged(before, after, script('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h')).messages, []);
  });

  it('moves once if both sides move it, with a conflict if the paths differ', () => {
    assertMerged(base, { 'a.md': text }, { 'a.md': text.replace('b', 'B') }, { 'a.md': text.replace('b', 'B') });
    const { kinds, files } = merged(base, { 'a.md': text }, { 'b.md': text });
    assert.deepEqual([kinds, files], [['identity b.md'], { 'b.md': text }]);
  });

  it('stays moved where the other side deletes it', () => {
    const want = { 'docs/README.md': text };
    assertMerged(base, {}, want, want);
    assertMerged(base, want, {}, want);
    assert.deepEqual(merged(base, want, {}).messages, [
      'warning docs/README.md: is added by new, but may be README.md, which local removed: remove it, too, if it is the same',
    ]);
  });

  it('stays deleted, with a warning that names the candidates, where it may be one of several', () => {
    const { files, messages } = merged(
      base,
      { 'README.md': text.replace('b', 'B') },
      { 'x.md': `${text}x\n`, 'y.md': `${text}y\n` },
    );
    assert.deepEqual(Object.keys(files), ['x.md', 'y.md']);
    assert.deepEqual(messages, [
      "warning README.md: stays deleted, though new changes it: new's changes are not in x.md and y.md, to which local may have moved it",
    ]);
  });

  it('is followed as a template', () => {
    const template = `{{ if .x }}\n${text}{{ end }}\n`;
    const [before, theirs] = [template, template.replace('b', 'B')];
    assertMerged({ 't/a.yaml': before }, { 't/a.yaml': theirs }, { 'u/a.yaml': before }, { 'u/a.yaml': theirs });
  });
});
