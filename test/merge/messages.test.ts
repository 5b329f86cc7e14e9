import * as answers from '../../src/merge/messages/answers.ts';
import * as combinations from '../../src/merge/messages/combinations.ts';
import * as conflicts from '../../src/merge/messages/conflicts.ts';
import * as deletions from '../../src/merge/messages/deletions.ts';
import * as moves from '../../src/merge/messages/moves.ts';
import * as names from '../../src/merge/messages/names.ts';
import * as openConflicts from '../../src/merge/messages/open-conflicts.ts';
import * as ofPackage from '../../src/merge/messages/package.ts';
import * as policies from '../../src/merge/messages/policies.ts';
import { testMessages, type Cases, type Topic } from '../support/message-cases.ts';

const ANSWERS: Cases<typeof answers> = {
  takeUnused: [
    [
      ['Service/web:=local', [], ''],
      "`--take 'Service/web:=local'` decides nothing: there is no conflict at this place",
    ],
    [
      ['shop/web.yaml=local', ['https://git.example.com/bergen.git/shop/web.yaml'], 'all other changes are written'],
      "`--take 'shop/web.yaml=local'` decides nothing: there is no conflict at this place; name it by https://git.example.com/bergen.git/shop/web.yaml; all other changes are written",
    ],
  ],
  takeOverruled: [
    [
      ['Service/web:a=new', 'Service/web:=new', true],
      "`--take 'Service/web:a=new'` decides nothing: `--take 'Service/web:=new'` comes first and decides the same place; leave one of them out",
    ],
    [
      ['Service/web:a=new', 'Service/web:=local', false],
      "`--take 'Service/web:a=new'` decides nothing: `--take 'Service/web:=local'` comes first and contradicts it at the same place; leave one of them out",
    ],
  ],
  waysToDecide: [
    [
      ['Service/web:=local', 0, 'edit it'],
      "to decide one conflict, pass `--take 'Service/web:=local'` or `=new`; to decide all, pass `--on-conflict local` or `new`; or edit it",
    ],
    [
      ['Service/web:=local', 1, 'edit it'],
      "to decide this conflict and 1 other at the same place, pass `--take 'Service/web:=local'` or `=new`; to decide all, pass `--on-conflict local` or `new`; or edit it",
    ],
  ],
  EDIT_BETWEEN_MARKERS: 'edit the lines between the markers',
  EDIT_VERSIONS: 'edit LOCAL or NEW so that they agree',
  decideUnmarkedFirst: [
    [
      ['to decide one conflict, edit it'],
      'a Kptfile and a file that is not text get no markers, so their conflicts must be decided first: to decide one conflict, edit it',
    ],
  ],
  BINARY_UNMARKED: 'is not text, so it cannot have markers: the local version is kept',
};

const COMBINATIONS: Cases<typeof combinations> = {
  referenceMixed: [
    [
      [['name', 'newTag']],
      'each side changed a part of this reference, and neither has this combination of `name`, `newTag`: check that it exists',
    ],
  ],
  permissionCombined: [
    [[{ verb: 'get', url: '/metrics' }], 'together, the changes of both sides would permit `get` of /metrics'],
    [
      [{ verb: 'delete', resource: 'secrets', group: '', name: undefined }],
      'together, the changes of both sides would permit `delete` of secrets',
    ],
    [
      [{ verb: '*', resource: 'deployments', group: 'apps', name: 'web' }],
      'together, the changes of both sides would permit `*` of deployments.apps web',
    ],
  ],
  FIELDS_COMBINED: 'both sides added it with different fields: it gets the fields of both',
  LOCAL_ORDER_KEPT: 'both sides changed the order: the local order is kept',
  ADDITIONS_JOINED: 'both sides added elements at the same place: the elements of new come first',
  elementRepeated: [
    [['name', '"web"'], 'several elements have the same `name`, "web", which is unique in every version'],
  ],
  INNER_COMMENTS_LOST: 'is written as a whole: some comments inside it are lost, so write them again',
  LOCAL_COMMENT_KEPT: 'both sides changed the comment: the local one is kept',
};

