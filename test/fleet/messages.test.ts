import * as adoption from '../../src/fleet/messages/adoption.ts';
import * as apply from '../../src/fleet/messages/apply.ts';
import * as conditions from '../../src/fleet/messages/conditions.ts';
import * as decisions from '../../src/fleet/messages/decisions.ts';
import * as edits from '../../src/fleet/messages/edits.ts';
import * as inputs from '../../src/fleet/messages/inputs.ts';
import * as merge from '../../src/fleet/messages/merge.ts';
import * as places from '../../src/fleet/messages/places.ts';
import * as publish from '../../src/fleet/messages/publish.ts';
import * as selection from '../../src/fleet/messages/selection.ts';
import * as versions from '../../src/fleet/messages/versions.ts';
import { testMessages, type Cases, type Topic } from '../support/message-cases.ts';

const ADOPTION: Cases<typeof adoption> = {
  ONLY_PACKAGES: 'must exist: only a package can be adopted',
  VERSION_NAMED:
    'names the version that the folder was made of in its `upstreamLock`: leave out `--revision`, or remove `upstream` and `upstreamLock`',
  VERSION_LOCKED: 'must not have a lock, which says what it was made of: leave out `--revision`',
  nameVersion: [
    [
      ['krm-variants fleet adopt eu/shop --revision REF'],
      'run `krm-variants fleet adopt eu/shop --revision REF` with the version that it was made of',
    ],
  ],
  versionAssumed: [
    [
      ['v1 (4d2a61c9b0f3)', { files: 2, equal: 1, different: 3 }],
      'counts as made of v1 (4d2a61c9b0f3), as `--revision` says: 1 of 2 files equal and 3 lines different',
    ],
  ],
  nearestAssumed: [
    [
      [{ text: 'v1 (4d2a61c9b0f3)', near: { files: 1, equal: 0, different: 1 } }, { count: 1, unread: 0 }, 'run it'],
      'has no `upstreamLock`, so the nearest of 1 version counts as the one that it was made of, v1 (4d2a61c9b0f3): 0 of 1 file equal and 1 line different; what differs counts as local edits; if that is wrong, run it',
    ],
    [
      [{ text: 'v1 (4d2a61c9b0f3)', near: { files: 2, equal: 1, different: 3 } }, { count: 3, unread: 2 }, 'run it'],
      'has no `upstreamLock`, so the nearest of 3 versions, besides 2 that could not be read counts as the one that it was made of, v1 (4d2a61c9b0f3): 1 of 2 files equal and 3 lines different; what differs counts as local edits; if that is wrong, run it',
    ],
  ],
  noVersionNear: [
    [
      [{ text: 'v1 (4d2a61c9b0f3)', near: { files: 2, equal: 0, different: 30 } }, { count: 3, unread: 0 }, 'run it'],
      'has no `upstreamLock`, and of 3 versions none explains at least half of its lines; the nearest is v1 (4d2a61c9b0f3): 0 of 2 files equal and 30 lines different; run it',
    ],
  ],
  noVersionNearest: [
    [
      [
        [
          { text: 'v1 (4d2a61c9b0f3)', near: { files: 2, equal: 1, different: 3 } },
          { text: 'v2 (9b0f3d2a61c4)', near: { files: 2, equal: 1, different: 4 } },
        ],
        { count: 3, unread: 0 },
        'run it',
      ],
      'has no `upstreamLock`, and of 3 versions none is clearly the nearest; v1 (4d2a61c9b0f3): 1 of 2 files equal and 3 lines different; v2 (9b0f3d2a61c4): 1 of 2 files equal and 4 lines different; run it',
    ],
  ],
  stepUncertain: [
    [
      ['context', 'only a part of it says so'],
      'whether the package has the context of a copy is not certain, so if it is, these changes count as local edits: only a part of it says so',
    ],
    [
      ['mutated', 'only a part of it says so'],
      'whether the package has the changes of its PackageVariant is not certain, so if it is, these changes count as local edits: only a part of it says so',
    ],
    [
      ['rendered', 'people edited all places that could tell'],
      'whether the package is rendered is not certain, so if it is, these changes count as local edits: people edited all places that could tell',
    ],
  ],
  STEP_MIXED: 'only a part of it says so',
  STEP_EDITED: 'people edited all places that could tell',
  madeDifferently: [
    [
      [['eu/shop', 'us/shop'], 'run it'],
      'has the files of each of these variants, which were derived differently: eu/shop, us/shop; run it',
    ],
  ],
  sameFilesAs: [
    [
      ['eu/shop', 'v1 (4d2a61c9b0f3)'],
      'has the files of eu/shop, so it counts as made of v1 (4d2a61c9b0f3), with the edits that the lock of that folder shows',
    ],
  ],
  otherCopyLost: [[['eu/shop'], 'it cannot be derived again: restore eu/shop, or `git fetch` its commits']],
  movedHere: [
    [
      [{ from: ['eu/old'], to: ['eu/new'], command: 'krm-variants fleet move eu/old eu/new' }],
      'has the files of eu/old, of which only the lock is left: run `krm-variants fleet move eu/old eu/new`',
    ],
    [
      [{ from: ['eu/old', 'us/old'], to: ['eu/new'], command: 'krm-variants fleet move OLD eu/new' }],
      'has the files of each of these folders, of which only the locks are left: eu/old, us/old; run `krm-variants fleet move OLD eu/new`, where OLD is the one that it was moved from',
    ],
  ],
  movedFromHere: [
    [
      [{ from: ['eu/old'], to: ['eu/new'], command: 'krm-variants fleet move eu/old eu/new' }],
      'no PackageVariant asks for the folder of this lock, and eu/new has its files: run `krm-variants fleet move eu/old eu/new`',
    ],
    [
      [{ from: ['eu/old'], to: ['eu/new', 'us/new'], command: 'krm-variants fleet move eu/old NEW' }],
      'no PackageVariant asks for the folder of this lock, and each of these folders has its files: eu/new, us/new; run `krm-variants fleet move eu/old NEW`, where NEW is the one that it was moved to',
    ],
  ],
  adoptedEdits: [
    [
      [1],
      '1 file of adopted packages differs from what was made of the upstream, which counts as local edits: run `krm-variants fleet drift` to see them',
    ],
    [
      [2],
      '2 files of adopted packages differ from what was made of the upstream, which counts as local edits: run `krm-variants fleet drift` to see them',
    ],
  ],
};

const APPLY: Cases<typeof apply> = {
  CALL_KILLED:
    'a call of `fleet` was killed while it wrote: run `fleet apply`, which first restores half-written variants',
  CALL_SETTLED:
    'a call of `fleet` was killed while it wrote, so this one has rolled nothing back: look at `git status` and `krm-variants fleet log`, then run this again if it is still needed',
  JOURNAL_UNREADABLE:
    'must be the journal of a killed call of this version, but is not readable: check the folders of variants with `git status`, then delete it',
  filesRestored: [
    [[1, 2], 'restored 1 file that a killed call of `fleet` had written, since it did not write all 2'],
    [[2, 3], 'restored 2 files that a killed call of `fleet` had written, since it did not write all 3'],
  ],
  halfWritten: [
    [
      ['git status -- eu/shop'],
      'may be half-written: a call of `fleet` was killed while it wrote, and files were changed or committed since then, so nothing is restored: check with `git status -- eu/shop`',
    ],
  ],
  processEnded: [
    [
      ['ended with signal SIGKILL'],
      'its process ended with signal SIGKILL, as happens if memory runs out: run the command again, with a smaller `--jobs`',
    ],
  ],
  ALL_OTHERS_WRITTEN: 'all other changes of this call are made, since this was not known before',
  NONE_WRITTEN: 'nothing is written',
  gateUnmet: [
    [['"ready"', ''], 'readiness gate "ready" is not met'],
    [['"ready"', 'waits for DNS'], 'readiness gate "ready" is not met: waits for DNS'],
  ],
  OBJECTS_NOT_ASKED: 'the last `apply` did not ask for these objects: pass `--context`',
  SECRET_NOT_KEPT: 'the last `apply` injected a Secret of it, which is not kept: pass `--context`',
  keptObjectsLost: [
    [
      ['.krm-variants/objects/4d2a61c9b0f3.json'],
      '.krm-variants/objects/4d2a61c9b0f3.json, which keeps what the last `apply` read, is missing: restore it, or pass `--context`',
    ],
  ],
  OBJECTS_NOT_KEPT:
    'the last `apply` read a folder of objects instead, which is not kept: pass `--objects`, or keep the objects beside the PackageVariants',
  resultsOmitted: [
    [
      [1, 100],
      'does not record 1 more message of the last `apply`, since a lock has at most 100: correct the causes of those that are shown first',
    ],
    [
      [7, 100],
      'does not record 7 more messages of the last `apply`, since a lock has at most 100: correct the causes of those that are shown first',
    ],
  ],
  repeatedMessage: [
    [['must be a map', 3, []], 'must be a map; 3 variants have this message'],
    [['must be a map', 4, ['a', 'b', 'c', 'd']], 'must be a map; 4 variants have this message: a, b, c and 1 more'],
  ],
  DELETION_KEPT: 'stays deleted in this run: its conflict is decided with `local`',
  deletedOnce: [
    [
      [['eu/shop'], 'krm-variants fleet hold eu/shop'],
      'eu/shop stays deleted in this run only; to leave eu/shop so in all runs, remove its PackageVariant, or the target of its set, or run `krm-variants fleet hold eu/shop`',
    ],
    [
      [['eu/shop', 'us/shop'], 'krm-variants fleet hold eu/shop'],
      '2 folders stay deleted in this run only; to leave eu/shop so in all runs, remove its PackageVariant, or the target of its set, or run `krm-variants fleet hold eu/shop`',
    ],
  ],
  deletedRemedy: [
    [
      ['krm-variants fleet hold eu/shop'],
      'restore the folder; `local` leaves it deleted in one run only: to leave it so in all runs, remove its PackageVariant, or the target of its set, or run `krm-variants fleet hold eu/shop`',
    ],
  ],
  deletionUndecidable: [
    [
      ['0df0140159', ['eu/shop', 'us/shop'], 'krm-variants fleet hold eu/shop'],
      'conflict 0df0140159 is about eu/shop, us/shop, which people deleted, and no MergeResolution decides that: restore the folder, or to leave it deleted in all runs, remove its PackageVariant, or the target of its set, or run `krm-variants fleet hold eu/shop`',
    ],
  ],
  variantGone: [
    [
      [undefined, []],
      'no PackageVariant asks for the folder of this lock, which is left as it is: restore the PackageVariant, or restore the lock with `git restore`, since `krm-variants fleet prune` needs it',
    ],
    [
      [{ policy: 'delete', isElsewhere: false }, ['eu/old', 'eu/older']],
      'no PackageVariant asks for the folder of this lock, which is left as it is: restore the PackageVariant, or run `krm-variants fleet prune`, which removes the folder and the lock (deletionPolicy: delete); the folder eu/old, from which it was moved, is there again; the folder eu/older, from which it was moved, is there again',
    ],
    [
      [{ policy: 'orphan', isElsewhere: true }, []],
      'no PackageVariant asks for the folder of this lock, which is left as it is: restore the PackageVariant, or run `krm-variants fleet prune --commit --push`, which removes only the lock (deletionPolicy: orphan)',
    ],
  ],
  allGone: [
    [
      [2],
      'must ask for a variant, but all that have a lock are gone (2): look for a selector that matches nothing, a misspelt kind, or a file that was renamed; if none is wanted, run `krm-variants fleet prune --yes --all`',
    ],
  ],
  consentNeeded: [
    [
      [2, 10, 'usual'],
      'prune would remove 2 of 10 variants, which is more than a tenth: see which with `--check`, and pass `--yes` if that is meant',
    ],
    [
      [1, 1, 'most'],
      'prune would remove 1 of 1 variant, which is more than half, so that a file of the fleet may be missing or misspelt: see which with `--check`, and pass `--yes --all` if that is meant',
    ],
  ],
  goneUnknown: [
    [['eu/shop', []], 'no variant that is gone is named "eu/shop": there are none'],
    [
      ['eu/shpo', ['eu/shop']],
      'no variant that is gone is named "eu/shpo": known are "eu/shop"; did you mean "eu/shop"?',
    ],
  ],
  PRUNE_LOCK_JOINED:
    'must be the lock of one apply, since it says what people edited, and has the locks of branches that both applied: restore the PackageVariant, run `krm-variants fleet apply`, and then remove it again',
  PRUNE_LOCK_DAMAGED:
    'must be as the last apply wrote it, since it says what people edited, and whether the folder is removed: restore it with `git restore`',
  PRUNE_EDIT_UNCOMMITTED:
    'has an edit that no commit has, and that would be lost with its folder: commit it, or remove the file',
  PRUNE_REMEDY: 'restore its PackageVariant',
  folderAround: [[['eu/shop/web'], 'must not be removed, since the folder "eu/shop/web" is in it: change that first']],
  folderTwin: [
    [['EU/shop'], 'must not be removed, since the folder "EU/shop" is equal to it but for case: change that first'],
  ],
  folderUpstream: [
    [
      [{ name: 'eu-shop', file: 'fleet/all.yaml' }],
      'must not be removed, since PackageVariant "eu-shop" (fleet/all.yaml) is made of it: change that first',
    ],
  ],
  filesLeft: [
    [
      [[{ kind: 'file', names: ['a.log'] }]],
      'keeps 1 file that git does not store (a.log): remove what is left yourself if nobody needs it',
    ],
    [
      [
        [
          { kind: 'file', names: ['a.log', 'b.log'] },
          { kind: 'submodule', names: ['lib'] },
          { kind: 'symbolic link', names: ['a', 'b', 'c', 'd'] },
        ],
      ],
      'keeps 2 files that git does not store (a.log, b.log) and 1 submodule (lib) and 4 symbolic links (a, b, c and 1 more): remove what is left yourself if nobody needs it',
    ],
  ],
};

