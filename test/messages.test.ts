import * as blame from '../src/messages/blame.ts';
import * as functionOutput from '../src/messages/function-output.ts';
import * as reading from '../src/messages/reading.ts';
import * as rendering from '../src/messages/rendering.ts';
import * as updates from '../src/messages/updates.ts';
import * as upstreams from '../src/messages/upstreams.ts';
import * as writing from '../src/messages/writing.ts';
import { testMessages, type Cases, type Topic } from './support/message-cases.ts';

const BLAME: Cases<typeof blame> = {
  IN_PACKAGE: 'must be a file or a folder of a package',
  notInPackage: [
    [['xyz', ['web.yaml']], 'must be a file of the package'],
    [['wbe.yaml', ['web.yaml']], 'must be a file of the package; did you mean "web.yaml"?'],
  ],
  noLine: [[[9], 'has no line 9']],
  NOT_TEXT: 'is not text, and has no lines',
};

const FUNCTION_OUTPUT: Cases<typeof functionOutput> = {
  NOTHING_PRINTED: 'nothing; with `--allow-delete-all`, that counts as a list without items',
  OTHER_PRINTED: 'something other than one ResourceList',
  unreadableList: [[['a key must not occur twice'], 'a ResourceList that cannot be read: a key must not occur twice']],
  listNeeded: [[['set-labels', 'nothing'], '"set-labels" must print a ResourceList, but printed nothing']],
  resultsInvalid: [
    [['set-labels', 'must be a list'], '"set-labels" printed invalid results: `results` must be a list'],
  ],
  RESULTS_NO_LIST: 'must be a list',
  resultInvalid: [
    [
      [2, ['error', 'info']],
      'must have a string `message`, a `severity` of error, info and a numeric `file.index`, and maps of `resourceRef`, `field`, `file` and `tags`: result 2 does not',
    ],
  ],
  tookTooLong: [
    [
      ['set-labels', '5m'],
      '"set-labels" took longer than 5m and was stopped: raise the limit with `--function-timeout`',
    ],
  ],
  endedWith: [
    [['set-labels', 'exit code 1', true], '"set-labels" ended with exit code 1'],
    [['set-labels', 'exit code 1', false], '"set-labels" ended with exit code 1 and printed no ResourceList'],
  ],
  outputNotUtf8: [
    [['set-labels', 'byte 0xff at offset 7'], 'the output of "set-labels" must be UTF-8: byte 0xff at offset 7'],
  ],
  itemWrong: [[['set-labels', 3, 'is wrong'], 'item 3 of the output of "set-labels" is wrong']],
  ITEM_NO_RESOURCE: 'must be a resource, with `apiVersion`, `kind` and `metadata.name`',
  ITEM_NO_ANNOTATIONS: 'must have a map of `metadata.annotations`, or none',
  ITEM_UNKNOWN_ID: 'must not have the id of a resource that the function was not given',
  ITEM_OTHER_ID: 'has the id of another item: it was matched by its path, index and name',
  ITEM_NOT_EDITED: 'could not be edited to have the data that the function printed',
  indexNoNumber: [[['example.com/index', '"a"'], '`example.com/index` must be a number, not "a"']],
  annotationsDiffer: [
    [
      [
        ['example.com/path', 'example.com/old-path'],
        ['a.yaml', 'b.yaml'],
      ],
      '`example.com/path` and `example.com/old-path` must be equal: ["a.yaml","b.yaml"]',
    ],
  ],
  outsideFolder: [[['new resource', '../a.yaml'], 'new resource must be in a file of the folder, not in "../a.yaml"']],
  outsidePackage: [
    [['new resource', '../a.yaml'], 'new resource must be in a file of its package, not in "../a.yaml"'],
  ],
  placeOfOther: [
    [
      ['new resource', 'a.yaml', 1],
      'new resource must have another path or index: "a.yaml" (document 1) is another resource',
    ],
  ],
  placeTwice: [[['new resource'], 'new resource must have another path or index: another resource has the same']],
  PACKAGE_EMPTIED:
    'removed all of its resources: a function must not empty its package; to allow that, pass `--allow-delete-all`',
  ROOT_KPTFILE_REMOVED: 'removed the Kptfile of the root package: to allow that, pass `--allow-delete-all`',
};