const MANY = Array.from({ length: 10 }, (_, at) => ({ of: 'field', text: `f${at}` }) as const);

const CONFLICTS: Cases<typeof conflicts> = {
  conflictDecided: [
    [['theirs', 'changed'], 'both sides changed it: the new version is used'],
    [['local', 'changed'], 'both sides changed it: the local version is used'],
    [['theirs', 'moved'], 'both sides moved it: the path in the new version is used'],
    [['local', 'moved'], 'both sides moved it: the path in the local version is used'],
  ],
  changesDropped: [
    [[[{ of: 'field', text: '' }], 'local'], 'drops changes of new: the whole value'],
    [
      [
        [
          { of: 'field', text: 'spec.replicas' },
          { of: 'added', text: '"a"' },
          { of: 'removed', text: `"${'b'.repeat(80)}"` },
        ],
        'theirs',
      ],
      `drops changes of local: spec.replicas, adds "a", removes "${'b'.repeat(79)}…`,
    ],
    [[MANY, 'local'], 'drops changes of new: f0, f1, f2, f3, f4, f5, f6, f7, and 2 more'],
  ],
  mayBe: [[['Service b in new, under another name'], 'may be Service b in new, under another name']],
  otherName: [
    [['`b`', 'local'], '`b` in local, under another name'],
    [['Service b', 'theirs', 'name'], 'Service b in new, under another name'],
    [['Service b', 'theirs', 'group'], 'Service b in new, in another API group'],
    [['Service b', 'theirs', 'namespace'], 'Service b in new, in another namespace'],
  ],
  underOtherIdentity: [
    [['Service a', 'name'], 'Service a under another name'],
    [['Service a', 'group'], 'Service a in another API group'],
    [['Service a', 'namespace'], 'Service a in another namespace'],
  ],
};

const DELETIONS: Cases<typeof deletions> = {
  STAYS_DELETED_WITH_COMMENTS: 'stays deleted, including the comments that new changed',
  DELETED_WITH_COMMENTS: 'is deleted, as in new, including the comments that local changed',
  staysDeleted: [
    [[[]], 'stays deleted, though new changes it'],
    [
      [['a.yaml', 'b.yaml', 'a.yaml']],
      "stays deleted, though new changes it: new's changes are not in a.yaml and b.yaml, to which local may have moved it",
    ],
  ],
  additionsKept: [
    [['theirs'], 'keeps what local added, though new deletes it'],
    [['local'], 'keeps what new added, though local deletes it'],
  ],
  lineKept: [
    [[3, 'theirs'], 'line 3 stays, though new deletes it: local moved it'],
    [[3, 'local'], 'line 3 stays, though local deletes it: new moved it'],
  ],
  SUBPACKAGE_KEPT: 'the subpackage stays, though new deletes it: local changed it',
  resourceKept: [
    [['Service web', ['a.yaml'], ['theirs']], 'Service web is in a.yaml, though new deleted it'],
    [
      ['Service web', ['a.yaml', 'b.yaml'], ['theirs', 'local']],
      'Service web is in a.yaml and b.yaml, though new and local deleted it',
    ],
  ],
  resourceLost: [
    [
      ['Service web', { theirs: ['a.yaml'], local: ['b.yaml', 'c.yaml'] }],
      'Service web is lost: new has it in a.yaml, local in b.yaml and c.yaml, and the merged text has it in neither',
    ],
  ],
};