const CONDITIONS: Cases<typeof conditions> = {
  ALL_VALID: 'all validation checks passed',
  OBJECT_INVALID: 'invalid packagevariant object',
  DOWNSTREAM_ENSURED: 'successfully ensured downstream package variant',
  NOT_ASKED_FOR: 'no PackageVariant asks for this folder',
  heldFor: [
    [['freeze', undefined], 'held: freeze'],
    [['freeze', 'v2'], 'held: freeze (until v2)'],
  ],
  toCreate: [[['v1'], 'to create: v1']],
  toAdopt: [[['v1'], 'to adopt: v1']],
  toUpdate: [
    [[0, 'v1', 'v1'], 'to update: only its lock'],
    [[1, undefined, 'v2'], 'to update: 1 file'],
    [[2, 'v1', 'v2'], 'to update: v1 -> v2, 2 files'],
  ],
  conflictsWithPeople: [
    [[1], '1 conflict with edits of people'],
    [[2], '2 conflicts with edits of people'],
  ],
  unlessWrong: [
    [['to create: v1', 'FleetHold'], 'to create: v1, unless an invalid FleetHold holds it'],
    [['1 conflict', 'MergeResolution'], '1 conflict, unless an invalid MergeResolution decides them'],
  ],
  errorsAt: [
    [
      [
        [
          { message: 'must be a map', place: 'spec' },
          { message: 'failed', place: undefined },
        ],
      ],
      'spec: must be a map; failed',
    ],
  ],
  upstreamNotFound: [
    [
      [{ repo: '"blueprints"', package: '"shop"', revision: '1', workspaceName: '""' }],
      'could not find upstream package revision &v1alpha1.Upstream{Repo:"blueprints", Package:"shop", Revision:1, WorkspaceName:""}',
    ],
  ],
};

