import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

/** Name of the image with git and ssh: a stage of the Dockerfile. */
export const FLEET_IMAGE = `${packageJson.name}-fleet`;

/** Number of parts of the fleet. */
const PARTS = 4;

const CREDENTIALS = '/credentials';

const WORK = '/data';

const HEADER = `# Applies a fleet whose variants are in git repositories by URL, in ${PARTS} parts at the same time. Replace the image and FLEET_URL. The Secret
# fleet-git has the files id, a private key of SSH, and known_hosts.
`;

/** Returns a Kubernetes Indexed Job that runs the parts of a fleet: a part with conflicts is not repeated, all others are. */
export function indexedJob(): string {
  return `${HEADER}${stringify(JOB, { lineWidth: 0, aliasDuplicateObjects: false })}`;
}

const IMAGE = `registry.example.com/${FLEET_IMAGE}:v${packageJson.version}`;

const GIT_ENVIRONMENT = [
  { name: 'HOME', value: WORK },
  { name: 'TMPDIR', value: WORK },
  {
    name: 'GIT_SSH_COMMAND',
    value: `ssh -i ${CREDENTIALS}/id -o BatchMode=yes -o UserKnownHostsFile=${CREDENTIALS}/known_hosts`,
  },
];

const LIMITED = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } };

const MOUNTS = [
  { name: 'work', mountPath: WORK },
  { name: 'credentials', mountPath: CREDENTIALS, readOnly: true },
];

const CLONE = {
  name: 'clone',
  image: IMAGE,
  command: ['git', 'clone', '--quiet', '--', '$(FLEET_URL)', `${WORK}/fleet`],
  env: [{ name: 'FLEET_URL', value: 'ssh://git@git.example.com/fleet.git' }, ...GIT_ENVIRONMENT],
  securityContext: LIMITED,
  volumeMounts: MOUNTS,
};

const APPLY = {
  name: 'apply',
  image: IMAGE,
  workingDir: `${WORK}/fleet`,
  args: ['fleet', 'apply', '--fetch', '--commit', '--push', '--shard', `$(PART)/${PARTS}`],
  env: [
    {
      name: 'PART',
      valueFrom: { fieldRef: { fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']" } },
    },
    ...['AUTHOR', 'COMMITTER'].flatMap((who) => [
      { name: `GIT_${who}_NAME`, value: 'fleet' },
      { name: `GIT_${who}_EMAIL`, value: 'fleet@example.com' },
    ]),
    ...GIT_ENVIRONMENT,
  ],
  resources: { requests: { cpu: '1', memory: '512Mi' } },
  securityContext: LIMITED,
  volumeMounts: MOUNTS,
};

const JOB = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'fleet-apply' },
  spec: {
    completionMode: 'Indexed',
    completions: PARTS,
    parallelism: PARTS,
    backoffLimitPerIndex: 2,
    podFailurePolicy: {
      // 3: conflicts, and 2: a wrong command line. Repeating the part gives the same.
      rules: [
        { action: 'FailIndex', onExitCodes: { containerName: APPLY.name, operator: 'In', values: [3] } },
        { action: 'FailJob', onExitCodes: { containerName: APPLY.name, operator: 'In', values: [2] } },
      ],
    },
    template: {
      spec: {
        restartPolicy: 'Never',
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 65534,
          runAsGroup: 65534,
          fsGroup: 65534,
          seccompProfile: { type: 'RuntimeDefault' },
        },
        initContainers: [CLONE],
        containers: [APPLY],
        volumes: [
          { name: 'work', emptyDir: {} },
          { name: 'credentials', secret: { secretName: 'fleet-git', defaultMode: 0o440 } },
        ],
      },
    },
  },
};