const MOVES: Cases<typeof moves> = {
  moveFollowed: [
    [['a.yaml', 'theirs'], 'was a.yaml: new moved it, and the changes of local follow'],
    [['a.yaml', 'local'], 'was a.yaml: local moved it, and the changes of new follow'],
  ],
  moveUndone: [
    [['theirs', 'b.yaml'], 'stays where local has it: new moves it to b.yaml, but the local text of that file is used'],
    [['local', 'b.yaml'], 'stays where new has it: local moves it to b.yaml, but the new text of that file is used'],
  ],
  addedToMovedFile: [
    [['theirs', undefined], 'new added this, and local deleted the rest of the file: move it where it belongs'],
    [
      ['local', ['a.yaml', 'b.yaml']],
      'local added this, and new moved the rest of the file to a.yaml and b.yaml: move it where it belongs',
    ],
  ],
  addedToMovedFolder: [
    [
      ['theirs', 'old', undefined],
      'new added this file, and local deleted the other files of the folder old: move it where it belongs',
    ],
    [
      ['local', 'old', 'young'],
      'local added this file, and new renamed the folder old to young: move it where it belongs',
    ],
    [
      ['local', 'old', ''],
      'local added this file, and new renamed the folder old to the top folder: move it where it belongs',
    ],
  ],
};

const NAMES: Cases<typeof names> = {
  COPY_KEPT: "is treated as a copy, which does not follow new: kpt's comment names another resource",
  becomesAsInNew: [[['Service b', 'Service a'], 'becomes Service b, as in new: was Service a']],
  followsRenamed: [
    [['Service a', 'name', true], 'gets the changes of new to Service a: local changed only its name'],
    [['Service a', 'namespace', false], 'gets the changes of new to Service a: local changed its namespace'],
  ],
  wasInBase: [
    [['Service a', 'place'], 'was Service a in the base version: matched by its place or its lines'],
    [['`a`', 'values'], 'was `a` in the base version: matched by its values'],
  ],
  matchedBy: [
    [['fileOrder'], 'was matched by its order among those of the file with this name'],
    [['renamedFile'], 'was matched by its file, which was renamed'],
    [['similarFile'], 'was matched by its file, which is similar'],
    [
      ['sameIdentity', { from: 'a.yaml', to: 'b.yaml', side: 'theirs' }],
      'was in a.yaml, and is in b.yaml in new: matched by its lines',
    ],
  ],
  MATCHED_BY_NAME: 'is matched by its name, because its key changed',
  elementsMatched: [
    [[['name']], 'elements with the same `name` are treated as the same element'],
    [[['name', 'host']], 'elements with the same `name` or `host` are treated as the same element'],
  ],
  possibleMove: [
    [
      ['theirs', 'Service a of a.yaml'],
      'is added by new, but may be Service a of a.yaml, which local removed: remove it, too, if it is the same',
    ],
    [
      ['local', '`a` with another key', ['b.yaml', 'c.yaml']],
      'is added by local, but may be `a` with another key, which new removed: remove it, too, if it is the same; as may those in b.yaml, c.yaml',
    ],
  ],
  UNNAMED_DOCUMENT: 'the document',
  ofFile: [[['Service a', 'a.yaml'], 'Service a of a.yaml']],
  entryNamed: [[['a'], '`a`']],
  elementNamed: [
    [['"a"'], 'the element "a"'],
    [
      [
        [
          ['port', '80'],
          ['protocol', '"TCP"'],
        ],
      ],
      'the element with `port` 80 and `protocol` "TCP"',
    ],
  ],
  elementOfList: [[['spec.containers'], 'the element that was in `spec.containers`']],
  withAnother: [
    [['`a`', 'key'], '`a` with another key'],
    [['the element "a"', 'value'], 'the element "a" with another value'],
  ],
};