const DECISIONS: Cases<typeof decisions> = {
  decisionNotOfKind: [
    [
      ['FleetHold', 'krm-variants.dev/v1alpha1'],
      'must be a FleetHold (krm-variants.dev/v1alpha1): move it out of this folder',
    ],
  ],
  decisionMisplaced: [[['.krm-variants/holds'], 'has no effect in this folder: move it to .krm-variants/holds/']],
  decisionUnread: [
    [
      ['FleetHold', '.krm-variants/holds'],
      'is not read, so that it has no effect: a FleetHold must be in a file in .krm-variants/holds/ whose name ends in .yaml, .yml or .json',
    ],
  ],
  decisionNotCheckedOut: [
    [
      ['git sparse-checkout add .krm-variants', 'holds variants'],
      'is not checked out: run `git sparse-checkout add .krm-variants`, since it holds variants',
    ],
  ],
  DECISIONS_NOT_FOLDER: 'must be a folder, not a file or a link: replace it with a folder',
  DECISION_IS_LINK: 'must be a file, not a link: replace it with the file that it points to',
  decisionTooLarge: [[[1048576], 'must have at most 1048576 bytes: split or remove the file']],
  decisionEnded: [[['v4'], 'has ended at v4: remove it']],
  HOLD_ENDS_AT_NO_DATE:
    'a hold does not end at a date, but only when a PackageVariant asks for this revision, or for a later version: set a revision such as v4, or remove the field',
  HOLD_ENDS_AT_NO_VERSION:
    'no version ends this hold, but only a PackageVariant that asks for exactly this revision: set a version such as v4, or remove the field',
  untilNeverEnds: [
    [['2025-01-01', 'a hold does not end at a date'], '`--until 2025-01-01`: a hold does not end at a date'],
  ],
  NO_LABELS_HELD: 'holds nothing: no variant has these labels; correct them, or remove the FleetHold',
  noFolderHeld: [
    [[undefined], 'holds nothing: no variant has this folder; correct it, or remove it'],
    [['eu'], 'holds nothing: no variant has this folder in Repository "eu"; correct it, or remove it'],
  ],
  severalHeld: [
    [
      [['eu', 'us']],
      'holds this folder in 2 git repositories: set `repo` to one of eu, us; write a FleetHold for each if all are meant',
    ],
  ],
  HOLD_EXISTS: 'holds the same variants already: edit it, or end its hold with `krm-variants fleet unhold`',
  HELD_FOLDER_UNKNOWN:
    'the PackageVariant does not say which folder it asks for: run `krm-variants fleet plan`, which says why',
  holdWouldEnd: [
    [
      ['v3', { folder: 'eu/shop', name: 'eu-shop', asked: 'v4' }],
      '`--until v3` would not hold "eu/shop": PackageVariant "eu-shop" asks for v4 already, which ends the hold; pass a later revision, or leave the option out',
    ],
  ],
  noHoldByLabels: [
    [['wave=main', undefined], 'no FleetHold selects by "wave=main"'],
    [
      ['wave=main', 'those with labels are holds/eu.yaml'],
      'no FleetHold selects by "wave=main": those with labels are holds/eu.yaml',
    ],
  ],
  holdsWithLabels: [
    [
      [['.krm-variants/holds/eu.yaml', '.krm-variants/holds/us.yaml']],
      'those with labels are .krm-variants/holds/eu.yaml, .krm-variants/holds/us.yaml',
    ],
  ],
  noHoldByName: [
    [
      ['eu/shop', 'holds/eu.yaml holds it with others'],
      'no FleetHold names "eu/shop": holds/eu.yaml holds it with others',
    ],
  ],
  notHeld: [[['eu/shop'], 'no FleetHold holds "eu/shop"']],
  partlyHeld: [
    [
      ['.krm-variants/holds/eu.yaml', undefined],
      '.krm-variants/holds/eu.yaml holds some of these variants by name, so end these by their names',
    ],
    [
      ['.krm-variants/holds/eu.yaml', "'wave in (a,b)'"],
      ".krm-variants/holds/eu.yaml holds them with others by their labels, so end all of it with `--selector 'wave in (a,b)'`, or narrow its `spec.selector`, such as by a condition with `NotIn`",
    ],
  ],
  heldInSeveral: [
    [['eu/shop'], 'holds "eu/shop" in several git repositories: edit this file, and name one with `repo`'],
  ],
  rollbackHeld: [
    [
      ['eu/shop'],
      'holds eu/shop, so that `fleet apply` does not undo the rollback; to upgrade it again, run `krm-variants fleet unhold eu/shop`',
    ],
  ],
  rollbackHeldAgain: [
    [
      [{ folder: 'eu/shop', until: undefined, reason: 'rolled back to v1' }],
      'holds eu/shop already: the reason is now "rolled back to v1"; to upgrade it again, run `krm-variants fleet unhold eu/shop`',
    ],
    [
      [{ folder: 'eu/shop', until: 'v4', reason: 'rolled back to v1' }],
      'holds eu/shop already, until v4: the reason is now "rolled back to v1"; to upgrade it again, run `krm-variants fleet unhold eu/shop`',
    ],
  ],
  holdKept: [
    [
      [{ folder: 'eu/shop', until: undefined, reason: 'canary first' }],
      'holds eu/shop already, and stays as it is: "canary first"',
    ],
    [
      [{ folder: 'eu/shop', until: 'v4', reason: 'canary first' }],
      'holds eu/shop already, and stays as it is, until v4: "canary first"',
    ],
  ],
  resolutionOfOtherValues: [
    [
      [{ id: '0df0140159', place: 'Deployment/web:spec.replicas' }],
      'is not for the conflict 0df0140159 at Deployment/web:spec.replicas, which has other values than those of this resolution',
    ],
  ],
  resolutionEndedFor: [
    [
      ['v4', { id: '0df0140159', place: 'Deployment/web:spec.replicas' }],
      'has ended at v4 for the conflict 0df0140159 at Deployment/web:spec.replicas',
    ],
  ],
  resolutionUndecided: [
    [
      [{ id: '0df0140159', place: 'Deployment/web:spec.replicas' }],
      'cannot decide the conflict 0df0140159 at Deployment/web:spec.replicas',
    ],
  ],
  inFolders: [[['cannot decide it', ['a', 'b', 'c', 'd']], 'cannot decide it: a, b, c and 1 more']],
  RESOLUTION_UNUSED:
    'decides nothing: no variant has this conflict now; once its decision is applied everywhere, remove it',
  RESOLUTION_WITHOUT_VARIANT:
    "decides nothing: no variant has this upstream package and these labels or folders, which are those of the fleet's own git repository unless `repo` names another; correct or remove it",
  resolutionsClash: [
    [
      ['Deployment/web:spec.replicas', 'eu/shop'],
      'two MergeResolutions decide the conflict at Deployment/web:spec.replicas in eu/shop: remove all but one, or give them other variants',
    ],
  ],
  conflictDecided: [
    [
      [{ id: '0df0140159', place: 'Deployment/web:spec.replicas' }, 'local'],
      'decides conflict 0df0140159 at Deployment/web:spec.replicas: takes local',
    ],
    [
      [{ id: '0df0140159', place: 'Deployment/web:spec.replicas' }, undefined],
      'decides conflict 0df0140159 at Deployment/web:spec.replicas: sets its value',
    ],
  ],
  valueNotSet: [
    [
      ['Deployment/web:spec.replicas'],
      'its value cannot be set at Deployment/web:spec.replicas, so the conflict stays open: use `take`, or edit the file',
    ],
  ],
  conflictAmbiguous: [
    [
      [
        '0df0',
        [
          { id: '0df0140159', place: 'web.yaml', variants: 1 },
          { id: '0df0999999', place: 'web.yaml', variants: 2 },
        ],
      ],
      'conflict "0df0" is ambiguous: add digits; it may be 0df0140159 (web.yaml, 1 variant), 0df0999999 (web.yaml, 2 variants)',
    ],
  ],
  conflictAlreadyDecided: [
    [
      ['0df0140159', '.krm-variants/resolutions/web.yaml'],
      'conflict "0df0140159" is already decided by .krm-variants/resolutions/web.yaml: edit or remove that file',
    ],
  ],
  noConflict: [
    [['0df0', [], false], 'there is no conflict "0df0": no variant has a conflict now'],
    [
      ['0df0', [], true],
      'there is no conflict "0df0": no variant has a conflict now; not all variants could be derived: see `krm-variants fleet plan`',
    ],
    [
      ['aaaa', [{ id: '0df0140159', place: 'web.yaml', variants: 1 }], false],
      'there is no conflict "aaaa": the conflicts of now are 0df0140159 (web.yaml, 1 variant)',
    ],
    [
      ['aaaa', Array.from({ length: 22 }, () => ({ id: '0', place: 'a', variants: 1 })), true],
      'there is no conflict "aaaa": the conflicts of now are 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant), 0 (a, 1 variant) and 2 more; not all variants could be derived: see `krm-variants fleet plan`',
    ],
  ],
  RESOLUTION_OF_SEVERAL_REPOSITORIES:
    'a MergeResolution can name folders of one git repository only: name its variants, select by labels, or decide for all variants',
  RESOLUTION_EXISTS: 'exists already: edit it, or remove it and run this again',
  valueOfSecret: [
    [
      ['0df0140159'],
      '`--value` must not be a value of a Secret, and conflict 0df0140159 is in one: everyone who reads the file would see it; use `--take`, and edit the Secret itself',
    ],
  ],
  valueNotOfField: [
    [
      ['0df0140159', undefined],
      '`--value` can set only a field, but conflict 0df0140159 is about a whole resource or file: use `--take`',
    ],
    [
      ['0df0140159', 'delete/change'],
      '`--value` can set only a field, but conflict 0df0140159 is about more than a value (delete/change): use `--take`',
    ],
  ],
  valueOfOtherType: [
    [
      ['0df0140159', { types: ['an integer', 'a string'], type: 'a boolean', isUnquoted: true }],
      '`--value` must be an integer or a string, as the versions of conflict 0df0140159 are, not a boolean; quote a string: --value \'"…"\'',
    ],
    [
      ['0df0140159', { types: ['an integer'], type: 'a string', isUnquoted: false }],
      '`--value` must be an integer, as the versions of conflict 0df0140159 are, not a string',
    ],
  ],
  conflictUnknownIn: [
    [
      [1],
      '1 variant cannot be planned, so that it is not known whether they have this conflict, too: `krm-variants fleet plan` says why',
    ],
    [
      [2],
      '2 variants cannot be planned, so that it is not known whether they have this conflict, too: `krm-variants fleet plan` says why',
    ],
  ],
  resolutionUseless: [
    [
      ['0df0140159', ['eu/shop'], true],
      'a MergeResolution cannot decide conflict 0df0140159 in eu/shop: pass `--take` to `krm-variants fleet apply`, as its message says, or edit the files',
    ],
    [
      ['0df0140159', ['eu/shop', 'us/shop'], false],
      'a MergeResolution cannot set this value for conflict 0df0140159 in eu/shop, us/shop: use `--take new` or `local`, pass `--take` to `krm-variants fleet apply`, as its message says, or edit the files',
    ],
  ],
  ACCEPTANCE_UNUSED: 'accepts nothing: no variant has this warning now; correct its place and text, or remove it',
  warningAccepted: [
    [
      ['is not read', { file: '.krm-variants/acceptances/a.yaml', reason: 'as agreed' }],
      'is not read; accepted by .krm-variants/acceptances/a.yaml: as agreed',
    ],
  ],
};

const EDITS: Cases<typeof edits> = {
  DRIFT_LOCK_JOINED:
    'must be the lock of one apply, since it says what people edited, and has the locks of branches that both applied: run `krm-variants fleet apply` to settle it',
  DRIFT_TAKEN:
    'has files of a branch that was merged, as a whole, but the lock of the other one, so that their lines are not all edits of people: run `krm-variants fleet apply` to settle them',
  FILE_LEFT_OUT:
    'is missing, but was never committed with its lock, so that it does not count as deleted by people: run `krm-variants fleet apply` to write it again',
  diffLost: [
    [
      [[]],
      'is edited, but its last derived version is in no commit here, and cannot be derived again, so that there is no diff',
    ],
    [
      [['run `git fetch --unshallow`']],
      'is edited, but its last derived version is in no commit here, and cannot be derived again, so that there is no diff: run `git fetch --unshallow`',
    ],
  ],
  OUTPUTS_UNCERTAIN:
    'has edited inputs of its pipeline, and the pipeline cannot be run again: files that it changed may count as edits',
  outputUncertain: [
    [
      [['Cluster/eu']],
      'objects have changed that a function which people added to the pipeline may read ("Cluster/eu"): what it wrote before counts as an edit, so check its output',
    ],
    [
      [['Cluster/eu', 'Cluster/us']],
      'objects have changed that a function which people added to the pipeline may read ("Cluster/eu", "Cluster/us"): what it wrote before counts as an edit, so check its output',
    ],
  ],
  NOT_APPLIED:
    'was not made by `krm-variants fleet apply`, so that what it was made of is not known: run it, or `krm-variants fleet adopt`',
  FOLDER_DELETED:
    'must exist, but was deleted: restore it, for example with `git restore`, or make it anew with `krm-variants fleet apply --on-conflict new`',
  DERIVED_OTHERWISE_NOW:
    'would be derived differently now, since objects or functions have changed: lines that only the last apply derived have no known cause',
  INPUTS_OF_NOW:
    'the inputs of the last apply are not at hand: causes are those of the inputs of now, and derived lines that these do not explain have none',
  inputsLost: [
    [
      ['no tag is named "v9"'],
      'the inputs of the last apply are not at hand: derived lines are shown without a cause: no tag is named "v9"',
    ],
  ],
  changedSince: [
    [
      ['eu-shop'],
      'PackageVariant "eu-shop" has changed since the last apply: causes name its fields, without line numbers',
    ],
  ],
  derivedVersionLost: [
    [
      [[]],
      'was edited, and its derived version is not in this clone, so that edits of people cannot be told from output of functions',
    ],
    [
      [['run `git fetch --unshallow`', 'add `--fetch`']],
      'was edited, and its derived version is not in this clone, so that edits of people cannot be told from output of functions: run `git fetch --unshallow` or add `--fetch`',
    ],
  ],
  linesUnknown: [
    [
      ['eu-shop', 'must be a map'],
      'PackageVariant "eu-shop" cannot be applied, so that its lines are shown as unknown: must be a map',
    ],
  ],
};

