import assert from 'node:assert/strict';
import { mergePackages } from '../../src/merge/index.ts';
import { useCluster } from './shared-cluster.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: infra
spec:
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
        - name: web
          image: web:1
          env:
            - name: A
              value: "1"
            - name: B
              value: "1"
          ports:
            - containerPort: 8080
              name: http
          volumeMounts:
            - mountPath: /data
              name: data
          livenessProbe:
            httpGet:
              path: /
              port: 8080
        - name: side
          image: side:1
      tolerations:
        - key: a
          operator: Exists
      volumes:
        - name: data
          emptyDir: {}
`;

const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: infra
spec:
  selector:
    app: web
  ports:
    - name: http
      port: 80
      targetPort: 8080
    - name: dns
      port: 53
      protocol: UDP
`;

/** Text that replaces another one in a resource. */
type Replacement = readonly [from: string, to: string];

interface Row {
  readonly name: string;
  readonly base: string;
  readonly new: readonly Replacement[];
  readonly local: readonly Replacement[];
  /** Lines that must be in the merged resource. */
  readonly has: readonly string[];
  /** Kinds of open conflicts. Default: none. */
  readonly conflicts?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: 'variables and containers that both sides add',
    base: DEPLOYMENT,
    new: [
      ['            - name: B\n', '            - name: NEW\n              value: up\n            - name: B\n'],
      ['      tolerations:\n', '        - name: new\n          image: new:1\n      tolerations:\n'],
    ],
    local: [
      ['            - name: A\n              value: "1"\n', '            - name: LOCAL\n              value: mine\n'],
      ['        - name: side\n', '        - name: local\n          image: local:1\n        - name: side\n'],
    ],
    has: ['- name: NEW', '- name: LOCAL', '- name: new', '- name: local', '- name: side'],
  },
  {
    name: 'another member of a volume, and its mount',
    base: DEPLOYMENT,
    new: [['emptyDir: {}', 'persistentVolumeClaim:\n            claimName: data']],
    local: [['            - mountPath: /data\n', '            - mountPath: /data\n              readOnly: true\n']],
    has: ['claimName: data', 'readOnly: true'],
  },
  {
    name: 'another member of a volume on each side',
    base: DEPLOYMENT,
    new: [['emptyDir: {}', 'persistentVolumeClaim:\n            claimName: data']],
    local: [['emptyDir: {}', 'configMap:\n            name: mine']],
    has: ['name: mine'],
    conflicts: ['union'],
  },
  {
    name: 'another handler of a probe',
    base: DEPLOYMENT,
    new: [['httpGet:\n              path: /\n              port: 8080', 'tcpSocket:\n              port: 8080']],
    local: [['            httpGet:', '            periodSeconds: 5\n            httpGet:']],
    has: ['tcpSocket:', 'periodSeconds: 5'],
  },
  {
    name: 'tolerations that both sides add',
    base: DEPLOYMENT,
    new: [['      volumes:\n', '        - key: new\n          operator: Exists\n      volumes:\n']],
    local: [['      volumes:\n', '        - key: local\n          operator: Exists\n      volumes:\n']],
    has: ['- key: a', '- key: new', '- key: local'],
  },
  {
    name: 'one port that both sides add with other names',
    base: DEPLOYMENT,
    new: [
      [
        '              name: http\n',
        '              name: http\n            - containerPort: 9090\n              name: up\n',
      ],
    ],
    local: [
      [
        '              name: http\n',
        '              name: http\n            - containerPort: 9090\n              name: lo\n',
      ],
    ],
    has: ['name: lo'],
    conflicts: ['add/add'],
  },
  {
    name: 'the default protocol of a port, written out',
    base: SERVICE,
    new: [['      targetPort: 8080\n', '      targetPort: 8080\n      protocol: TCP\n']],
    local: [['targetPort: 8080', 'targetPort: 9090']],
    has: ['targetPort: 9090', 'protocol: TCP'],
  },
  {
    name: 'ports that both sides add, one with the protocol of the other',
    base: SERVICE,
    new: [['    - name: dns\n', '    - name: dns-tcp\n      port: 53\n    - name: dns\n']],
    local: [['      protocol: UDP\n', '      protocol: UDP\n    - name: admin\n      port: 9000\n']],
    has: ['- name: dns-tcp', '- name: dns', '- name: admin'],
  },
  {
    name: 'another number for a port that local describes',
    base: SERVICE,
    new: [['port: 80\n', 'port: 81\n']],
    local: [['      targetPort: 8080\n', '      targetPort: 8080\n      appProtocol: http\n']],
    has: ['port: 81', 'appProtocol: http'],
  },
  {
    name: 'names of two ports, exchanged',
    base: SERVICE,
    new: [
      ['name: http', 'name: web'],
      ['name: dns', 'name: http'],
    ],
    local: [['    - name: http\n', '    - name: metrics\n      port: 9100\n    - name: http\n']],
    has: ['name: metrics', 'name: web', 'name: http'],
  },
];

describe('merges that an API server accepts', () => {
  const cluster = useCluster();

  for (const { name, base, new: toNew, local: toLocal, has, conflicts = [] } of ROWS)
    it(name, () => {
      const [theirs, local] = [replaced(base, toNew), replaced(base, toLocal)];
      const merged = mergePackages({ base: file(base), theirs: file(theirs), local: file(local) });
      const text = String(merged.files.get('a.yaml'));
      assert.deepEqual(
        merged.conflicts.map(({ kind }) => kind),
        conflicts,
      );
      const lines = text.split('\n').map((line) => line.trim());
      for (const line of has)
        assert.ok(
          lines.some((each) => each.endsWith(line)),
          `${line} is missing in:\n${text}`,
        );
      for (const each of [base, theirs, local, text])
        cluster().kubectl(['apply', '--server-side', '--dry-run=server', '--filename=-'], each);
    });
});

function file(text: string): ReadonlyMap<string, string> {
  return new Map([['a.yaml', text]]);
}

function replaced(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((made, [from, to]) => {
    assert.ok(made.includes(from), `${from} is missing`);
    return made.replace(from, to);
  }, text);
}
