import type { ConflictKind } from '../../src/merge/index.ts';

/**
 * A file that differs from local's: the bytes of new's (`new`), none (`absent`), a text, or local's text in which each
 * pair's first text, which is in it once, is replaced by the second.
 */
export type WantedFile =
  'new' | 'absent' | { readonly text: string } | readonly (readonly [from: string, to: string])[];

/** Outcome that a recorded case is to have. */
export interface CaseRow {
  /** Files that differ from local's. Default: none. */
  readonly files?: Readonly<Record<string, WantedFile>>;
  /** Open conflicts: kind, file, and field unless it is the whole file or resource. Default: none. */
  readonly conflicts?: readonly (readonly [kind: ConflictKind, file: string, field?: string])[];
  /** Warnings and infos, in any order, each as the start of `FIELD OR FILE: MESSAGE`. Default: none. */
  readonly results?: readonly (readonly ['warning' | 'info', string])[];
}

const CONTAINER = 'spec.template.spec.containers[0]';
const A_IS_2: WantedFile = [['  a: "1"\n', '  a: "2"\n']];
const REPLICAS_2: WantedFile = [['replicas: 1', 'replicas: 2']];

/** Returns a ConfigMap as kpt fetched it, with its marks. */
function fetched(name: string, entry: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: # kpt-merge: /${name}
  name: ${name}
  annotations:
    internal.kpt.dev/upstream-identifier: '|ConfigMap|default|${name}'
data:
  ${entry}
`;
}

/** All packages of `st`, whatever the strategy. */
const STRATEGIES: CaseRow = {
  files: {
    'a.yaml': A_IS_2,
    'gone.yaml': 'absent',
    'G.md': 'absent',
    'new.yaml': 'new',
    'N.md': 'new',
  },
  conflicts: [['lines', 'R.md']],
};

/**
 * Wanted outcomes by id and strategy: from the rules of the merge, never from its output. A case whose strategy is not
 * resource-merge is an input like any other. Marks of kpt in local (`# kpt-merge:` and its annotation) are no edit.
 */
export const CASE_ROWS: Readonly<Record<string, CaseRow>> = {
  's1 resource-merge': { files: { 'a.yaml': 'new' } },
  's3 resource-merge': { conflicts: [['edit/edit', 'a.yaml', 'spec.replicas']] },
  's5 resource-merge': { conflicts: [['delete/change', 'a.yaml', 'data.b']] },
  's7 resource-merge': { files: { 'a.yaml': A_IS_2 } },
  's9 resource-merge': { conflicts: [['delete/change', 'a.yaml', 'spec.strategy']] },
  's11 resource-merge': { files: { 'a.yaml': REPLICAS_2 } },
  's13 resource-merge': { files: { 'a.yaml': 'new' } },
  's15 resource-merge': { files: { 'a.yaml': 'new' } },
  's17 resource-merge': { files: { 'a.yaml': REPLICAS_2 } },
  's19 resource-merge': { conflicts: [['edit/edit', 'a.yaml', 'data.b']] },

  'l1 resource-merge': {
    files: {
      'a.yaml': [
        ['name: A\n          value: "1"\n', 'name: A\n          value: "2"\n'],
        ['        - name: D\n', '        - name: C\n          value: c\n        - name: D\n'],
      ],
    },
  },
  'l3 resource-merge': { results: [['warning', `${CONTAINER}.env[0]: stays deleted`]] },
  'l4 resource-merge': { files: { 'a.yaml': 'new' } },
  'l6 resource-merge': { conflicts: [['union', 'a.yaml', `${CONTAINER}.env[0]`]] },
  'l8 resource-merge': {
    files: { 'a.yaml': [['name: dns\n', 'name: dns\n        - containerPort: 53\n          protocol: UDP\n']] },
  },
  'l8c resource-merge': { conflicts: [['identity', 'a.yaml', `${CONTAINER}.ports[0]`]] },
  'l9 resource-merge': { conflicts: [['edit/edit', 'a.yaml', `${CONTAINER}.args`]] },
  'l9c resource-merge': {},
  'l10b resource-merge': { results: [['warning', `${CONTAINER}.args: stays deleted`]] },
  'l12 resource-merge': {
    files: { 'a.yaml': [['        - name: A\n          value: "1"\n', '']] },
    results: [['warning', `${CONTAINER}.env: keeps what local added`]],
  },
  'v2 resource-merge': { conflicts: [['union', 'a.yaml', 'spec.template.spec.volumes[0]']] },
  'v4 resource-merge': {
    files: { 'a.yaml': [['      - key: mine\n', '      - key: up\n        operator: Exists\n      - key: mine\n']] },
    results: [
      ['info', 'spec.template.spec.tolerations: elements with the same `key`'],
      ['warning', 'spec.template.spec.tolerations: both sides added elements at the same place'],
    ],
  },
  'v6 resource-merge': {
    files: { 'a.yaml': [['image: lo:1\n', 'image: lo:1\n        args: [u]\n']] },
    conflicts: [['add/add', 'a.yaml', 'spec.template.spec.containers[1].image']],
    results: [['warning', 'spec.template.spec.containers[1]: both sides added it']],
  },
  'v8 resource-merge': {
    files: {
      'a.yaml': [
        ['[b, lo]', '[b, up, lo]'],
        ['- name: x\n', '- name: x\n- name: up\n'],
      ],
    },
    results: [['info', 'imagePullSecrets: elements with the same `name`']],
  },
  'v10 resource-merge': {
    files: { 'a.yaml': [['port: 80\n', 'port: 8080\n']] },
    results: [['info', 'spec.ports[0]: is matched by its name']],
  },
  'v12 resource-merge': { files: { 'a.yaml': [['role: lead\n', 'role: lead\n  - name: up\n    role: dev\n']] } },
  'v14 resource-merge': {
    files: {
      'a.yaml': [
        [
          '                    role: {type: string}\n',
          '                    role: {type: string}\n  - name: v2\n    served: true\n    storage: false\n',
        ],
      ],
    },
    results: [['info', 'spec.versions: elements with the same `name`']],
  },

  'm1 resource-merge': { files: { 'a.yaml': 'new' } },
  'm3 resource-merge': { files: { 'a.yaml': 'new' } },
  'm5 resource-merge': {
    files: { 'a.yaml': [['      - key: a\n', '']] },
    results: [
      ['info', 'spec.template.spec.tolerations: elements with the same `key`'],
      ['warning', 'spec.template.spec.tolerations: keeps what local added'],
    ],
  },
  'm7 resource-merge': { files: { 'a.yaml': [['  a:\n    b:\n      c: 1\n', '']] } },
  'm9 resource-merge': {
    files: { 'a.yaml': [['extensions/v1beta1', 'networking.k8s.io/v1']] },
    results: [
      ['warning', 'a.yaml: becomes networking.k8s.io/v1 Ingress h, as in new: was extensions/v1beta1 Ingress h'],
    ],
  },
  'm10b resource-merge': { files: { 'a.yaml': 'new' } },

  't2 resource-merge': { files: { 'a.yaml': [['k: "1"', 'k: "2"']] } },
  't4 resource-merge': { files: { 'a.yaml': 'new' } },
  'c1 resource-merge': { files: { 'a.yaml': 'new' } },
  'c3 resource-merge': { files: { 'a.yaml': 'new' } },
  'c5 resource-merge': { files: { 'a.yaml': 'new' } },
  'c7 resource-merge': { files: { 'a.yaml': 'new' } },
  'c9 resource-merge': { files: { 'a.yaml': [['a: "5"', 'a: "5" # kpt-set: ${x}']] } },
  'c11 resource-merge': { files: { 'a.yaml': [['&x "1"', '&x "2"']] } },
  'c13 resource-merge': { files: { 'a.yaml': 'new' } },
  'c14 resource-merge': { files: { 'a.yaml': 'new' } },
  'c16 resource-merge': { files: { 'n.yaml': 'new' } },

  'r2 resource-merge': {
    files: { 'a.yaml': A_IS_2 },
    results: [['warning', 'a.yaml: gets the changes of new to ConfigMap one: local changed only its name']],
  },
  'r3b resource-merge': {
    files: {
      'a.yaml': [
        ['# kpt-merge: /one\n', '# kpt-merge: /uno\n'],
        ['  name: one\n', '  name: uno\n'],
        ['|default|one', '|default|uno'],
      ],
    },
  },
  'r5 resource-merge': { files: { 'sub/b.yaml': A_IS_2 } },
  'r6 resource-merge': { files: { 'a.yaml': 'absent', 'sub/b.yaml': { text: fetched('one', 'a: "1"') } } },
  'r8 resource-merge': {
    files: { 'a.yaml': { text: fetched('one', 'a: "1"') }, 'b.yaml': { text: fetched('two', 'b: "1"') } },
  },
  'r9 resource-merge': {
    files: {
      'a.yaml': {
        text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: zero
data:
  z: "1"
---
${fetched('two', 'b: "1"')}---
${fetched('one', 'a: "1"')}`,
      },
    },
  },
  'r11 resource-merge': { files: { 'a.yaml': 'absent' } },
  'r12b resource-merge': {
    files: { 'a.yaml': 'absent' },
    results: [['warning', 'a.yaml: is deleted, as in new, including the comments that local changed']],
  },
  'r14 resource-merge': { conflicts: [['add/add', 'a.yaml', 'data.a']] },
  'r16 resource-merge': {
    files: { 'a.yaml': { text: `${fetched('one', 'a: "2"')}---\n${fetched('one', 'a: "1"')}` } },
    results: [
      ['info', 'a.yaml: was matched by its order'],
      ['info', 'a.yaml: was matched by its order'],
    ],
  },
  'r18 resource-merge': { files: { 'a.yaml': 'new' } },
  'r20 resource-merge': { files: { 'a.yaml': A_IS_2, 'e.yaml': 'new' } },
  'r21 resource-merge': {
    files: { 'a.yaml': [['name: one\ndata:\n  a: "1"', 'name: one\ndata:\n  a: "2"']] },
    results: [['info', 'a.yaml: is treated as a copy']],
  },

  'f1b resource-merge': { files: { 'a.yaml': A_IS_2, 'values.yaml': [['foo: bar', 'foo: baz']] } },
  'f1d resource-merge': { files: { 'a.yaml': A_IS_2, 'values.yaml': 'new' } },
  'f3 resource-merge': { files: { 'a.yaml': A_IS_2, 'R.md': [['one\n', 'ONE\n']] } },
  'f5 resource-merge': {
    files: { 'a.yaml': A_IS_2, 'S.md': 'absent' },
    conflicts: [['delete/change', 'R.md']],
  },
  'f7 resource-merge': { files: { 'a.yaml': A_IS_2 }, conflicts: [['add/add', 'R.md']] },
  'f9 resource-merge': { files: { 'a.yaml': A_IS_2, 'j.json': [['"a":"1"', '"a":"2"']] } },
  // Local has its own line ends in both files: `\n`.
  'f11 resource-merge': { files: { 'a.yaml': A_IS_2, 'R.md': [['b\n', 'c\n']] } },
  'f13 resource-merge': { files: { 'a.yaml': A_IS_2, 'ig/t.txt': 'new', 'ig/x.yaml': 'new' } },
  'f14 resource-merge': {
    files: { 'a.yaml': A_IS_2, 'new.yaml': 'new', 'old.yaml': 'absent', 'sub/t.txt': 'new' },
  },
  // The recording has no CRLF: the text of local is that of base.
  'f16 resource-merge': { files: { 'a.yaml': 'new' } },

  'k2 resource-merge': {
    files: {
      Kptfile: [['namespace: "n"\n', 'namespace: "n"\n    - image: gcr.io/kpt-fn/up:v1\n']],
    },
  },
  'k4 resource-merge': {
    files: {
      Kptfile: [
        ['s:v1\n      configMap:\n        a:', 's:v2\n      configMap:\n        a:'],
        ['s:v1\n      configMap:\n        b:', 's:v2\n      configMap:\n        b:'],
      ],
    },
  },
  'k6 resource-merge': { conflicts: [['delete/change', 'Kptfile', 'pipeline.mutators[1]']] },
  'k6b resource-merge': {
    files: {
      Kptfile: [['    - image: gcr.io/kpt-fn/set-namespace:v0.4\n      configMap:\n        namespace: "n"\n', '']],
    },
  },
  'k6d resource-merge': { files: { Kptfile: [['namespace: "n"', 'other: n']] } },
  // A new key that only some readers take for a boolean is quoted where the layouts of new and local differ.
  'k8 resource-merge': {
    files: {
      Kptfile: [
        ['    a: "1"\n', '    a: "2"\n    "n": up\n'],
        ['    - lo\n', '    - up\n    - lo\n'],
        ['    - conditionType: lo\n', '    - conditionType: up\n    - conditionType: lo\n'],
      ],
    },
    conflicts: [['edit/edit', 'Kptfile', 'info.description']],
    results: [
      ['warning', 'info.keywords: both sides added elements at the same place'],
      ['info', 'info.readinessGates: elements with the same `conditionType`'],
      ['warning', 'info.readinessGates: both sides added elements at the same place'],
    ],
  },
  'k10 resource-merge': { files: { Kptfile: [['  name: local\n', '  name: local\nfoo: bar\n']] } },
  'k12 force-delete-replace': {},
  'k12 fast-forward': {},

  'p2 resource-merge': { files: { 'a.yaml': A_IS_2, 'sub/Kptfile': 'absent', 'sub/b.yaml': 'absent' } },
  'p4 resource-merge': { files: { 'a.yaml': A_IS_2 }, results: [['warning', 'sub/b.yaml: stays deleted']] },
  'p6 resource-merge': {
    files: { 'a.yaml': A_IS_2, 'sub/Kptfile': 'new', 'sub/b.yaml': 'new', 'sub/t.txt': 'new' },
  },
  'p8 resource-merge': { files: { 'a.yaml': A_IS_2, 'sub/Kptfile': 'new', 'sub/b.yaml': A_IS_2 } },
  'p10 resource-merge': { files: { 'a.yaml': A_IS_2, 'sub-x.yaml': A_IS_2, 'sub.txt': 'new' } },
  'p13 resource-merge': {},

  'st resource-merge': STRATEGIES,
  'st fast-forward': STRATEGIES,
  'st force-delete-replace': STRATEGIES,
  'st copy-merge': STRATEGIES,

  'n1 resource-merge': {},
  'o3 resource-merge': {
    files: {
      'a.yaml': [
        ['        - secretRef: {name: mine}\n', '        - secretRef: {name: up}\n        - secretRef: {name: mine}\n'],
      ],
    },
    results: [['warning', `${CONTAINER}.envFrom: both sides added elements at the same place`]],
  },
  'x1 resource-merge': {
    files: { 'a.yaml': [['i:1', 'i:2']] },
    results: [['info', 'spec.template.spec.containers: elements with the same `name`']],
  },
  'x3 resource-merge': {
    files: { 'a.yaml': [['{resources', '{storageClassName: up, resources']] },
    results: [['info', 'spec.volumeClaimTemplates: elements with the same `metadata.name`']],
  },
  'x5 resource-merge': {
    files: { 'a.yaml': [['100m', '200m']] },
    results: [['warning', `${CONTAINER}.resources.limits: stays deleted`]],
  },
  // What local deleted stays deleted, though new changes it.
  'x7 resource-merge': {
    files: { 'package-context.yaml': [['  name: local\n', '  name: local\n  tier: gold\n']] },
    results: [['warning', 'data.region: stays deleted']],
  },
  'x9 resource-merge': { files: { 'a.yaml': A_IS_2 }, results: [['warning', 'a.yaml: stays deleted']] },
};