const INPUTS: Cases<typeof inputs> = {
  NO_INPUTS:
    'must have a PackageVariant or a PackageVariantSet, outside of packages and of the folders of Repositories',
  FLEET_IN_PACKAGE: 'must not be in a package: PackageVariants in packages are not read',
  FLEET_IN_TOP_PACKAGE: 'must not be in a package, which the top folder of the git repository is: it has a Kptfile',
  ofOtherFile: [[['must be a map'], 'must be a map; if the file is not for the fleet, name it in .krmignore']],
  INPUT_NOT_CHECKED_OUT: 'is not checked out',
  inputsMustBeKnown: [
    [
      ['is not checked out'],
      'is not checked out; `fleet prune` must know all PackageVariants, to know which variants are gone',
    ],
  ],
  kindMisspelt: [
    [
      ['apiVersion', 'config.porch.kpt.dev/v1alpha1'],
      'unknown API version of this kind; did you mean "config.porch.kpt.dev/v1alpha1"? It is not read, so that variants may count as gone: correct it, or, if the file is not for the fleet, name it in .krmignore',
    ],
    [
      ['kind', 'PackageVariantSet'],
      'unknown kind in this API group; did you mean "PackageVariantSet"? It is not read, so that variants may count as gone: correct it, or, if the file is not for the fleet, name it in .krmignore',
    ],
  ],
  placeHoldsInputs: [
    [
      [['fleet/all.yaml', 'fleet/eu.yaml']],
      'must not hold fleet/all.yaml, fleet/eu.yaml, since the folder of a Repository holds packages only: name another folder, or move the file',
    ],
  ],
  ambiguousRepository: [[['eu'], 'Repository "eu" is ambiguous: namespace and name must be unique']],
  noRepository: [
    [['eu', '; set `metadata.namespace`', ['eu-1']], 'no Repository is named "eu"; set `metadata.namespace`'],
    [['eu-l', '', ['eu-1']], 'no Repository is named "eu-l"; did you mean "eu-1"?'],
    [['eu', '', []], 'no Repository is named "eu"'],
  ],
  SET_NAMESPACE: 'set `metadata.namespace`',
  noRepositoryUrl: [[['.'], 'must be a URL, or "."']],
  NOT_STRING: 'must be a string: quote it',
  PLACE_OUTSIDE:
    'must be a folder of the git repository, without "..", ".git", ".krm-variants" and backslashes in its path',
  PACKAGE_OUTSIDE:
    'must be a package of the repository, without "..", ".git", ".krm-variants" and backslashes in its path',
  NOT_GIT: 'must be a git repository',
  REVISION_MISSING: '`revision` or `workspaceName` must be set, since the package is in another git repository',
  fieldMisspelt: [[['`directory`'], 'unknown field; did you mean `directory`?']],
  fieldIgnored: [[[['`repo`', '`branch`']], 'unknown field, which is ignored; known fields: `repo`, `branch`']],
  duplicateVariant: [
    [['fleet/all.yaml'], 'duplicate PackageVariant: fleet/all.yaml has one of this namespace and name, too'],
  ],
  sameFolder: [
    [
      ['eu/shop', { folder: 'eu/shop', name: 'other', file: 'fleet/all.yaml' }],
      'the folder "eu/shop" is also that of PackageVariant "other" (fleet/all.yaml): change one of them',
    ],
    [
      ['EU/shop', { folder: 'eu/shop', name: 'other', file: 'fleet/all.yaml' }],
      'the folder "EU/shop" is but for case that of PackageVariant "other" (fleet/all.yaml): change one of them',
    ],
  ],
  folderInFolder: [
    [
      ['eu/shop/web', { name: 'eu-shop', file: 'fleet/all.yaml' }],
      'the folder "eu/shop/web" is in that of PackageVariant "eu-shop" (fleet/all.yaml): change one of them',
    ],
  ],
  folderHoldsFolder: [
    [
      ['eu/shop', { name: 'eu-shop-web', file: 'fleet/all.yaml' }],
      'the folder "eu/shop" holds that of PackageVariant "eu-shop-web" (fleet/all.yaml): change one of them',
    ],
  ],
  folderInUpstream: [
    [
      ['packages/shop/eu', { name: 'eu-shop', file: 'fleet/all.yaml' }],
      'the folder "packages/shop/eu" is in the upstream package of PackageVariant "eu-shop" (fleet/all.yaml): change one of them',
    ],
  ],
  FOLDER_IS_UPSTREAM: 'must be another folder than the upstream package',
  upstreamCircle: [
    [
      [['a']],
      'the upstream packages are a circle: PackageVariant "a" is made of "a": name another upstream, or a revision',
    ],
    [
      [['a', 'b']],
      'the upstream packages are a circle: PackageVariant "a" is made of "b", and "b" of "a": name another upstream, or a revision',
    ],
  ],
  INIT_EXISTS:
    'exists, and nothing is overwritten: name an empty folder, or move the file away; to give the clusters of a fleet another package, copy its PackageVariantSet, and change the name and the upstream in the copy',
  sourceAmongInputs: [
    [
      ['shop', ''],
      '`--from`: package "shop" must be in a folder for packages only, not in the top of this git repository, which gets the files of the fleet: move it, for example to packages/shop, and tag the commit',
    ],
    [
      ['shop', 'fleet'],
      '`--from`: package "shop" must be in a folder for packages only, not in "fleet", which gets the files of the fleet: move it, for example to packages/shop, and tag the commit',
    ],
  ],
  initPoliciesUnread: [
    [
      [
        [{ kind: 'OverridePolicy', name: 'registry', file: 'policy.yaml' }],
        ['apply-override-policy'],
        'pipeline: { mutators: [{ exec: apply-override-policy }] }',
      ],
      'no pipeline of the package applies OverridePolicy "registry" (policy.yaml); to run apply-override-policy, add `pipeline: { mutators: [{ exec: apply-override-policy }] }` to the `template`, or run it in the pipeline of the Kptfile of a new version',
    ],
    [
      [
        [
          { kind: 'OverridePolicy', name: 'a', file: 'a.yaml' },
          { kind: 'PodPreset', name: 'b', file: 'b/c.yaml' },
        ],
        ['apply-override-policy', 'apply-pod-preset'],
        'pipeline: { mutators: [] }',
      ],
      'no pipeline of the package applies OverridePolicy "a" (a.yaml), PodPreset "b" (b/c.yaml); to run apply-override-policy and apply-pod-preset, add `pipeline: { mutators: [] }` to the `template`, or run them in the pipeline of the Kptfile of a new version',
    ],
  ],
  ofWith: [[['op.yaml', 'is given twice: name it once'], '`--with`: "op.yaml" is given twice: name it once']],
  withEmptyFolder: [[['../shop'], '`--with`: the folder "../shop" must have files']],
  WITH_VALID_INPUTS: 'can only take the place of valid inputs, unless `=REPLACED` follows it',
  WITH_URL: 'must be a path, not a URL: only files of the git repository of the fleet can be planned with others',
  WITH_OUTSIDE: 'must be a path in the git repository, relative to its top folder',
  WITH_RECORD:
    'must not be a record of `fleet`: only FleetHolds, MergeResolutions and WarningAcceptances can be replaced there',
  withBelowFile: [[['eu/shop/web.yaml'], 'must be in a folder, but "eu/shop/web.yaml" is a file or a link']],
  WITH_LINK: 'must not be a link: name the file that it leads to',
  withOtherKind: [
    [[{ path: '../shop', isFolder: true }], 'must be a folder, as "../shop" is, not a file'],
    [[{ path: '../op.yaml', isFolder: false }], 'must be a file, as "../op.yaml" is, not a folder'],
  ],
  WITH_TWICE: 'is given twice: name it once',
  withNested: [
    [['eu/shop'], 'must not be replaced together with "eu/shop": name one of them, or put both into one folder'],
  ],
  withReadByOption: [
    [
      ['--objects', 'objects'],
      'cannot be replaced, since `--objects objects` is read as it is on the disk: give the other file or folder to `--objects`',
    ],
  ],
  WITH_IGNORED:
    'would not be read, since git ignores all of its files there: name a path that git does not ignore, or run `git add --force` on the file that it takes the place of',
  WITH_UNREAD:
    'is not read by `fleet plan`: it must be a file with inputs, a FleetHold, a MergeResolution or a WarningAcceptance, or be in the folder of a variant or of an upstream package in this git repository',
  withObjects: [
    [
      ['--context kind'],
      'is not read by `fleet plan`, since it has only objects, and those come from `--context kind`: leave out this option, or give the other file or folder to `--objects`',
    ],
  ],
  withReadAnyway: [
    [
      ['fleet/all.yaml'],
      'is what `fleet plan` reads anyway: name a file elsewhere, or what it takes the place of: `--with fleet/all.yaml=REPLACED`',
    ],
  ],
  withFitsNothing: [
    [
      ['../op.yaml', 'packages/shop/op.yaml'],
      '`--with`: nothing in the fleet has the objects of "../op.yaml": name what it takes the place of, relative to the top of the git repository, as in `--with ../op.yaml=packages/shop/op.yaml`',
    ],
  ],
  withFitsInPart: [
    [
      ['../op.yaml', ['packages/shop/op.yaml', 'packages/web/op.yaml']],
      '`--with`: "../op.yaml" does not have the same objects as packages/shop/op.yaml, packages/web/op.yaml, only some of them: name what it takes the place of, relative to the top of the git repository, as in `--with ../op.yaml=packages/shop/op.yaml`',
    ],
  ],
  withFitsSeveral: [
    [
      ['../op.yaml', ['packages/shop/op.yaml', 'packages/web/op.yaml']],
      '`--with`: "../op.yaml" fits packages/shop/op.yaml, packages/web/op.yaml: name what it takes the place of, relative to the top of the git repository, as in `--with ../op.yaml=packages/shop/op.yaml`',
    ],
  ],
};