const READING: Cases<typeof reading> = {
  FOLDER_NEEDED: 'must be a folder',
  NO_PACKAGE_INSIDE: 'must hold a package: a folder with a Kptfile',
  notYaml: [[['a key must not occur twice'], 'must be YAML: a key must not occur twice']],
  EXCLUDE_FILES:
    'to exclude files, list them in a .krmignore, or pass `--exclude GLOB`; with `--skip-invalid`, files that are not YAML are skipped',
  CHART_TEMPLATES:
    'the templates of a Helm chart are not resources: pass the output of `helm template` instead, or exclude the chart',
  NAME_NOT_UTF8: 'the name must be UTF-8: rename the file or folder, or exclude it in .krmignore',
  notRead: [
    [
      [[]],
      'is not read; links are not followed, and only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: replace, rename or exclude it',
    ],
    [
      [['b.YAML', 'c.YAML']],
      'is not read, nor 2 others: b.YAML, c.YAML; links are not followed, and only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: replace, rename or exclude it',
    ],
  ],
  skipped: [
    [['nodeModules'], 'skipped: `node_modules` is not part of a package'],
    [['special'], 'skipped: symbolic links and devices are not read'],
    [['link'], 'skipped: a symbolic link is not copied'],
    [['submodule'], 'skipped: a submodule is not fetched'],
    [['hidden'], 'skipped: a .krmignore hides this package'],
    [
      ['wrongCase'],
      'skipped: only names that end in .yaml, .yml or .json in lower case, and Kptfile, are read: rename the file',
    ],
    [['temporaryFile'], 'skipped: temporary file of a killed run; safe to remove'],
    [['temporaryFolder'], 'skipped: temporary folder of a killed run; safe to remove'],
  ],
  ARRAY_OF_RESOURCES:
    'an array of resources is not read; kubectl refuses it, too: write a `List` with the resources as its `items`, or a stream of documents',
  notAResource: [
    [[undefined, ''], 'skipped: a KRM resource must have `apiVersion`, `kind` and `metadata.name`'],
    [
      ['items[0]', ': `kind` must be a string, so quote it'],
      'skipped `items[0]`: a KRM resource must have `apiVersion`, `kind` and `metadata.name`: `kind` must be a string, so quote it',
    ],
  ],
  quoteField: [[['kind'], ': `kind` must be a string, so quote it']],
  addName: [
    [['OverridePolicy', true], ': without a name, no function reads this OverridePolicy'],
    [['Service', false], ': without a name, functions do not get this Service; add one, or exclude the file'],
  ],
  joinedDocuments: [
    [['key `kind` is there twice'], 'key `kind` is there twice; is `---` missing between two resources?'],
  ],
  exclusionUnused: [[['*.yml'], '`--exclude *.yml` has no effect: it matches no file or folder of the input']],
  baseFieldsRefused: [
    [
      [[{ field: 'pipelines', path: 'Kptfile' }]],
      'the version that it came from has fields that kpt refuses, and that had no effect: `pipelines` of Kptfile',
    ],
  ],
  CORRECT_FIELDS:
    'kpt refuses a package with such fields: correct them where they come from, or pass `--allow-unknown-fields` to write them',
};

const RENDERING: Cases<typeof rendering> = {
  VERSIONS_UNRENDERED: 'the versions are not rendered, since the package is not',
  versionsNotRendered: [
    [['it fails'], 'the versions are not rendered, so output of the pipeline counts as local edits: it fails'],
  ],
  RENDERED_UNCERTAIN:
    'whether the package is rendered is not certain: pass `--render` if it is, or `--no-render` if it is not',
  mergedNotRendered: [
    [
      ['it fails'],
      'the merged package is not rendered: it fails; to see what the pipeline changes, run `krm-variants render --dry-run --diff`',
    ],
  ],
  editsOverwritten: [
    [[['a.yaml', 'b.yaml']], 'that would overwrite local edits in a.yaml, b.yaml'],
    [[['a', 'b', 'c', 'd']], 'that would overwrite local edits in a, b, c and 1 more'],
  ],
  OUTPUT_CHANGES_AGAIN: 'a second run of the pipeline changes its own output',
  finishedNotRendered: [[['shop'], 'the merged package is not rendered: run `krm-variants render shop`']],
  renderingRequired: [
    [['it fails'], '`--render` must run the pipeline, but cannot: it fails; correct this, or pass `--no-render`'],
  ],
  otherFunctions: [
    [
      [['example.com/one:v1', 'two']],
      'the pipeline needs other programs or images, "example.com/one:v1", "two": to call them, pass `--render`',
    ],
  ],
  pipelineNotRun: [[['it fails'], 'the pipeline was not run, so that its lines are shown as unknown: it fails']],
  packageNeeded: [
    [[], 'must be a package: a folder with a Kptfile'],
    [[1], 'must be a package: a folder with a Kptfile; to render the 1 package in it, pass `--all`'],
    [[2], 'must be a package: a folder with a Kptfile; to render the 2 packages in it, pass `--all`'],
  ],
  KPTFILE_UNREAD:
    'a file named Kptfile must begin with a resource of kind Kptfile (kpt.dev/v1) that has `metadata.name`',
  processEnded: [
    [
      ['ended with 137'],
      'its process ended with 137, as happens if memory runs out: render the package again, with a smaller `--jobs`',
    ],
  ],
  WARNING_IS_ERROR: 'with `--strict`, a warning is an error',
  stepName: [
    [['set-labels', 'pipeline.mutators[0]', ''], '"set-labels" (`pipeline.mutators[0]`) of the root package'],
    [['set-labels', 'pipeline.mutators[0]', 'db'], '"set-labels" (`pipeline.mutators[0]`) of package "db"'],
  ],
  stepFailed: [[['"set-labels"'], '"set-labels" failed']],
  stepFailedAmong: [
    [['"set-labels"', 1, false], '"set-labels" failed: nothing was written'],
    [['"set-labels"', 2, true], '"set-labels" (one of 2 packages) failed: only the status was written'],
  ],
};

