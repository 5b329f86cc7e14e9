import { resource } from '../../../support/resource-list.ts';
import { clusterItem } from '../policy-runs.ts';
import { overridePolicy, type DocumentedPolicy } from './documented-policy.ts';

const PAGE = 'docs/userguide/scheduling/override-policy.md';

const COMMAND = `          command:
            - ./myapp
            - --parameter1=foo # first
            - --parameter2=bar
`;

/** Returns a Deployment with the fields of its container. */
const myapp = (fields: string, metadata = ''): string =>
  resource(
    'apps/v1',
    'Deployment',
    'myapp',
    `spec:\n  template:\n    spec:\n      containers:\n        - name: myapp\n${fields}`,
    metadata,
  );
const IMAGE = myapp('          image: myapp:1.0.0 # pinned\n');

/** Policies of the user guide that show overriders, in their order on the page. They have no selectors. */
export const userGuideOverriders: readonly DocumentedPolicy[] = [
  {
    title: `${PAGE}, ImageOverrider, example 1: adds a registry`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        imageOverrider:
          - component: Registry
            operator: add
            value: test-repo
`),
    items: [IMAGE],
    cluster: clusterItem('member1'),
    want: ['-          image: myapp:1.0.0 # pinned', '+          image: test-repo/myapp:1.0.0 # pinned'],
  },
  {
    title: `${PAGE}, ImageOverrider, example 2: replaces the repository`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        imageOverrider:
          - component: Repository
            operator: replace
            value: myapp2
`),
    items: [IMAGE],
    cluster: clusterItem('member1'),
    want: ['-          image: myapp:1.0.0 # pinned', '+          image: myapp2:1.0.0 # pinned'],
  },
  {
    title: `${PAGE}, ImageOverrider, example 3: removes the tag`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        imageOverrider:
          - component: Tag
            operator: remove
`),
    items: [IMAGE],
    cluster: clusterItem('member1'),
    want: ['-          image: myapp:1.0.0 # pinned', '+          image: myapp # pinned'],
  },
  {
    title: `${PAGE}, CommandOverrider, example 1: adds a flag`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        commandOverrider:
          - containerName: myapp
            operator: add
            value:
              - --cluster=member1
`),
    items: [myapp(COMMAND)],
    cluster: clusterItem('member1'),
    want: ['+            - --cluster=member1'],
  },
  {
    title: `${PAGE}, CommandOverrider, example 2: removes a flag`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        commandOverrider:
          - containerName: myapp
            operator: remove
            value:
              - --parameter1=foo
`),
    items: [myapp(COMMAND)],
    cluster: clusterItem('member1'),
    want: ['-            - --parameter1=foo # first'],
  },
  {
    title: `${PAGE}, LabelsOverrider, example 1: adds, replaces and removes labels`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        labelsOverrider:
          - operator: add
            value:
              bar: bar # a new label
          - operator: replace
            value:
              foo: exist # another value
          - operator: remove
            value:
              baz: baz # no longer a label
`),
    items: [myapp('          image: myapp:1.0.0\n', '  labels:\n    foo: foo # kept\n    baz: baz\n')],
    cluster: clusterItem('member1'),
    want: ['-    foo: foo # kept', '-    baz: baz', '+    foo: exist # kept', '+    bar: bar'],
  },
  {
    title: `${PAGE}, FieldOverrider, example 1: replaces a port in a text, as a string, unlike the result on the page`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        fieldOverrider:
          - fieldPath: /data/config.yaml
            yaml:
              - subPath: /app/database/port
                operator: replace
                value: "3306"
`),
    items: [
      resource(
        'v1',
        'ConfigMap',
        'myconfigmap',
        'data:\n  config.yaml: |\n    app:\n      database:\n        port: 5432 # of the database\n',
      ),
    ],
    cluster: clusterItem('member1'),
    want: ['-        port: 5432 # of the database', '+        port: "3306" # of the database'],
  },
  {
    title: `${PAGE}, PlaintextOverrider, example 1: replaces data`,
    policy: overridePolicy(`
  overrideRules:
    - overriders:
        plaintext:
          - path: /data/example
            operator: replace
            value: 2
`),
    items: [resource('v1', 'ConfigMap', 'myconfigmap', 'data:\n  example: 1 # an example\n')],
    cluster: clusterItem('member1'),
    want: ['-  example: 1 # an example', '+  example: 2 # an example'],
  },
];
