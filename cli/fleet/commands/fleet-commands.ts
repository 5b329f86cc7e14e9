import type { Command, FunctionProgram } from '../../arguments/command.ts';
import { defineLoadedCommand } from '../../arguments/define-command.ts';

/** Commands of `krm-variants fleet`, in the order of its help. Each imports its code on demand. */
export const FLEET_COMMANDS: readonly Command[] = [
  defineLoadedCommand({
    name: 'fleet plan',
    operands: ['[VARIANT ...]'],
    summary: 'Show what apply would change.',
    details: [
      'Writes nothing. VARIANT is a folder or file, the name of a PackageVariant or',
      'Repository, or a pattern for one of these. Default: all variants. With --with,',
      'shows what another policy, PackageVariant, object or upstream package would',
      'change, with one line for equal changes. REPLACED is relative to the top of the',
      'repository; by default, it is the file with the same resources. The files of an',
      'upstream package count for each of its revisions that variants ask for.',
    ],
    examples: [
      ['Show what would change in the packages of a fleet', 'krm-variants fleet plan'],
      ['Show what would change on two clusters, file by file', 'krm-variants fleet plan oslo lima -v'],
      [
        'Show what another policy would change, and on which clusters',
        'krm-variants fleet plan --with ../op.yaml=packages/shop/policy.yaml',
      ],
      [
        'Show what variants at a tag would get from the package in the work tree',
        'krm-variants fleet plan --with packages/shop --diff',
      ],
      ['In CI, fail unless all packages are up to date', 'krm-variants fleet plan --check --diff'],
      ['Write a page to look at in a browser', 'krm-variants fleet plan --report html=../plan.html'],
    ],
    async load() {
      const { PLAN_OPTIONS, planFleet } = await import('./plan.ts');
      return { options: PLAN_OPTIONS, act: planFleet };
    },
  }),
  defineLoadedCommand({
    name: 'fleet apply',
    operands: ['[VARIANT ...]'],
    summary: 'Write the variants, and keep the edits.',
    details: [
      'VARIANT is as for fleet plan. If people and the new version changed the same',
      'thing differently, that is a conflict: fleet apply leaves this variant as it is,',
      'writes all others, and exits with 3.',
    ],
    examples: [
      ['Write all packages of a fleet', 'krm-variants fleet apply'],
      ['Write the packages of some clusters', "krm-variants fleet apply 'clusters/eu-*'"],
      ['Write the packages of one region', 'krm-variants fleet apply --selector region=eu'],
      [
        'In CI, push a branch for a pull request, once for the same changes',
        "krm-variants fleet apply --commit --branch 'krm-variants/{run}' --push",
      ],
    ],
    async load() {
      const { APPLY_OPTIONS, applyFleet } = await import('./apply.ts');
      return { options: APPLY_OPTIONS, act: applyFleet };
    },
  }),
  defineLoadedCommand({
    name: 'fleet status',
    operands: ['[VARIANT ...]'],
    summary: 'Show which variants are ready.',
    details: [
      'Shows the conditions Ready and Stalled of each PackageVariant, in the words of',
      'Porch. Ready means that apply would change nothing. A PackageVariant or set that',
      'is wrong is Stalled, and the exit code is 1. Writes nothing.',
    ],
    examples: [
      ['Show the state of all packages', 'krm-variants fleet status'],
      ['Print the conditions of one region as JSON', 'krm-variants fleet status --selector region=eu --report json'],
    ],
    async load() {
      const { STATUS_OPTIONS, statusFleet } = await import('./status.ts');
      return { options: STATUS_OPTIONS, act: statusFleet };
    },
  }),
  defineLoadedCommand({
    name: 'fleet drift',
    operands: ['[VARIANT ...]'],
    summary: 'Show what people edited.',
    details: [
      'Compares the folders with what the last apply derived, as their locks say.',
      'Changes that a pipeline, an upgrade or git made are not edits. Writes nothing.',
    ],
    examples: [
      ['Show which packages people edited', 'krm-variants fleet drift'],
      ['Show the edits of one package as a diff', 'krm-variants fleet drift oslo/shop --diff'],
      ['Fail in CI if a package of a region is edited', 'krm-variants fleet drift --selector region=eu --check'],
    ],
    async load() {
      const { DRIFT_OPTIONS, driftCommand } = await import('./drift-command.ts');
      return { options: DRIFT_OPTIONS, act: driftCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet hold',
    operands: ['[VARIANT ...]'],
    summary: 'Keep variants as they are for now.',
    details: [
      'Writes a FleetHold to .krm-variants/holds. fleet apply then leaves the folders',
      'of these variants alone. Commit the file, so that it holds for everyone.',
    ],
    examples: [
      ['Keep one variant until a version', "krm-variants fleet hold oslo/shop --until v3 --reason 'waits for v3'"],
      [
        'Upgrade only the canary clusters, until they have proved version v3',
        "krm-variants fleet hold --selector wave=main --reason 'canary first'",
      ],
    ],
    async load() {
      const { HOLD_OPTIONS, holdCommand } = await import('./hold-command.ts');
      return { options: HOLD_OPTIONS, act: holdCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet unhold',
    operands: ['[VARIANT ...]'],
    summary: 'End the holds of variants.',
    details: ['With --selector, ends the FleetHold with the same labels.'],
    examples: [
      ['Let the clusters of a wave follow the others', 'krm-variants fleet unhold --selector wave=main'],
      ['Let one variant follow the others', 'krm-variants fleet unhold oslo/shop'],
    ],
    async load() {
      const { UNHOLD_OPTIONS, unholdCommand } = await import('./hold-command.ts');
      return { options: UNHOLD_OPTIONS, act: unholdCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet resolve',
    operands: ['CLASS', '[VARIANT ...]'],
    summary: 'Decide a conflict for all variants.',
    details: [
      'CLASS is the id of a conflict, in the column CONFLICT of fleet plan, or at',
      'least its first four digits. Writes a MergeResolution to the folder',
      '.krm-variants/resolutions, which decides the same conflict in each run.',
      'Commit the file.',
    ],
    examples: [
      ['Keep what people edited, in all variants', 'krm-variants fleet resolve 0df0140159 --take local'],
      [
        'Take what is new, in one region',
        "krm-variants fleet resolve 0df0140159 --take new \\\n--selector region=eu --reason 'as agreed'",
      ],
      ['Set another value, until a version', 'krm-variants fleet resolve 0df0140159 --value 5 --until v4'],
    ],
    async load() {
      const { RESOLVE_OPTIONS, resolveCommand } = await import('./resolve-command.ts');
      return { options: RESOLVE_OPTIONS, act: resolveCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet log',
    operands: ['VARIANT'],
    summary: 'Show the history of a variant.',
    details: [
      'Numbers the versions that git has of the lock of a variant: 0 is now, 1 is the',
      'one before. VARIANT is as for fleet plan.',
    ],
    examples: [
      ['Show what a variant was made of, when, and by whom', 'krm-variants fleet log oslo/shop'],
      ['Print the same for a program', 'krm-variants fleet log clusters/oslo/shop --report json'],
    ],
    async load() {
      const { LOG_OPTIONS, logCommand } = await import('./log-command.ts');
      return { options: LOG_OPTIONS, act: logCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet rollback',
    operands: ['VARIANT'],
    summary: 'Go back to an earlier version, and hold it.',
    details: [
      'Derives the variant from the inputs that it had then, and merges that like an',
      'apply: edits of people stay. Also writes a FleetHold, so that the next apply',
      'does not undo it; fleet unhold ends it.',
    ],
    examples: [
      ['Undo the last upgrade of a variant', 'krm-variants fleet rollback oslo/shop'],
      ['Show what going back to version 3 would change', 'krm-variants fleet rollback oslo/shop --to 3 --check --diff'],
    ],
    async load() {
      const { ROLLBACK_OPTIONS, rollbackFleet } = await import('./rollback.ts');
      return { options: ROLLBACK_OPTIONS, act: rollbackFleet };
    },
  }),
  defineLoadedCommand({
    name: 'fleet move',
    operands: ['VARIANT', 'NEW'],
    summary: 'Move a variant to another folder.',
    details: [
      'Moves the folder with its lock, also in the index of git, and names the field',
      'of the PackageVariant that must change. NEW is a folder, relative to the current',
      'one; if VARIANT is a path from the top of the git repository, so is NEW.',
    ],
    examples: [
      ['Rename a cluster', 'krm-variants fleet move clusters/eu/shop clusters/oslo/shop'],
      ['Rename the package of a cluster', 'krm-variants fleet move clusters/oslo/shop clusters/oslo/store'],
    ],
    async load() {
      const { MOVE_OPTIONS, moveCommand } = await import('./move-command.ts');
      return { options: MOVE_OPTIONS, act: moveCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet init',
    operands: ['[DIR]'],
    summary: 'Write the first files of a fleet.',
    details: [
      'Writes the resources that ask for a copy of a package in each cluster. Without',
      '--from, also writes an example of a package. DIR is the current folder by',
      'default. Overwrites nothing.',
    ],
    examples: [
      [
        'Give a package of this repository to three clusters',
        'krm-variants fleet init --clusters eu-1,us-1,ap-1 --from packages/shop@v1\nkrm-variants fleet apply',
      ],
      [
        'Give a package of another repository to two clusters',
        'krm-variants fleet init --clusters eu-1,us-1 \\\n--from https://git.example.com/blueprints.git/shop@v1\nkrm-variants fleet apply --fetch',
      ],
    ],
    async load() {
      const { INIT_OPTIONS, initCommand } = await import('./init-command.ts');
      return { options: INIT_OPTIONS, act: initCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet table',
    operands: ['FIELD ...', '[VARIANT ...]'],
    summary: 'Compare values across variants.',
    details: [
      'Groups the packages by the values of fields. FIELD is KIND/NAME:PATH, with the',
      'path as in messages, such as Deployment/web:spec.replicas. The paths image,',
      'registry and tag are those of all containers. Reads the folders as they are;',
      'values of Secrets are numbered.',
    ],
    examples: [
      ['Show which clusters run which image', 'krm-variants fleet table Deployment/web:image'],
      ['Count replicas by region', 'krm-variants fleet table Deployment/web:spec.replicas --by region'],
      [
        'Show the same as a page in a browser',
        'krm-variants fleet table Deployment/web:image --report html=../images.html',
      ],
      ['Plan only where an old image runs', "krm-variants fleet plan --where 'Deployment/web:tag=2.3'"],
    ],
    async load() {
      const { TABLE_OPTIONS, tableCommand } = await import('./table-command.ts');
      return { options: TABLE_OPTIONS, act: tableCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet blame',
    operands: ['VARIANT', '[FILE[:LINE]]'],
    summary: 'Show who set each line of a variant.',
    details: [
      'The cause of a line is a line of the upstream package, a field of the',
      'PackageVariant or its set, an injected object, a rule of a policy that a',
      'function applied, or a person. If a person changed a line, also shows what it',
      'would be without the change. FILE is in the folder of the variant; VARIANT may',
      'also be the path of a file, with or without a line.',
    ],
    examples: [
      ['Show who set the lines of a file', 'krm-variants fleet blame oslo/shop web.yaml'],
      ['Show all that is known of one line', 'krm-variants fleet blame clusters/oslo/shop/web.yaml:17'],
    ],
    async load() {
      const { FLEET_BLAME_OPTIONS, fleetBlameCommand } = await import('./fleet-blame-command.ts');
      return { options: FLEET_BLAME_OPTIONS, act: fleetBlameCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet diff',
    operands: ['A|REV1..REV2', '[B]', '[FILE]'],
    summary: 'Compare two variants, or two commits.',
    details: [
      'For two packages, shows each field that differs with both values, and with who',
      'asked for each of them. A package in a commit is NAME@REV. For two commits,',
      'groups the changes of all packages: one line for equal changes.',
    ],
    examples: [
      ['Show why two clusters differ', 'krm-variants fleet diff oslo/shop lima/shop'],
      ['Show only what people changed by hand', 'krm-variants fleet diff oslo/shop lima/shop --unexplained'],
      ['Show what changed in a package', 'krm-variants fleet diff oslo/shop@v1 oslo/shop'],
      ['Describe a branch for a pull request', 'krm-variants fleet diff main..HEAD --report markdown'],
    ],
    async load() {
      const { FLEET_DIFF_OPTIONS, fleetDiffCommand } = await import('./fleet-diff-command.ts');
      return { options: FLEET_DIFF_OPTIONS, act: fleetDiffCommand };
    },
  }),
  defineLoadedCommand({
    name: 'fleet adopt',
    operands: ['VARIANT ...'],
    summary: 'Take over existing packages as variants.',
    details: [
      'VARIANT is one that kpt, Porch or a person made. Records what that tool made of',
      'the version that the package came from, so that the next apply updates it, and',
      'keeps what people edited. The folder stays as it is. One in another git',
      'repository: REPOSITORY/PACKAGE, with --commit --push.',
    ],
    examples: [
      ['Take over a package that kpt copied', 'krm-variants fleet adopt clusters/oslo/shop'],
      ['Take over the packages of all clusters', 'krm-variants fleet adopt clusters/*/shop'],
      ['Take over one in another git repository', 'krm-variants fleet adopt bergen/shop --commit --push'],
    ],
    async load() {
      const { ADOPT_OPTIONS, adoptFleet } = await import('./adopt.ts');
      return { options: ADOPT_OPTIONS, act: adoptFleet };
    },
  }),
  defineLoadedCommand({
    name: 'fleet prune',
    operands: ['[VARIANT ...]'],
    summary: 'Remove variants without a PackageVariant.',
    details: [
      'The deletionPolicy of the PackageVariant, as it was at the last apply, decides:',
      'delete removes the folder, orphan keeps it. A folder that people edited stays,',
      'and the exit code is 3.',
    ],
    examples: [
      ['Show what prune would remove', 'krm-variants fleet prune --check'],
      ['Remove these variants, and commit that', 'krm-variants fleet prune --commit'],
      ['Remove those in other git repositories, too', 'krm-variants fleet prune --commit --push'],
    ],
    async load() {
      const { PRUNE_OPTIONS, pruneFleet } = await import('./prune.ts');
      return { options: PRUNE_OPTIONS, act: pruneFleet };
    },
  }),
];

/** Kinds of words that a shell asks for while a person types. */
const OFFERED = ['variants', 'fields', 'packages'] as const;

export type Offered = (typeof OFFERED)[number];

/** Returns the words of a kind that a shell asks for; undefined for a kind that is none. */
export async function offeredWords(
  kind: string,
  folder: string,
  program: FunctionProgram,
): Promise<readonly string[] | undefined> {
  const known = OFFERED.find((each) => each === kind);
  if (known === undefined) return undefined;
  const { wordsOf } = await import('./offered-words.ts');
  return await wordsOf(known, folder, program);
}