const OPEN_CONFLICTS: Cases<typeof openConflicts> = {
  openConflict: [[['edit/edit', 'base 1, new 2, local 3'], 'conflict edit/edit: base 1, new 2, local 3']],
  deletedByOne: [
    [['theirs', undefined, { changes: 'adds a (1)', candidate: undefined }], 'new deletes it; local adds a (1)'],
    [['local', 'file', { changes: 'adds a (1)', candidate: undefined }], 'local deletes the file; new adds a (1)'],
    [
      ['theirs', 'document', { changes: 'adds a (1)', candidate: undefined }],
      'new deletes the document; local adds a (1)',
    ],
    [
      ['theirs', { kind: 'Service' }, { changes: 'adds a (1)', candidate: 'Service b in new, under another name' }],
      'new deletes this Service, or it may be Service b in new, under another name; local adds a (1)',
    ],
  ],
  inOneOf: [
    [
      ['theirs', undefined, { from: '"a.yaml"', places: ['"b.yaml"'] }],
      'new no longer has it in "a.yaml": it is deleted, or is the one in "b.yaml"',
    ],
    [
      ['local', { kind: 'List' }, { from: '"a.yaml"', places: ['"b.yaml"', '"c.yaml"'], changes: 'adds a (1)' }],
      'local no longer has this List in "a.yaml": it is deleted, or is the one in "b.yaml" or "c.yaml"; new adds a (1)',
    ],
  ],
  changedByBoth: [
    [[{ theirs: 'adds a (1)', local: 'removes b' }, undefined], 'new adds a (1); local removes b'],
    [
      [{ theirs: 'adds a (1)', local: 'removes b' }, 'elements'],
      'new adds a (1); local removes b; it is not certain which elements are the same',
    ],
    [
      [{ theirs: 'adds a (1)', local: 'removes b' }, 'element'],
      'new adds a (1); local removes b; it is not certain that these are the same element',
    ],
  ],
  movedByBoth: [
    [
      [{ base: '"a.yaml"', theirs: '"b.yaml"', local: '"c.yaml"' }],
      'new moves it from "a.yaml" to "b.yaml", and local moves it to "c.yaml"',
    ],
  ],
  valuesDiffer: [
    [[{ base: '1', theirs: '2', local: 'absent' }], 'base 1, new 2, local absent'],
    [
      [{ base: '1', theirs: '2', local: '3' }, '`b` in local, under another name'],
      'base 1, new 2, local 3; may be `b` in local, under another name',
    ],
  ],
  changesShown: [
    [[['adds a (1)', 'removes b'], 0], 'adds a (1), removes b'],
    [[['adds a (1)'], 1], 'adds a (1), and 1 more change'],
    [[['adds a (1)'], 2], 'adds a (1), and 2 more changes'],
  ],
  changedAndMoved: [
    [['adds a (1)', undefined], 'adds a (1)'],
    [[undefined, '"b.yaml"'], 'moves it to "b.yaml"'],
    [['adds a (1)', '"b.yaml"'], 'adds a (1), and moves it to "b.yaml"'],
  ],
  CHANGES_LAYOUT: 'changes its comments or layout',
  changesLine: [
    [[3, '', { from: '"a"', to: 'absent' }], 'changes line 3 from "a" to absent'],
    [[3, 'data.x', { from: '"a"', to: '"b"' }], 'changes line 3 of data.x from "a" to "b"'],
  ],
  changesField: [
    [['', { from: '1', to: '2' }], 'changes it from 1 to 2'],
    [['spec.replicas', { from: '1', to: '2' }], 'changes spec.replicas from 1 to 2'],
  ],
  removesField: [
    [['', undefined], 'removes it'],
    [['spec.replicas', '1'], 'removes spec.replicas (1)'],
  ],
  addsField: [
    [['', '1'], 'adds it (1)'],
    [['spec.replicas', '1'], 'adds spec.replicas (1)'],
  ],
  reordersField: [
    [[''], 'reorders it'],
    [['spec.list'], 'reorders spec.list'],
  ],
  removesElement: [
    [['"a"', ''], 'removes "a"'],
    [['"a"', 'spec.list'], 'removes "a" from spec.list'],
  ],
  addsElement: [
    [['"a"', ''], 'adds "a"'],
    [['"a"', 'spec.list'], 'adds "a" to spec.list'],
  ],
};