const MERGE: Cases<typeof merge> = {
  baseForOne: [
    [
      ['../base', 2],
      '`--base ../base` must be the package of one variant, and 2 variants are selected: name one of them',
    ],
  ],
  notInChosenBase: [[['was edited', '../base'], 'was edited; ../base has no such file']],
  WITHOUT_BASE: 'is merged without a base: what only the folder has and what is only derived are both kept',
  otherBase: [[['../base'], 'is merged with a base that is not what the lock names: the file in ../base']],
  baseLost: [
    [
      ['4d2a61c9b0f3', 'it cannot be derived again'],
      'was edited, and what was derived last is needed to merge: blob 4d2a61c9b0f3 is not in this clone, and it cannot be derived again',
    ],
  ],
  baseAdvice: [
    [
      ['v1 (4d2a61c9b0f3)', { version: '2.0.0', program: '1.0.0' }, []],
      'krm-variants 2.0.0 cannot derive it again from v1 (4d2a61c9b0f3) as krm-variants 1.0.0 did: use that version, or choose a base with `--base DIR`, `--base derived` or `--base none`',
    ],
    [
      ['v1 (4d2a61c9b0f3)', { version: '2.0.0', program: '1.0.0' }, ['run `git fetch --unshallow`', 'add `--fetch`']],
      'krm-variants 2.0.0 cannot derive it again from v1 (4d2a61c9b0f3) as krm-variants 1.0.0 did: run `git fetch --unshallow`, add `--fetch`, use that version, or choose a base with `--base DIR`, `--base derived` or `--base none`',
    ],
  ],
  editedUnderDamage: [
    [
      [{ folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml', hasMarkers: false }],
      'differs from all that .krm-variants/lock/eu/shop.yaml names, which is damaged: restore the lock and this folder from one commit, as with `git restore --source=COMMIT -- .krm-variants/lock/eu/shop.yaml eu/shop`, or choose a base with `--base`',
    ],
    [
      [{ folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml', hasMarkers: true }],
      'differs from all that .krm-variants/lock/eu/shop.yaml names, which has conflict markers of git: run `krm-variants git-setup` and `git checkout --merge -- .krm-variants/lock/eu/shop.yaml` to join the locks of both sides or, once the merge is committed, merge again after `krm-variants git-setup`, and then run `krm-variants fleet apply`, or choose a base with `--base`',
    ],
  ],
  driftUnderDamage: [
    [
      [{ folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml', hasMarkers: false }],
      'must be as the last apply wrote it, since it says what people edited, and is damaged: restore the lock and this folder from one commit, as with `git restore --source=COMMIT -- .krm-variants/lock/eu/shop.yaml eu/shop`; if nobody edited the folder, run `krm-variants fleet apply`, which repairs the lock',
    ],
    [
      [{ folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml', hasMarkers: true }],
      'must be as the last apply wrote it, since it says what people edited, and has conflict markers of git: run `krm-variants git-setup` and `git checkout --merge -- .krm-variants/lock/eu/shop.yaml` to join the locks of both sides or, once the merge is committed, merge again after `krm-variants git-setup`, and then run `krm-variants fleet apply`; if nobody edited the folder, run `krm-variants fleet apply`, which repairs the lock',
    ],
  ],
  LOCK_NEWER: 'was written by a later version of krm-variants: use that version, or a later one',
  otherApply: [
    [
      [{ folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml' }, [{ path: 'web.yaml', commit: '4d2a61c9b0f3' }]],
      'has the text of another apply than its lock, so it is not known what was edited: restore the folder, or the lock with `git restore --source=4d2a61c9b0f3 -- .krm-variants/lock/eu/shop.yaml`; to take the folder as it is, such as after a resolved conflict, remove .krm-variants/lock/eu/shop.yaml and run `krm-variants fleet adopt eu/shop`',
    ],
    [
      [
        { folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml' },
        [
          { path: 'web.yaml', commit: '4d2a61c9b0f3' },
          { path: 'Kptfile', commit: '4d2a61c9b0f3' },
        ],
      ],
      'has the text of another apply than its lock in 2 files (web.yaml, Kptfile), so it is not known what was edited: restore the folder, or the lock with `git restore --source=4d2a61c9b0f3 -- .krm-variants/lock/eu/shop.yaml`; to take the folder as it is, such as after a resolved conflict, remove .krm-variants/lock/eu/shop.yaml and run `krm-variants fleet adopt eu/shop`',
    ],
    [
      [
        { folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml' },
        [
          { path: 'web.yaml', commit: '4d2a61c9b0f3' },
          { path: 'Kptfile', commit: '9b0f3d2a61c4' },
        ],
      ],
      'has the text of another apply than its lock in 2 files (web.yaml, Kptfile), so it is not known what was edited: restore the folder, whose files are of several applies; to take the folder as it is, such as after a resolved conflict, remove .krm-variants/lock/eu/shop.yaml and run `krm-variants fleet adopt eu/shop`',
    ],
  ],
  otherApplyOverlaid: [
    [
      [{ from: '../web.yaml', at: 'eu/shop/web.yaml' }],
      'is planned with `--with ../web.yaml=eu/shop/web.yaml`, which has the text of another apply than the lock of the variant, so it is not known what was edited there: leave out this `--with`, or name what the last apply wrote with edits; to plan another package, replace the upstream package',
    ],
  ],
  takenLock: [
    [
      [
        '.krm-variants/lock/eu/shop.yaml',
        { commit: '4d2a61c9b0f3', hasLock: true },
        { commit: '9b0f3d2a61c4', hasLock: true },
      ],
      'has changes of the apply of 4d2a61c9b0f3, whose lock a merge dropped, so they would count as edits of people: join both locks with `krm-variants merge-driver <(git show 9b0f3d2a61c4:.krm-variants/lock/eu/shop.yaml) .krm-variants/lock/eu/shop.yaml <(git show 4d2a61c9b0f3:.krm-variants/lock/eu/shop.yaml) 7 .krm-variants/lock/eu/shop.yaml` in bash, at the top of the git repository, and then run `krm-variants fleet apply`',
    ],
    [
      [
        '.krm-variants/lock/eu/shop.yaml',
        { commit: '4d2a61c9b0f3', hasLock: true },
        { commit: '9b0f3d2a61c4', hasLock: false },
      ],
      'has changes of the apply of 4d2a61c9b0f3, whose lock a merge dropped, so they would count as edits of people: join both locks with `krm-variants merge-driver /dev/null .krm-variants/lock/eu/shop.yaml <(git show 4d2a61c9b0f3:.krm-variants/lock/eu/shop.yaml) 7 .krm-variants/lock/eu/shop.yaml` in bash, at the top of the git repository, and then run `krm-variants fleet apply`',
    ],
  ],
  TOO_MANY_BASES:
    'was merged of branches that conflict in so many ways that not all of them were tried, so lines of a version may count as edits: compare it with `fleet drift --diff`',
  WITHOUT_OTHER_EDITS:
    'is that of one of the merged branches, as a whole: it has no edit that people made only on the other branch',
  PIPELINE_NOT_REPEATABLE: 'the pipeline was not run on what people added: it would change the package at each run',
  KPTFILE_GONE:
    'must stay in the folder of a PackageVariant: restore it from a commit that has it, as with `git restore --source=COMMIT`',
  identityChanged: [
    [
      ['krm-variants fleet adopt eu/shop'],
      'must be as the last apply wrote it, and was changed since, such as by `kpt pkg update`: to take this version over, run `krm-variants fleet adopt eu/shop`, or restore the folder with `git restore`',
    ],
  ],
  folderForeign: [
    [
      [{ name: 'eu-shop', policy: 'adoptNone' }, 'krm-variants fleet adopt eu/shop'],
      'exists, and is not of PackageVariant "eu-shop" (adoptionPolicy: adoptNone): to take it over with its edits, set `spec.adoptionPolicy: adoptExisting`, or run `krm-variants fleet adopt eu/shop`; otherwise move it away, or name another downstream package',
    ],
  ],
  policyInFolder: [[['must be a map'], 'must be a map, in the folder: correct it there, or remove the file']],
  policyInUpstream: [
    [
      ['must be a map'],
      'must be a map, in the package as it is derived now: correct it in the upstream package, or with the pipeline of the PackageVariant',
    ],
  ],
  FILE_RECREATED:
    'is made again: a commit has the lock that names it, but none has the file; to delete it, commit it first',
  FILE_DELETED_UNCLEAR:
    'counts as deleted by people; a shallow clone cannot tell whether it was left out of a commit: run `git fetch --unshallow`',
  conflictOfClass: [
    [['change/change: 2 or 3', '0df0140159', []], 'change/change: 2 or 3 (0df0140159)'],
    [
      ['change/change: 2 or 3', '0df0140159', ['us/shop', 'ap/shop']],
      'change/change: 2 or 3 (0df0140159); also in us/shop, ap/shop',
    ],
  ],
  conflictRemedy: [
    [[undefined], 'edit the file so that both agree'],
    [
      ['0df0140159'],
      'edit the file so that both agree; to decide it in all runs and for all variants that have it, run `krm-variants fleet resolve 0df0140159 --take local`',
    ],
  ],
};

const PLACES: Cases<typeof places> = {
  reportInside: [
    [
      ['eu/shop/report.json', 'eu/shop', '.krm-variants'],
      '`--report` must write outside of variants and of .krm-variants: "eu/shop/report.json" is in eu/shop',
    ],
  ],
  noBranchName: [[['eu'], 'Repository "eu": `spec.git.branch` must be the name of a branch']],
  notOnHost: [
    [
      ['eu'],
      'Repository "eu": `spec.git.repo` must be a URL on a host, such as https://HOST/PATH, not a folder of this machine',
    ],
  ],
  hasPassword: [
    [['eu'], 'Repository "eu": `spec.git.repo` must not contain a password: store it in git\'s credential helper'],
  ],
  ofRepository: [[['eu', 'no network'], 'Repository "eu": no network']],
  mustBePushed: [
    [
      ['https://git.example.com/eu.git'],
      'variants in https://git.example.com/eu.git must be pushed: add `--commit --push`; nothing is written there',
    ],
  ],
  noPlaceForVariants: [
    [['eu/shop'], '"eu/shop" must be a folder, not a file or a link, since variants are to be written there'],
  ],
  goneUnsought: [
    [
      ['https://git.example.com/eu.git', 'no network'],
      'cannot look for variants that are gone in https://git.example.com/eu.git: no network; if no variant of this fleet is left there, remove its Repository, and its entry in .git/krm-variants/downstream.json',
    ],
  ],
  repositoryUnread: [
    [
      ['https://git.example.com/eu.git', 1, 'no network'],
      'cannot read 1 variant in https://git.example.com/eu.git: no network',
    ],
    [
      ['https://git.example.com/eu.git', 2, 'no network'],
      'cannot read 2 variants in https://git.example.com/eu.git: no network',
    ],
  ],
  repositoryAlias: [
    [
      ['https://git.example.com/eu.git'],
      'https://git.example.com/eu.git may be the same git repository under another name, since it has the same commits or is not in the cache: add `--fetch`, or name it by one URL only',
    ],
  ],
  repositoryUnknown: [
    [
      ['https://git.example.com/eu.git'],
      'https://git.example.com/eu.git must be read before variants in other git repositories are removed, since one of them may be the same under another name: run this again when it can be reached',
    ],
  ],
  leftOutUnpublished: [
    [
      ['https://git.example.com/eu.git', ['eu-shop']],
      "leaves out 1 variant in https://git.example.com/eu.git, eu-shop, since the commits of the fleet's own git repository come first, and are not published: solve that, and run the command again",
    ],
    [
      ['https://git.example.com/eu.git', ['a', 'b', 'c', 'd']],
      "leaves out 4 variants in https://git.example.com/eu.git, a, b, c and 1 more, since the commits of the fleet's own git repository come first, and are not published: solve that, and run the command again",
    ],
  ],
  ofOtherFleet: [
    [
      [undefined, { adopt: 'krm-variants fleet adopt eu/shop', setting: 'krm-variants.fleet' }],
      'is of this git repository itself: ask for another folder, or take this one over with `krm-variants fleet adopt eu/shop`',
    ],
    [
      ['stores', { adopt: 'krm-variants fleet adopt eu/shop', setting: 'krm-variants.fleet' }],
      'is of another fleet, stores: ask for another folder, or take this one over with `krm-variants fleet adopt eu/shop`; if that is this one, run `git config krm-variants.fleet stores` in its clone',
    ],
  ],
  cloneOutdated: [
    [
      ['https://git.example.com/fleet.git'],
      'variants in other git repositories must only be removed from a clone of the fleet with all commits of https://git.example.com/fleet.git: run `git pull`, and look at `krm-variants fleet prune --check` again',
    ],
  ],
  inputsUncommitted: [
    [
      [['fleet/all.yaml']],
      'variants in other git repositories must only be removed once the inputs of the fleet are committed and pushed, since other clones would make the variants again: fleet/all.yaml is not committed; commit and push first',
    ],
    [
      [['fleet/all.yaml', 'fleet/eu.yaml']],
      'variants in other git repositories must only be removed once the inputs of the fleet are committed and pushed, since other clones would make the variants again: fleet/all.yaml, fleet/eu.yaml are not committed; commit and push first',
    ],
  ],
  unpublished: [
    [
      ['inputs', 1, { remote: 'https://git.example.com/fleet.git', push: 'git push origin HEAD' }],
      'variants in other git repositories must only be removed once the inputs of the fleet are committed and pushed, since other clones would make the variants again: 1 commit here is on no branch of https://git.example.com/fleet.git; run `git push origin HEAD` first',
    ],
    [
      ['sources', 2, { remote: 'https://git.example.com/fleet.git', push: 'git push origin HEAD:BRANCH' }],
      'the commits of the fleet must be published before variants in other git repositories, which are made of them: 2 commits here are on no branch of https://git.example.com/fleet.git; run `git push origin HEAD:BRANCH` first',
    ],
  ],
  twinOfLock: [
    [
      [
        {
          folder: 'EU/shop',
          lock: '.krm-variants/lock/eu/shop.yaml',
          prune: 'krm-variants fleet prune',
          move: 'krm-variants fleet move eu/shop EU/shop',
        },
      ],
      'the folder "EU/shop" is but for case that of the lock .krm-variants/lock/eu/shop.yaml: to keep its files, run `krm-variants fleet move eu/shop EU/shop`; if no PackageVariant asks for it, run `krm-variants fleet prune`; otherwise name another folder',
    ],
    [
      [
        {
          folder: 'EU/shop',
          lock: '.krm-variants/lock/eu/shop.yaml',
          prune: 'krm-variants fleet prune --commit --push',
          move: undefined,
        },
      ],
      'the folder "EU/shop" is but for case that of the lock .krm-variants/lock/eu/shop.yaml: if no PackageVariant asks for it, run `krm-variants fleet prune --commit --push`; otherwise name another folder',
    ],
  ],
  twinOfFolder: [
    [
      ['EU/shop', 'eu/shop'],
      'the folder "EU/shop" is but for case "eu/shop", which exists: name another folder, or rename that one',
    ],
  ],
  notAround: [[['eu/shop'], 'must be neither in "eu/shop" nor around it']],
  notAroundVariant: [[['eu/shop'], 'must be neither in the folder of the variant "eu/shop" nor around it']],
  NOT_MOVABLE: 'must be the folder of a variant, but has no lock: name it as `fleet plan` does',
  TAKEN_BY_MOVE: 'must not exist: name another folder, or move it away',
  NO_LINK_ON_WAY: 'must not be a symbolic link',
  NESTED_REPOSITORY: 'must not be a git repository of its own, as a submodule is',
  NO_PACKAGE_AROUND: 'must not be a package: a variant cannot be in one',
  MOVED_NOT_CHECKED_OUT: 'is not checked out: run `git sparse-checkout add` for its folder',
  MOVED_IN_CONFLICT: 'has a conflict of git: resolve it first',
  MOVED_UNSTAGED:
    'has changes that are not staged, and must change with the move: stage them with `git add`, or undo them, and run this again',
  noVariantToMove: [
    [
      ['eu/shop', 0],
      'no PackageVariant asks for "eu/shop"; write one for the new folder before the next `fleet apply`',
    ],
    [
      ['eu/shop', 1],
      'no PackageVariant asks for "eu/shop", or it is wrong: run `fleet plan`; write one for the new folder before the next `fleet apply`',
    ],
  ],
  repositoryMoves: [
    [['eu', 0], 'names the old folder: before the next `fleet apply`, change it to "eu"'],
    [
      ['eu', 1],
      'names the old folder: before the next `fleet apply`, change it to "eu"; 1 other variant of this Repository is then in another folder, too: move it with `fleet move`',
    ],
    [
      ['eu', 2],
      'names the old folder: before the next `fleet apply`, change it to "eu"; 2 other variants of this Repository are then in another folder, too: move them with `fleet move`',
    ],
  ],
  downstreamMoves: [
    [
      [{ repository: 'eu', package: 'shop' }],
      'names the old folder: before the next `fleet apply`, change it to the Repository "eu" and the package "shop"',
    ],
  ],
  downstreamMovesOutside: [
    [
      ['eu/shop'],
      'names the old folder: before the next `fleet apply`, change it to a Repository whose folder holds "eu/shop", and the package\'s path in that folder',
    ],
  ],
  inputsMoved: [[['fleet/all.yaml'], 'PackageVariants moved here from fleet/all.yaml: their locks change']],
  filesLeftBehind: [
    [
      [['web.yaml'], 'eu/new'],
      'has 1 file (web.yaml), but its variant was moved to eu/new: move the files there, or remove them',
    ],
    [
      [['a', 'b', 'c', 'd'], 'eu/new'],
      'has 4 files (a, b, c and 1 more), but its variant was moved to eu/new: move the files there, or remove them',
    ],
  ],
  notCheckedOut: [[['git sparse-checkout add eu/shop'], 'is not checked out: run `git sparse-checkout add eu/shop`']],
  UNMERGED: 'is in a merge conflict of git: resolve it, and `git add` the file',
  NOT_REGULAR: 'skipped: not a regular file',
  kindSkipped: [[['a submodule'], 'skipped: a submodule is not read']],
  behindLink: [
    [['eu'], 'must not be behind a symbolic link, as "eu" is: git has no files behind it; put the folder itself there'],
  ],
  placeIsLink: [[['eu'], 'the folder of a Repository must not be a symbolic link, as "eu" is']],
  noWorkTree: [
    [['eu'], '"eu" must be in the work tree of a git repository, which keeps what was derived: run `git init`'],
  ],
  UNSHALLOW: 'run `git fetch --unshallow`',
  ADD_FETCH: 'add `--fetch`',
  FETCH_BRANCH: 'fetch a branch or tag that has it',
  lockedCommitUnknown: [
    [
      ['4d2a61c9b0f3', 'run `git fetch --unshallow`'],
      'commit 4d2a61c9b0f3 of `upstreamLock` must be in this repository, or in that of the upstream: run `git fetch --unshallow`',
    ],
  ],
  nameUpstreamFirst: [
    [
      ['https://git.example.com/eu.git'],
      'let `spec.upstream` of its PackageVariant name the version in https://git.example.com/eu.git first',
    ],
  ],
};

const PUBLISH: Cases<typeof publish> = {
  NO_FIRST_COMMIT: '`--branch` must have a commit to start from: commit the files of the fleet first',
  branchIsCurrent: [
    [
      ['main', '{run}'],
      "`--branch` must be a new branch, and main is the current one: leave `--branch` out, or pass `--branch 'main-{run}'`",
    ],
  ],
  NO_BRANCH: '`--push` must be on a branch: run `git switch BRANCH`, or name a new one with `--branch`',
  noRemote: [[['origin'], '`--push` must have a remote: run `git remote add origin URL`']],
  committedTo: [
    [['4d2a61c9b0f3', { branch: undefined, place: undefined }], 'committed 4d2a61c9b0f3'],
    [['4d2a61c9b0f3', { branch: 'main', place: undefined }], 'committed 4d2a61c9b0f3 to the branch main'],
    [
      ['4d2a61c9b0f3', { branch: 'main', place: 'https://git.example.com/eu.git' }],
      'committed 4d2a61c9b0f3 to the branch main of https://git.example.com/eu.git',
    ],
  ],
  committedAside: [
    [['4d2a61c9b0f3', 'upgrade'], 'committed 4d2a61c9b0f3 to the branch upgrade; the current branch is as before'],
  ],
  commitFailed: [[['no key to sign'], 'written, but not committed: no key to sign']],
  nothingWritten: [[['no key to sign'], 'not committed, and nothing is written: no key to sign']],
  tagged: [[['eu/shop/v2'], 'tagged eu/shop/v2']],
  taggedAgain: [[['eu/shop/v2', '4d2a61c9b0f3'], 'tagged eu/shop/v2 again, at 4d2a61c9b0f3: its commit was rebased']],
  pushedTo: [
    [['origin', 'main', { races: 0, earlier: '', isElsewhere: false }], 'pushed to origin/main'],
    [
      ['origin', 'main', { races: 1, earlier: ', with 1 earlier commit that origin lacked', isElsewhere: false }],
      'pushed to origin/main, after others had pushed once meanwhile, with 1 earlier commit that origin lacked',
    ],
    [
      ['https://git.example.com/eu.git', 'main', { races: 2, earlier: '', isElsewhere: true }],
      'pushed to https://git.example.com/eu.git, branch main, after others had pushed 2 times meanwhile',
    ],
  ],
  branchPushed: [
    [['upgrade', 'origin', ''], 'pushed the branch upgrade to origin'],
    [
      ['upgrade', 'origin', ', with 1 earlier commit that origin lacked'],
      'pushed the branch upgrade to origin, with 1 earlier commit that origin lacked',
    ],
  ],
  branchUnchanged: [
    [['upgrade', 'origin'], 'the branch upgrade of origin has these changes already: nothing is pushed again'],
  ],
  earlierTagsPushed: [
    [[['eu/shop/v2']], 'pushed the tag eu/shop/v2 of an earlier run'],
    [[['eu/shop/v2', 'us/shop/v2']], 'pushed the tags eu/shop/v2, us/shop/v2 of an earlier run'],
  ],
  withEarlier: [
    [[1, 'origin'], ', with 1 earlier commit that origin lacked'],
    [[2, 'origin/main'], ', with 2 earlier commits that origin/main lacked'],
  ],
  pushFailed: [
    [
      [{ commit: '4d2a61c9b0f3', tags: [] }, 'no network', 'git push origin HEAD:main'],
      'not pushed, but kept here: commit 4d2a61c9b0f3: no network; run `git push origin HEAD:main` once that is solved',
    ],
    [
      [{ commit: '4d2a61c9b0f3', tags: ['a/v1', 'b/v1', 'c/v1'] }, 'no network', 'git push'],
      'not pushed, but kept here: commit 4d2a61c9b0f3, tag a/v1, tag b/v1 and more: no network; run `git push` once that is solved',
    ],
  ],
  pushLate: [
    [
      [{ commit: undefined, tags: ['a/v1'] }, 'others pushed', 'git push origin a/v1'],
      'not pushed, but kept here: tag a/v1: others pushed; then run `git push origin a/v1`',
    ],
  ],
  branchNotPushed: [
    [
      ['upgrade', 'no network', 'git push origin upgrade'],
      'the branch upgrade is committed here, but not pushed: no network; run `git push origin upgrade` once that is solved',
    ],
  ],
  repositoryUnchanged: [
    [
      ['https://git.example.com/eu.git', 'no network'],
      'https://git.example.com/eu.git is unchanged: no network; solve this, and run the command again',
    ],
  ],
  tooManyRaces: [[[10], 'others pushed 10 times during this run: run `git pull --rebase`']],
  pullFailed: [[['no network'], 'no network: solve this, and run `git pull --rebase`']],
  earlierUnpublished: [
    [['origin/main'], 'the current branch has earlier commits that origin/main lacks: run `git pull --rebase`'],
  ],
  branchExists: [
    [
      ['upgrade', 'origin', '{run}'],
      "the branch upgrade of origin must have no other changes than this run: nothing is committed; merge or delete this branch, or pass `--branch 'upgrade-{run}'`",
    ],
    [
      ['upgrade', undefined, '{run}'],
      "the branch upgrade must have no other changes than this run: nothing is committed; merge or delete this branch, or pass `--branch 'upgrade-{run}'`",
    ],
  ],
  tagsLost: [
    [
      [['a/v1']],
      'the tag a/v1 is of a commit that no branch has, and is not pushed: run `git tag --delete a/v1`, and `krm-variants fleet apply --commit --push --tag`',
    ],
    [
      [['a/v1', 'b/v1']],
      'the tags a/v1, b/v1 are of commits that no branch has, and are not pushed: run `git tag --delete a/v1 b/v1`, and `krm-variants fleet apply --commit --push --tag`',
    ],
  ],
  otherTag: [
    [
      ['eu/shop/v2', 'eu/shop', 'origin'],
      'the tag eu/shop/v2 of this clone is not that of origin, so eu/shop is not tagged: run `git fetch --force origin tag eu/shop/v2`, and this again',
    ],
  ],
  dependsOnUncommitted: [
    [
      [['fleet/all.yaml'], true],
      '1 file that this call depends on is not committed, fleet/all.yaml: other clones lack it, and would undo what is committed here; commit this file, too, or name what is not for the fleet in .krmignore',
    ],
    [
      [['a.yaml', 'b.yaml', 'c.yaml', 'd.yaml'], false],
      '4 files that this call depends on are not committed, a.yaml, b.yaml, c.yaml and 1 more: other clones lack them, and would undo what is committed here; commit these files, too',
    ],
  ],
  removalsUncommitted: [
    [
      [['eu/shop']],
      '1 removed variant is not committed, eu/shop: other clones still have it; commit this removal, too',
    ],
    [
      [['eu/shop', 'us/shop']],
      '2 removed variants are not committed, eu/shop, us/shop: other clones still have them; commit these removals, too',
    ],
  ],
  ignoredByGit: [
    [
      ['eu/shop/web.yaml'],
      'is ignored by git, so other clones would take it for deleted: run `git add -f eu/shop/web.yaml`',
    ],
  ],
  OWN_CHANGE: 'must be committed before `--commit`, which would commit this change as its own',
  lockOfEarlierRun: [[['eu/shop'], 'is of an earlier run that was not committed: commit it with eu/shop']],
  BASE_KEPT: 'keeps the derived text of an edited file, which no commit has: commit it with the variant',
};

const SELECTION: Cases<typeof selection> = {
  noVariantWithLabels: [
    [
      [''],
      'no variant has the labels of `--selector`: they are those of PackageVariants, their `spec.labels`, and their sets',
    ],
    [
      ['; no variant has the label wave'],
      'no variant has the labels of `--selector`: they are those of PackageVariants, their `spec.labels`, and their sets; no variant has the label wave',
    ],
  ],
  noVariantAsAsked: [[[''], 'no variant is as `--where` and the other options of selection ask for']],
  noSuchLabel: [
    [['region', []], '; no variant has the label region'],
    [['regoin', ['region']], '; no variant has the label regoin; did you mean "region"?'],
  ],
  noSuchValue: [
    [['region', ['xx'], ['eu', 'us']], '; values of the label region are "eu", "us"'],
    [
      ['wave', ['cnary', 'mian'], ['canary', 'main']],
      '; values of the label wave are "canary", "main"; did you mean "canary"?',
    ],
  ],
  nothingLeftOut: [
    [
      ['canray', 'wave', 'canary'],
      '`--selector`: no variant has the value of wave "canray", so that it leaves out nothing; did you mean "canary"?',
    ],
    [
      ['regoin', undefined, 'region'],
      '`--selector`: no variant has the label "regoin", so that it leaves out nothing; did you mean "region"?',
    ],
  ],
  unknownVariant: [
    [['shop', { names: [], path: 'shop', others: [] }], 'no variant is named "shop": there are none'],
    [
      ['eu-shpo', { names: ['eu-shop'], path: 'eu-shpo', others: ['eu/shop'] }],
      'no variant is named "eu-shpo": known are "eu-shop"; did you mean "eu-shop"?',
    ],
    [
      ['clusters/eu/shpo', { names: ['a'], path: 'clusters/eu/shpo', others: ['clusters/eu/shop'] }],
      'no variant is named "clusters/eu/shpo": known are "a"; did you mean "clusters/eu/shop"?',
    ],
    [
      ['fleet', { names: ['a'], path: 'fleet', others: [], place: 'fleet' }],
      'no variant is named "fleet": known are "a"; if "fleet" has the PackageVariants, name it with `-C`',
    ],
  ],
  notOwnFolder: [
    [
      ['eu/shop', ['https://git.example.com/eu.git/eu/shop']],
      '"eu/shop" is not a folder of the fleet\'s own git repository: name one of another by https://git.example.com/eu.git/eu/shop',
    ],
  ],
  severalMeanings: [
    [
      ['oslo', ['PackageVariant oslo (clusters/oslo/db)', 'Repository oslo (clusters/oslo/db, clusters/oslo/shop)']],
      '"oslo" names different variants: PackageVariant oslo (clusters/oslo/db); Repository oslo (clusters/oslo/db, clusters/oslo/shop): name them by their folders',
    ],
  ],
  notFolderForVariant: [
    [['../shop'], '"../shop" must be a folder for a variant in the git repository, without ".." out of it'],
  ],
  severalVariants: [
    [
      ['shop', ['eu/shop', 'us/shop']],
      '"shop" names several variants: name one by its folder, one of eu/shop, us/shop',
    ],
  ],
  noSuchField: [
    [[''], 'no variant has this field'],
    [['; did you mean `spec.replicas`?'], 'no variant has this field; did you mean `spec.replicas`?'],
  ],
  ofField: [
    [
      ['Deployment/web:spec.replcas', 'no variant has this field'],
      'Deployment/web:spec.replcas: no variant has this field',
    ],
  ],
  noSuchKey: [
    [['region', []], '`--by region`: no PackageVariant has this label, or this key in its package context'],
    [
      ['regoin', ['region']],
      '`--by regoin`: no PackageVariant has this label, or this key in its package context; did you mean "region"?',
    ],
  ],
  leftOutWrong: [
    [
      ['PackageVariantSet', 'shops'],
      'PackageVariantSet "shops" is wrong, so that it is left out: `krm-variants fleet plan` says why',
    ],
  ],
  LEFT_OUT_DELETED:
    'is left out: it was deleted; restore it, for example with `git restore`, or run `krm-variants fleet apply --on-conflict new`',
  LEFT_OUT_NEW: 'is left out: it does not exist yet; `krm-variants fleet apply` makes it',
};

const VERSIONS: Cases<typeof versions> = {
  versionUnreadable: [
    [
      [2, 'joined', { commit: '4d2a61c9b0f3', lock: '.krm-variants/lock/eu/shop.yaml' }],
      'version 2 has the locks of branches that both applied, which `krm-variants fleet apply` settles',
    ],
    [
      [2, 'damaged', { commit: '4d2a61c9b0f3', lock: '.krm-variants/lock/eu/shop.yaml' }],
      'version 2 cannot be read: it was edited, or merged by git',
    ],
    [
      [2, 'newer', { commit: '4d2a61c9b0f3', lock: '.krm-variants/lock/eu/shop.yaml' }],
      'version 2 was written by a later version of krm-variants: use that version, or a later one',
    ],
    [
      [2, 'missing', { commit: '4d2a61c9b0f3', lock: '.krm-variants/lock/eu/shop.yaml' }],
      'version 2 is not in this partial clone: `git show 4d2a61c9b0f3:.krm-variants/lock/eu/shop.yaml` fetches it',
    ],
  ],
  historyCutOff: [
    [
      ['4d2a61c9b0f3'],
      'commit 4d2a61c9b0f3 is the oldest that this shallow clone has, so the history may be longer: run `git fetch --unshallow`',
    ],
    [
      [undefined],
      'the work tree is the oldest that this shallow clone has, so the history may be longer: run `git fetch --unshallow`',
    ],
  ],
  historyUncertain: [
    [
      ['4d2a61c9b0f3', ['eu/old']],
      'the history ends at commit 4d2a61c9b0f3, which also removed the lock of eu/old: if the variant was moved from there, run `krm-variants fleet log eu/old` for its earlier history',
    ],
    [
      [undefined, ['eu/old', 'eu/older']],
      'the history ends at the work tree, which also removed the lock of eu/old and 1 other: if the variant was moved from there, run `krm-variants fleet log eu/old` for its earlier history',
    ],
    [
      ['4d2a61c9b0f3', ['eu/old', 'eu/older', 'us/old']],
      'the history ends at commit 4d2a61c9b0f3, which also removed the lock of eu/old and 2 others: if the variant was moved from there, run `krm-variants fleet log eu/old` for its earlier history',
    ],
  ],
  NEVER_LOCKED: 'does not exist, and never did on this branch: `krm-variants fleet apply` makes the variant',
  noSuchVersion: [
    [
      ['eu/shop', 9, 1],
      '"eu/shop" has no version 9: git has 1 version of its lock; choose a number N of `krm-variants fleet log eu/shop`',
    ],
    [
      ['eu/shop', 9, 2],
      '"eu/shop" has no version 9: git has 2 versions of its lock; choose a number N of `krm-variants fleet log eu/shop`',
    ],
  ],
  noEarlierVersion: [
    [
      ['eu/shop'],
      '"eu/shop" has no version before the inputs that it has now, which its oldest version has, too: name the version to go back to with `--to`, by its number N of `krm-variants fleet log eu/shop`',
    ],
  ],
  versionRemoved: [
    [[3], 'version 3 has no files, because the variant was removed there: name another one with `--to`'],
  ],
  versionUnknown: [
    [
      [3, 'eu/shop'],
      'version 3 cannot be read: `krm-variants fleet log eu/shop` says why; name another one with `--to`',
    ],
  ],
  versionAdopted: [
    [
      [3, { commit: '4d2a61c9b0f3', folder: 'eu/shop', lock: '.krm-variants/lock/eu/shop.yaml' }],
      'version 3 was made by another tool before `krm-variants fleet adopt`, and cannot be derived again: restore its files with `git restore --source=4d2a61c9b0f3 -- eu/shop .krm-variants/lock/eu/shop.yaml`, or name another one with `--to`',
    ],
  ],
  earlierUpstreamLost: [
    [
      [3, { directory: 'packages/shop', text: 'work tree (4d2a61c9b0f3)', commit: undefined }],
      'version 3 was made of "packages/shop", work tree (4d2a61c9b0f3), with changes that were not committed, so that no commit has this version: name another one with `--to`',
    ],
    [
      [3, { directory: 'packages/shop', text: 'v1 (4d2a61c9b0f3)', commit: '4d2a61c9b0f3' }],
      'version 3 was made of "packages/shop", v1 (4d2a61c9b0f3), whose files are not those that its lock recorded: name another one with `--to`',
    ],
  ],
  earlierObjectsLost: [
    [
      [3, undefined],
      'version 3 used objects of a live cluster with a Secret among them, which are not kept: pass the objects with `--objects DIR`, or those of the cluster as they are now with `--context NAME`, or name another version with `--to`',
    ],
    [
      [3, '4d2a61c9b0f3'],
      'version 3 used objects that are neither in the work tree nor in commit 4d2a61c9b0f3: pass the objects with `--objects DIR`, or those of the cluster as they are now with `--context NAME`, or name another version with `--to`',
    ],
  ],
  givenObjects: [[[3], 'uses the objects of the command line, which may differ from those of version 3']],
  derivedForFolder: [
    [[3, 'eu/old', ['Kptfile', 'web.yaml']], 'version 3 was in eu/old: derives Kptfile, web.yaml for the new folder'],
  ],
  derivedOtherwise: [
    [
      [3, ['a', 'b', 'c', 'd', 'e'], { now: '2.0.0', before: '1.0.0' }],
      'differs from version 3 in a, b, c and 2 more: from the same inputs, krm-variants 2.0.0 derives other files than krm-variants 1.0.0 did; review them',
    ],
  ],
  rollbackElsewhere: [
    [
      ['https://git.example.com/eu.git/shop', { name: 'eu-shop', repository: 'https://git.example.com/eu.git' }],
      '`fleet rollback` must be of a variant in the fleet\'s own git repository, since it writes folder and FleetHold together, and https://git.example.com/eu.git/shop is in another: name the earlier revision in PackageVariant "eu-shop", or run `krm-variants fleet hold eu-shop`, and `git revert` its last commit in a clone of https://git.example.com/eu.git',
    ],
  ],
  noRevision: [[['v9'], '"v9" must be a revision of this git repository: a commit, a branch or a tag']],
  otherCommit: [
    [
      ['4d2a61c', '9b0f3d2a61c4'],
      'the fleet must be at the commit 4d2a61c, as `--at` says, but is at 9b0f3d2a61c4: check this commit out, or leave `--at` out',
    ],
    [
      ['4d2a61c', ''],
      'the fleet must be at the commit 4d2a61c, as `--at` says, but has no commit: check this commit out, or leave `--at` out',
    ],
  ],
  revisionsCompared: [
    [
      ['no variant is named "v1": there are none', ['v1', 'v2']],
      'no variant is named "v1": there are none; to compare two revisions of the fleet, run `krm-variants fleet diff v1..v2`',
    ],
  ],
  atRevision: [
    [['v1', 'no variant is named "shop": there are none'], 'at v1, no variant is named "shop": there are none'],
  ],
  revisionElsewhere: [
    [
      ['shop@v1', 'https://git.example.com/eu.git'],
      '"shop@v1": `@REVISION` must be for a variant in the git repository of the fleet, and this one is in https://git.example.com/eu.git: compare it as it is, or in a clone of that git repository',
    ],
  ],
  comparedHereOnly: [
    [
      [['https://git.example.com/eu.git', 'https://git.example.com/us.git']],
      'compares only the git repository of the fleet: for the variants in https://git.example.com/eu.git, https://git.example.com/us.git, compare the commits there',
    ],
  ],
  IN_NEITHER_VARIANT: 'must be a file or folder of one of the two variants',
  NOT_COMPARED: 'is not YAML, so that its resources are not compared, only the whole file: correct it',
  ambiguousRevision: [
    [
      ['v1', 'shop/v1', 'packages/shop/v1'],
      'revision "v1" is tag shop/v1 of the upstream, but tag packages/shop/v1 is another commit: remove one of the tags',
    ],
  ],
  ambiguousWorkspace: [
    [
      ['main', 'v1', 'v2'],
      'workspace "main" is tag v1 of the upstream, but tag v2, another commit, names it, too: name the revision',
    ],
  ],
  unknownSourceRevision: [
    [
      ['v9', 'https://git.example.com/blueprints.git', []],
      '`--from`: "v9" must be a tag, a branch or a commit of https://git.example.com/blueprints.git; if only its remote has it, run `git fetch --tags`; if it does not exist yet, run `git tag v9` there',
    ],
    [['v11', '.', ['v1', 'v12']], '`--from`: "v11" must be a tag, a branch or a commit of .; did you mean "v1"?'],
  ],
  unknownSourcePackage: [
    [
      ['shop', { place: '.', ref: 'v1' }, []],
      '`--from`: "shop" must be a folder of . at v1; if it is new, commit it, and tag this commit',
    ],
    [
      ['shpo', { place: '.', ref: 'v1' }, ['shop']],
      '`--from`: "shpo" must be a folder of . at v1; did you mean "shop"?',
    ],
  ],
  emptyUpstream: [[['packages/shop'], 'upstream package "packages/shop" must have files']],
  missingUpstream: [[['packages/shop'], 'upstream package "packages/shop" must exist']],
  uncommittedUpstream: [
    [
      ['packages/shop'],
      'upstream package "packages/shop" has changes that are not committed: commit them with the variants',
    ],
  ],
  inUpstreamVersion: [
    [
      ['"packages/shop" at v1', 'web.yaml', 'must be a map'],
      'upstream package "packages/shop" at v1: web.yaml: must be a map',
    ],
  ],
  UPSTREAM_UNFETCHED:
    'has an `upstream` without an `upstreamLock`, and a package of the work tree is copied as it is, without the files of that upstream: name a revision in the PackageVariant, which fetches them, or get this package with `krm-variants get`',
  fetchHint: [
    [
      ['no tag is named "v9"', 'https://git.example.com/eu.git'],
      'no tag is named "v9"; add `--fetch` to look in https://git.example.com/eu.git',
    ],
  ],
  ofUpstream: [
    [
      [{ name: 'eu-shop', set: undefined, file: 'fleet/all.yaml' }, 'no tag is named "v9"'],
      'upstream of PackageVariant "eu-shop" in fleet/all.yaml: no tag is named "v9"',
    ],
    [
      [{ name: 'eu-shop', set: 'shops', file: 'fleet/all.yaml' }, 'no tag is named "v9"'],
      'upstream of PackageVariantSet "shops" in fleet/all.yaml: no tag is named "v9"',
    ],
  ],
};

const TOPICS: readonly Topic[] = [
  { file: 'adoption.ts', messages: adoption, cases: ADOPTION },
  { file: 'apply.ts', messages: apply, cases: APPLY },
  { file: 'conditions.ts', messages: conditions, cases: CONDITIONS },
  { file: 'decisions.ts', messages: decisions, cases: DECISIONS },
  { file: 'edits.ts', messages: edits, cases: EDITS },
  { file: 'inputs.ts', messages: inputs, cases: INPUTS },
  { file: 'merge.ts', messages: merge, cases: MERGE },
  { file: 'places.ts', messages: places, cases: PLACES },
  { file: 'publish.ts', messages: publish, cases: PUBLISH },
  { file: 'selection.ts', messages: selection, cases: SELECTION },
  { file: 'versions.ts', messages: versions, cases: VERSIONS },
];

/** Messages that do not have this form, and the reason. */
const EXCEPTIONS: readonly string[] = [
  'keptObjectsLost', // starts with a path
  'partlyHeld', // starts with a path
  'withEarlier', // ends another message
  'noSuchLabel', // ends another message
  'noSuchValue', // ends another message
  'ofField', // starts with a field
];

describe('the messages of a fleet', () => {
  testMessages(new URL('../../src/fleet/messages/', import.meta.url), TOPICS, EXCEPTIONS);
});
