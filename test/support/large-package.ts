import { join } from 'node:path';
import type { Files } from '../cli/run-support.ts';

/** Package in kpt's style, and its expected files. */
export interface LargePackage {
  readonly before: Files;
  readonly after: Files;
}

/** Number of files that make a package of 5 MB. */
const FILES = 250;
const RESOURCES_A_FILE = 12;

/**
 * Returns a package whose pipeline is strip-transform. Its Services lose their `clusterIP`, its Deployments their `uid`
 * and their `status`; its ConfigMaps have nothing to lose. `subpackages`: folders, of `team-0` to `team-9`, that are
 * packages of their own, with the same pipeline.
 */
export function largePackage(files = FILES, subpackages: readonly string[] = []): LargePackage {
  const kptfiles = Object.fromEntries(['', ...subpackages].map((folder) => [join(folder, 'Kptfile'), KPTFILE]));
  return {
    before: { ...kptfiles, ...packageFiles(files, false) },
    after: { ...kptfiles, ...packageFiles(files, true) },
  };
}

const KPTFILE = `apiVersion: kpt.dev/v1
kind: Kptfile
metadata:
  name: large
  annotations:
    config.kubernetes.io/local-config: "true"
pipeline:
  mutators:
    - exec: strip-transform
`;

function packageFiles(files: number, isDone: boolean): Files {
  const rows = Array.from({ length: files }, (_, file): [string, string] => {
    const resources = Array.from({ length: RESOURCES_A_FILE }, (__, at) =>
      resourceText(`app-${file}-${at}`, at, isDone),
    );
    return [`team-${file % 10}/app-${file}.yaml`, resources.join('---\n')];
  });
  return Object.fromEntries(rows);
}

function resourceText(name: string, at: number, isDone: boolean): string {
  if (at % 4 === 0) return serviceText(name, isDone);
  return at % 4 === 1 ? configMapText(name) : deploymentText(name, isDone);
}

function serviceText(name: string, isDone: boolean): string {
  return `# How ${name} is reached.
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  namespace: shop
spec:
${isDone ? '' : '  clusterIP: 10.96.4.17\n'}  type: ClusterIP
  selector:
    app: ${name} # of its Deployment
  ports:
    - name: http
      port: 80
      targetPort: 8080
`;
}

function configMapText(name: string): string {
  return `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  namespace: shop
data:
  app.yaml: |
    # Ask the database team.
    database:
      host: localhost # the nearest
      clusterIP: 10.96.4.17
${Array.from({ length: 85 }, (_, line) => `    status-${line}: "on" # of ${name}, in release ${line}.10\n`).join('')}`;
}

function deploymentText(name: string, isDone: boolean): string {
  return `# ${name} does what its README says.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: shop
${isDone ? '' : '  uid: 0b3d4f0a-7c55-4d52-9d39-5b7d6f5c2d11\n'}  labels:
    app: ${name}
spec:
  replicas: 2
  selector:
    matchLabels:
      app: ${name}
  template:
    metadata:
      labels:
        app: ${name}
    spec:
      containers:
        # The one that serves.
        - name: server
          image: registry.example.com/shop/${name}:1.10 # pinned
          args: [--port, "8080", --mode=0o14]
          env:
${Array.from({ length: 4 }, (_, at) => `            - name: SETTING_${at}\n              value: "${at}" # why: ${name}\n`).join('')}          resources:
            limits:
              memory: 128Mi
${isDone ? '' : 'status:\n  readyReplicas: 2\n'}`;
}