const PACKAGE: Cases<typeof ofPackage> = {
  nameShared: [
    [
      [2, ['a.yaml', 'b.yaml']],
      '2 resources have this name now, in a.yaml, b.yaml: each side gave it to a different one',
    ],
  ],
  resourceRepeated: [
    [['Service web', ['a.yaml', 'b.yaml', 'b.yaml']], 'Service web occurs 3 times now, in a.yaml and b.yaml'],
  ],
  staysInEachPlace: [
    [
      ['Service web', { path: 'a.yaml', isInList: true }, { path: 'b.yaml', isInList: false }],
      'Service web is in List in a.yaml in new and in b.yaml in local: it stays in each place',
    ],
    [
      [undefined, undefined, { path: 'b.yaml', isInList: false }],
      'a resource is deleted in new and in b.yaml in local: it stays in each place',
    ],
  ],
  listPlace: [
    [[{ path: 'a.yaml', isInList: false }], 'a.yaml'],
    [[{ path: 'a.yaml', isInList: true }], 'List in a.yaml'],
  ],
  LOCK_OUTDATED: '`upstreamLock` still names the version before the merge: set it to the version of new',
  modeAsInNew: [
    [[true], 'is executable, as in new'],
    [[false], 'is no longer executable, as in new'],
  ],
  COMPARISON_LIMIT:
    'too many renamed files or resources to compare them all: changes to those without a clear match are conflicts',
};

const KIND = { apiVersion: 'krm-variants.dev/v1alpha1', kind: 'MergePolicy' };

const POLICIES: Cases<typeof policies> = {
  noPolicyInFile: [[[KIND], 'must hold a MergePolicy of krm-variants.dev/v1alpha1']],
  policyNotYaml: [[['a key must not occur twice'], 'must be YAML: a key must not occur twice']],
  policyMisspelt: [
    [['kind', KIND, ''], 'must be "MergePolicy" for a MergePolicy'],
    [
      ['apiVersion', KIND, '; did you mean `apiVersion`?'],
      'must be "krm-variants.dev/v1alpha1" for a MergePolicy; did you mean `apiVersion`?',
    ],
  ],
  MERGE_POLICY_NEEDED:
    'merge reads only MergePolicies (krm-variants.dev/v1alpha1): give other policies to `run` or `render`',
  notAFieldPath: [
    [['a[b'], '"a[b" must be a path of fields, such as spec.containers[name=web].image, spec.ports[*] or data["a.b"]'],
  ],
  NOTHING_MATCHES_ALL:
    'this rule selects nothing: each of these matches in some version, but nothing matches all of them',
  nothingMatches: [
    [['file', ''], 'this rule selects nothing: no version has such a file'],
    [
      ['kind', '; did you mean "Service"?'],
      'this rule selects nothing: no version has a resource of this kind; did you mean "Service"?',
    ],
  ],
  noVersionHasField: [
    [[undefined], 'this rule selects nothing: no version has this field in a resource that the rule selects'],
    [
      [{ written: 'replcas', meant: 'replicas' }],
      'this rule selects nothing: no version has this field in a resource that the rule selects; did you mean `replicas`, not `replcas`?',
    ],
  ],
  unknownDirective: [[['all', ['local', 'new']], '`krm-variants-merge: all` must be one of local, new: it is ignored']],
};

const TOPICS: readonly Topic[] = [
  { file: 'answers.ts', messages: answers, cases: ANSWERS },
  { file: 'combinations.ts', messages: combinations, cases: COMBINATIONS },
  { file: 'conflicts.ts', messages: conflicts, cases: CONFLICTS },
  { file: 'deletions.ts', messages: deletions, cases: DELETIONS },
  { file: 'moves.ts', messages: moves, cases: MOVES },
  { file: 'names.ts', messages: names, cases: NAMES },
  { file: 'open-conflicts.ts', messages: openConflicts, cases: OPEN_CONFLICTS },
  { file: 'package.ts', messages: ofPackage, cases: PACKAGE },
  { file: 'policies.ts', messages: policies, cases: POLICIES },
];

/** Messages that do not have this form, and the reason. */
const EXCEPTIONS: readonly string[] = [
  'otherName', // names a resource
  'underOtherIdentity', // names a resource
  'resourceKept', // starts with a resource
  'resourceLost', // starts with a resource
  'ofFile', // names a resource
  'resourceRepeated', // starts with a resource
  'staysInEachPlace', // starts with a resource
  'listPlace', // names a place
];

describe('the messages of a merge', () => {
  testMessages(new URL('../../src/merge/messages/', import.meta.url), TOPICS, EXCEPTIONS);
});