const UPDATES: Cases<typeof updates> = {
  MARKERS_NEED_GIT:
    'must be in a work tree of git for `--markers`, which keeps there what it needs to undo the update: run `git init`, or decide the conflicts with `--take`',
  PASS_MARKERS: 'pass `--markers` to edit the conflicts in the files',
  editMarkers: [
    [
      [undefined],
      'edit the lines between the markers, then run `krm-variants update --continue`, or `krm-variants update --abort` to undo the update',
    ],
    [
      ['shop'],
      'edit the lines between the markers, then run `krm-variants update shop --continue`, or `krm-variants update shop --abort` to undo the update',
    ],
  ],
  markerLeft: [
    [
      [['"<<<<<<<"', '">>>>>>>"']],
      'must have no marker of a conflict: keep the lines that you want, and remove the lines "<<<<<<<", ">>>>>>>"',
    ],
  ],
  filesUncommitted: [
    [
      [['web.yaml']],
      'must have no changes that are not committed, but has web.yaml: commit them, or add `--allow-dirty`',
    ],
  ],
  filesUntracked: [
    [
      [['web.yaml']],
      'must have in git all files that the update changes or removes, but git does not track web.yaml: commit them with `git add --force`, move them elsewhere, or add `--allow-dirty`',
    ],
  ],
  FAST_FORWARD_EDITED:
    'was changed locally, which the update strategy fast-forward does not allow: use another `--strategy`, such as resource-merge',
  updateUnfinished: [
    [
      ['shop'],
      'has an update that is not finished: run `krm-variants update shop --continue` or, to undo it, `--abort`',
    ],
  ],
  NO_UPDATE: 'has no unfinished update: only one with `--markers` is finished or undone',
  updateElsewhere: [[['shop'], 'has no unfinished update: shop has the one of this work tree']],
  UPDATE_STATE_DAMAGED: 'the state of an update must be as it was written: remove this file',
  UPDATE_INTERRUPTED:
    'has an update that was interrupted while it wrote files: undo it with `krm-variants update --abort`, then update again',
  UPDATE_UNDONE:
    'must have changes of the update to finish it, but all files are as before: end it with `krm-variants update --abort`, then update again',
  FILE_AS_BEFORE: 'is as before the update',
  EDITS_DISCARDED: 'edits since the update began are discarded',
  FILE_NEEDED: 'must be a file, as before the update',
  sameCommitNeeded: [
    [
      [undefined, '.git/state'],
      'must have the same commit checked out as when the update began: finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
    [
      [{ checkout: 'main' }, '.git/state'],
      'must have the same commit checked out as when the update began: run `git checkout main`, or finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
    [
      [{ amended: '4d2a61c9b0f3' }, '.git/state'],
      'must have the same commit checked out as when the update began: it is amended with changes in the package: run `git reset --soft 4d2a61c9b0f3`, which keeps all files, or finish the update with `--continue`; to forget the update and keep all files, remove .git/state',
    ],
  ],
  laterCommitNeeded: [
    [
      ['4d2a61c9b0f3', { checkout: 'main' }, 'shop'],
      'must have commit 4d2a61c9b0f3 checked out, at which the update began, or a later one that has the files of the update: run `git checkout main`, then `krm-variants update shop --continue` or, to undo the update, `--abort`',
    ],
  ],
};

const REPOSITORY = 'https://git.example.com/blueprints.git';
const COMMIT = '4d2a61c9b0f34d2a61c9b0f34d2a61c9b0f34d2a';

const UPSTREAMS: Cases<typeof upstreams> = {
  UPSTREAM_NEEDED: 'must have an `upstream` that the package is updated from',
  LOCK_NEEDED:
    'must have an `upstreamLock`, the version that the package came from: give the files of that version with `--base DIR`',
  IN_VARIANT:
    'is in a variant of a fleet, whose versions its lock names: use `krm-variants fleet blame`, `fleet diff` or `fleet apply`',
  BASE_WITHOUT_KPTFILE: 'must have the Kptfile of the version that the package came from: pass the folder that has it',
  BASE_OTHER_FILES:
    'must have the files of the version that the package came from, but has no file of it: pass their folder',
  onlyGit: [
    [
      ['upstream', '"oci"'],
      'must be git, the only supported type, but is "oci": set it to git, and `upstream.git` to the place of the package',
    ],
  ],
  UPSTREAM_FIELD_EMPTY: 'must be a text that is not empty: only upstreams in git are supported',
  unknownStrategy: [[[['one', 'two']], 'must be one or two']],
  refNotFound: [
    [
      [REPOSITORY, undefined],
      `must be a tag, a branch or a commit of ${REPOSITORY}: if upstream renamed the branch, set this field to the new name`,
    ],
    [
      [REPOSITORY, 'main'],
      `must be a tag, a branch or a commit of ${REPOSITORY}, whose default branch is "main": if upstream renamed the branch, set this field to the new name`,
    ],
  ],
  folderNotFound: [[['shop', { repository: REPOSITORY, ref: 'v1' }], `"shop" must be a folder of ${REPOSITORY} at v1`]],
  namedFolderNotFound: [
    [
      ['upstream', { repository: REPOSITORY, ref: 'v1', commit: COMMIT }],
      `must be a folder of ${REPOSITORY} at v1 (4d2a61c9b0f3): if upstream moved the package, set this field to its new folder`,
    ],
    [
      ['upstreamLock', { repository: REPOSITORY, ref: COMMIT, commit: COMMIT }],
      `must be a folder of ${REPOSITORY} at 4d2a61c9b0f3, the version that the package came from: correct this field and \`upstreamLock.git.commit\`, or give the files of that version with \`--base DIR\``,
    ],
  ],
  commitGone: [
    [
      [COMMIT, REPOSITORY, ''],
      `the commit ${COMMIT} that the package came from is no longer in ${REPOSITORY}: give the files of that version with \`--base DIR\``,
    ],
    [
      [COMMIT, REPOSITORY, 'db'],
      `the commit ${COMMIT} that the package came from is no longer in ${REPOSITORY}: give the files of that version in the folder "db" of \`--base DIR\``,
    ],
  ],
  folderOutside: [[['../shop'], 'the folder of an upstream must not have ".." in its path, as "../shop" has']],
  fetchedTooDeep: [[[20], 'packages must not fetch each other more than 20 levels deep']],
  NESTED_ALONE: 'is not updated with the package around it: update it on its own',
  NESTED_UPSTREAM_STAYS:
    '`upstream` stays: the local package and the new version of the package around it changed it differently',
  NESTED_STAYS_DELETED: 'stays deleted, though new changes it',
  nestedOnThisMachine: [
    [
      ['/srv/db'],
      'the upstream of a nested package must not be on this machine, but is /srv/db: allow it by making it a remote of your git repository (`git remote add NAME PATH`)',
    ],
  ],
  nestedOnOtherHost: [
    [
      ['other.example.com'],
      'the upstream of a nested package must be on the host of the root package, but is on other.example.com: allow it with `--allow-host other.example.com`',
    ],
  ],
  LFS_POINTER: 'is a pointer of Git LFS: the file itself is not fetched',
  ONE_KPTFILE: 'must have one resource of kind Kptfile (kpt.dev/v1) with `metadata.name`',
  KPTFILE_RESOURCE: 'must have a Kptfile resource',
  CONTEXT_NEEDED: 'must have the package context, a ConfigMap kptfile.kpt.dev',
  contextOfOther: [[['shop'], 'is the name of another package: `--for-deployment` sets it to "shop"']],
  CREDENTIALS_LEFT_OUT:
    'the credentials in the URL are not written to the Kptfile: updates need a credential helper of git',
  madeInside: [
    [
      ['shop/db'],
      'is a package, so the new one is nested in it, as by kpt, in shop/db: to confirm this, name that folder; for a separate package, name a new one',
    ],
  ],
  ignoredHere: [
    [
      [['a.log']],
      'has 1 file that git ignores here (a.log), so other clones would take it for deleted: commit with `git add --force`, or change your .gitignore',
    ],
    [
      [['a.log', 'b.log']],
      'has 2 files that git ignores here (a.log, b.log), so other clones would take them for deleted: commit with `git add --force`, or change your .gitignore',
    ],
  ],
  parentNeeded: [[['shops'], 'parent directory "shops" must exist']],
  destinationNoFolder: [[['shop'], '"shop" must be a folder']],
  destinationExists: [[['shop'], 'destination directory "shop" already exists: name another folder']],
};

const WRITING: Cases<typeof writing> = {
  FILE_READ_ONLY:
    'access is denied: the file is read-only; to let it be changed, make it writable, as with `chmod u+w`',
  FOLDER_READ_ONLY: 'access is denied: to let the file be removed, make its folder writable, as with `chmod u+w`',
  ENCRYPTED: 'is encrypted by sops, and cannot be edited: select other resources, or decrypt it first',
  CHANGED_MEANWHILE: 'the file changed after it was read; no file was written',
  FOLDER_REPLACED: 'a folder in its path must stay while files are written, but was replaced',
  notInFolder: [
    [['a', true], 'a new file must be in a folder, but "a" is a symbolic link; no file was written'],
    [['a', false], 'a new file must be in a folder, but "a" is not a folder; no file was written'],
  ],
  newFileExists: [
    [[true], 'a new file must not exist yet, but is a symbolic link; no file was written'],
    [[false], 'a new file must not exist yet; no file was written'],
  ],
  folderNotEmpty: [
    [
      ['a/b.yaml'],
      'a folder that becomes a file must hold no other file, but holds a/b.yaml: move it elsewhere; no file was written',
    ],
  ],
  writtenInPart: [
    [[[], ['a.yaml', 'b.yaml']], 'files written: none; not written: a.yaml, b.yaml'],
    [[['a.yaml'], []], 'files written: a.yaml; not written: none'],
  ],
  filesLeftOut: [
    [['out', ['README.md']], '"out" has only the files that are read for resources, and lacks 1 other: README.md'],
    [['out', ['a.md', 'b.md']], '"out" has only the files that are read for resources, and lacks 2 others: a.md, b.md'],
  ],
  NEW_FILE_OUTSIDE: 'a new file must have a relative path inside the folder',
  NEW_FILE_TEMPORARY:
    'a new resource must not be in a file or folder with the name of a temporary one: give it another path',
  NEW_FILE_JSON:
    'a new resource is written as YAML, and cannot be in a .json file: give it a path that ends in .yaml or .yml',
  NEW_FILE_UNREAD: 'a new resource must be in a file that is read again: give it a path that ends in .yaml or .yml',
  NEW_FILE_LEFT_OUT:
    'a new resource must be in a file that is read again, but a .krmignore or `--exclude` leaves this one out: give it another path',
  JSON_HOLDS_ONE: 'a new resource cannot be added to a JSON file, which holds one',
  NEW_INDEX_TAKEN:
    'the index of a new resource must be unique in its file: give it another index, or a file of its own',
  NOT_BEFORE_DIRECTIVE:
    'a new resource cannot come before a byte order mark or a directive: give it a higher index, or a file of its own',
  LINE_BREAK_NEEDED: 'must end with a line break: adding a resource would append one to its last string',
  notEditable: [[['too many aliases'], 'cannot be edited: too many aliases']],
};

/** Messages that do not have this form, and the reason. */
const EXCEPTIONS: readonly string[] = [
  'quoteField', // ends another message
  'addName', // ends another message
];

const TOPICS: readonly Topic[] = [
  { file: 'blame.ts', messages: blame, cases: BLAME },
  { file: 'function-output.ts', messages: functionOutput, cases: FUNCTION_OUTPUT },
  { file: 'reading.ts', messages: reading, cases: READING },
  { file: 'rendering.ts', messages: rendering, cases: RENDERING },
  { file: 'updates.ts', messages: updates, cases: UPDATES },
  { file: 'upstreams.ts', messages: upstreams, cases: UPSTREAMS },
  { file: 'writing.ts', messages: writing, cases: WRITING },
];

describe('the messages of commands about one package', () => {
  testMessages(new URL('../src/messages/', import.meta.url), TOPICS, EXCEPTIONS);
});
