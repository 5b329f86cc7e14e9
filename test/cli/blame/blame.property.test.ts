import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Blame } from '../../../src/blame/blame-files.ts';
import { causePlace, type Cause } from '../../../src/blame/cause.ts';
import { allFunctions } from '../../support/all-functions.ts';
import { kptfileCalling, registry, SET_REGISTRY } from '../../support/rendered-package.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { packageLineages } from '../../../cli/blame/blame-command.ts';
import { pipelineHost } from '../../../cli/render/pipeline-host.ts';

const program = { functions: await allFunctions(), version: '0.1.0' };

/** A line, and who set it. */
interface Line {
  readonly text: string;
  /** `upstream FILE:LINE`, `function FILE:LINE`, or `person`. */
  readonly by: string;
  /** Line of the derived package that a person replaced. */
  readonly without?: string;
}

interface App {
  readonly name: string;
  readonly replicas: number;
  readonly variables: readonly string[];
  readonly hasComments: boolean;
}

/** Edits of a person. Numbers select one of what is there. */
interface Edits {
  readonly replicas: boolean;
  readonly added: readonly number[];
  readonly removed: readonly number[];
  readonly comments: readonly number[];
  readonly moves: boolean;
  readonly hasWindowsLines: boolean;
}

/** Returns the lines of an app in upstream, in the order of its file. The values of its variables are all the same. */
function linesOf({ name, replicas, variables, hasComments }: App, host: string): readonly string[] {
  const comment = (text: string): readonly string[] => (hasComments ? [text] : []);
  return [
    ...comment('# Owned by the shop.'),
    'apiVersion: apps/v1',
    'kind: Deployment',
    'metadata:',
    `  name: ${name}`,
    ...comment(''),
    'spec:',
    `  replicas: ${replicas} # for now`,
    '  template:',
    '    spec:',
    '      containers:',
    '        - name: c',
    `          image: ${host}/${name}:1 # pinned`,
    '          env:',
    ...variables.flatMap((variable) => [
      ...comment(`            # ${variable}`),
      `            - name: ${variable}`,
      '              value: "1"',
    ]),
  ];
}

/** Returns the lines of an app after its pipeline ran. */
function renderedLines(app: App): readonly Line[] {
  const file = `${app.name}.yaml`;
  const [before, after] = [linesOf(app, 'a.io'), linesOf(app, 'eu.io')];
  return after.map((text, index) => ({
    text,
    by: text === before[index] ? `upstream ${file}:${index + 1}` : 'function registry.yaml:9',
  }));
}

/** Applies the edits of a person. */
function editedLines(app: App, edits: Edits): readonly Line[] {
  const lines = [...renderedLines(app)];
  const person = (text: string, without?: string): Line => ({ text, by: 'person', ...(without && { without }) });
  const elements = (): readonly number[] => lines.flatMap(({ text }, at) => (/^ {12}- name: /.test(text) ? at : []));
  const pick = <T>(of: readonly T[], number: number): T | undefined => of[number % Math.max(1, of.length)];
  for (const number of edits.removed) {
    const at = pick(elements(), number);
    if (at !== undefined && elements().length > 1) lines.splice(at, 2);
  }
  // One element removed and one added with the same value are one with another name.
  const value = edits.removed.length === 0 ? '1' : 'mine';
  edits.added.forEach((number, index) => {
    const at = pick([...elements(), lines.length], number) ?? lines.length;
    // The comment above an element belongs to it.
    const above = /^ {12}#/.test(lines[at - 1]?.text ?? '') ? at - 1 : at;
    lines.splice(above, 0, person(`            - name: MINE${index}`), person(`              value: "${value}"`));
  });
  edits.comments.forEach((number, index) => {
    lines.splice(1 + (number % (lines.length - 1)), 0, person(`# note ${index}`));
  });
  if (edits.replicas) {
    const at = lines.findIndex(({ text }) => text.startsWith('  replicas:'));
    lines[at] = person(`  replicas: ${app.replicas + 5} # for now`, lines[at]?.by);
  }
  return lines;
}

const NAMES = ['A', 'B', 'C', 'D', 'E', 'F'];
const SMALL = fc.nat({ max: 20 });
const FEW = fc.array(SMALL, { maxLength: 3 });

const APP: fc.Arbitrary<Omit<App, 'name'>> = fc.record({
  replicas: fc.integer({ min: 1, max: 3 }),
  variables: fc.subarray(NAMES, { minLength: 1 }),
  hasComments: fc.boolean(),
});

const EDITS: fc.Arbitrary<Edits> = fc.record({
  replicas: fc.boolean(),
  added: FEW,
  removed: FEW,
  comments: FEW,
  moves: fc.boolean(),
  hasWindowsLines: fc.boolean(),
});

function shown(cause: Cause): string {
  const place = causePlace(cause);
  return place === undefined ? cause.by : `${cause.by} ${place.file}:${place.line}`;
}

describe('blame', () => {
  it('names who set each line of generated packages', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(APP, EDITS), { minLength: 1, maxLength: 3 }), async (drawn) => {
        const pipeline = [
          ['Kptfile', kptfileCalling(SET_REGISTRY)],
          ['registry.yaml', registry('eu.io')],
        ] as const;
        const base = new Map<string, string>(pipeline);
        const local = new Map<string, string>(pipeline);
        const want = new Map<string, readonly Line[]>();
        drawn.forEach(([drawnApp, edits], index) => {
          const app = { ...drawnApp, name: `app${index}` };
          base.set(`${app.name}.yaml`, `${linesOf(app, 'a.io').join('\n')}\n`);
          const lines = editedLines(app, edits);
          const path = `${edits.moves ? 'moved/' : ''}${app.name}.yaml`;
          const eol = edits.hasWindowsLines ? '\r\n' : '\n';
          local.set(path, lines.map(({ text }) => `${text}${eol}`).join(''));
          want.set(path, lines);
        });
        const sources = [{ folder: '', files: base, version: undefined }];
        const setting = { when: 'always', keepsEdits: true, host: pipelineHost(program) } as const;
        const lineages = await packageLineages({ base, local }, sources, setting);
        const commits = { of: (_: string, lines: readonly string[]) => lines.map(() => ({})) };
        const blame = new Blame(local, lineages, commits);
        for (const [path, lines] of want) {
          const found = blame.file(path)?.lines.map(({ cause, derived, text }) => ({
            text,
            by: shown(cause),
            ...(derived && { without: shown(derived.cause) }),
          }));
          assert.deepEqual(found, lines, path);
        }
      }),
      { numRuns: propertyRuns(100) },
    ));
});
