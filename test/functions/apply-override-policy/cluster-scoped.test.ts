import { loadFunction } from '../../../scripts/functions.ts';
import { resource } from '../../support/resource-list.ts';
import { assertRun, runPolicies } from './policy-runs.ts';

const fn = await loadFunction('apply-override-policy');

const policy = (kind: string, selectors: string): string =>
  resource(
    'policy.karmada.io/v1alpha1',
    kind,
    'p',
    `spec:
  resourceSelectors: [${selectors}]
  overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {l: v}}]}}]
`,
  );
const own = (selectors = ''): string => policy('OverridePolicy', selectors);
const wide = (selectors = ''): string => policy('ClusterOverridePolicy', selectors);

const definition = (scope: string, version = 'v1'): string =>
  resource(
    `apiextensions.k8s.io/${version}`,
    'CustomResourceDefinition',
    'widgets.example.com',
    `spec: {group: example.com, scope: ${scope}, names: {kind: Widget, plural: widgets}}\n`,
    // A policy without selectors passes over it.
    '  annotations: {config.kubernetes.io/local-config: "true"}\n',
  );
const WIDGET = resource('example.com/v1', 'Widget', 'w');
const ROLE = resource('rbac.authorization.k8s.io/v1', 'ClusterRole', 'r', 'rules: []\n');
const ADDED = ['+  labels:', '+    l: v'];
const SCOPED = (kind: string): string =>
  `, since ${kind} is cluster-scoped, in no namespace: use a ClusterOverridePolicy`;

const NONE =
  'warning -: OverridePolicy "p": the policy matches no resource, since cluster-scoped resources are in no namespace: use a ClusterOverridePolicy';

interface Row {
  readonly name: string;
  readonly items: readonly string[];
  /** Changed lines: `-` before, `+` after. */
  readonly want: readonly string[];
  readonly faults?: readonly string[];
}

const rows: readonly Row[] = [
  {
    name: 'does not edit a ClusterRole by an OverridePolicy without selectors',
    items: [ROLE, own()],
    want: [],
    faults: [NONE],
  },
  {
    name: 'does not edit a ClusterRole by an OverridePolicy that selects it, and names the remedy',
    items: [ROLE, own('{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: r}')],
    want: [],
    faults: [
      'warning -: OverridePolicy "p": the selector of ClusterRole (rbac.authorization.k8s.io/v1) "r" matches no resource' +
        SCOPED('ClusterRole'),
    ],
  },
  {
    name: 'names the remedy for a cluster-scoped kind that the package does not have',
    items: [WIDGET, own('{apiVersion: v1, kind: Namespace}')],
    want: [],
    faults: [`warning -: OverridePolicy "p": the selector of Namespace (v1) matches no resource${SCOPED('Namespace')}`],
  },
  {
    name: 'edits a ClusterRole by a ClusterOverridePolicy',
    items: [ROLE, wide('{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole}')],
    want: ADDED,
  },
  {
    name: 'does not edit a ClusterRole by a ClusterOverridePolicy that selects in a namespace',
    items: [ROLE, wide('{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, namespace: default}')],
    want: [],
    faults: [
      'warning -: ClusterOverridePolicy "p": the selector of ClusterRole (rbac.authorization.k8s.io/v1) in namespace "default" matches no ' +
        'resource, since ClusterRole is cluster-scoped, in no namespace: leave out `namespace`',
    ],
  },
  {
    name: 'does not edit a ClusterRole whose namespace is set, where none has any',
    items: [ROLE.replace('name: r\n', 'name: r\n  namespace: default\n'), own()],
    want: [],
    faults: [NONE],
  },
  {
    name: 'takes a kind that the package does not define for one with namespaces',
    items: [WIDGET, own()],
    want: ADDED,
  },
  ...['v1', 'v1beta1'].map((version) => ({
    name: `does not edit a kind that a definition (${version}) of the package makes cluster-scoped`,
    items: [WIDGET, own('{apiVersion: example.com/v1, kind: Widget}'), definition('Cluster', version)],
    want: [],
    faults: [
      `warning -: OverridePolicy "p": the selector of Widget (example.com/v1) matches no resource${SCOPED('Widget')}`,
    ],
  })),
  {
    name: 'edits a kind that a definition of the package limits to namespaces',
    items: [WIDGET, own('{apiVersion: example.com/v1, kind: Widget}'), definition('Namespaced')],
    want: ADDED,
  },
  {
    name: 'edits a kind of the same name in another group',
    items: [WIDGET.replace('example.com', 'example.org'), own(), definition('Cluster')],
    want: ADDED,
  },
  {
    name: 'refuses to edit the scope of a definition that decides what a policy selects',
    items: [
      WIDGET,
      own(),
      definition('Namespaced'),
      wide('{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition}').replace(
        'labelsOverrider: [{operator: add, value: {l: v}}]',
        'plaintext: [{path: /spec/scope, operator: replace, value: Cluster}]',
      ),
    ],
    want: [],
    faults: [
      'error spec: edits must be repeatable: policies must not edit the group, kind or scope of a ' +
        'CustomResourceDefinition, since a second run would apply OverridePolicies to other resources, by ' +
        'ClusterOverridePolicy "p" `spec.overrideRules[0].overriders.plaintext`',
    ],
  },
  {
    name: 'takes an empty namespace of a selector for none',
    items: [
      resource('v1', 'ConfigMap', 'c', '', '  namespace: far\n'),
      wide("{apiVersion: v1, kind: ConfigMap, namespace: ''}"),
    ],
    want: ADDED,
  },
  {
    name: 'takes an empty namespace of a selector of an OverridePolicy for that of the policy',
    items: [
      resource('v1', 'ConfigMap', 'c', '', '  namespace: far\n'),
      own("{apiVersion: v1, kind: ConfigMap, namespace: ''}").replace('  name: p\n', '  name: p\n  namespace: far\n'),
    ],
    want: ADDED,
  },
];

describe('apply-override-policy, with cluster-scoped kinds', () => {
  for (const { name, items, want, faults } of rows) {
    it(name, async () => assertRun(await runPolicies(fn, items), want, faults));
  }
});
