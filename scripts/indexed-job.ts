import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };

/** Name of the image with git and ssh: a stage of the Dockerfile. */
export const FLEET_IMAGE = `${packageJson.name}-fleet`;

/** Number of parts of the fleet. */
const PARTS = 4;

const CREDENTIALS = '/credentials';

const WORK = '/data';

const HEADER = `# Applies a fleet whose variants are in git repositories by URL, in ${PARTS} parts at the same time. Replace the image, FLEET_URL and COMMIT: all parts
# start from this commit of the fleet. The Secret fleet-git has the files id, a private key of SSH, and known_hosts.
`;

/**
 * Comments above fields, by the start of their line: the first version of Kubernetes in which the field counts by
 * default, and what it is for.
 */
const COMMENTS: Readonly<Record<string, string>> = {
  completionMode: 'Kubernetes 1.24',
  backoffLimitPerIndex: 'Kubernetes 1.29',
  maxFailedIndexes: 'Kubernetes 1.29. A part that fails stops no other one. A lower number stops the rest',
  activeDeadlineSeconds: 'For all parts with their repetitions',
  podFailurePolicy: 'Kubernetes 1.26. The first rule that fits counts',
  '- action: Ignore': 'Kubernetes 1.26. A disruption, such as a drained node, is not a failure of the part',
  '- action: FailIndex': 'Kubernetes 1.29. Conflicts: repeating the part gives the same',
  '- action: FailJob': 'A wrong command line, which is the same for all parts',
  seccompProfile: 'Kubernetes 1.19',
  sizeLimit:
    'Kubernetes 1.10. Holds the clone of the fleet, the cache with the clones of the part, and temporary files',
};

/**
 * Returns a Kubernetes Indexed Job that runs the parts of a fleet: a part with conflicts is not repeated, all others
 * are.
 */
export function indexedJob(): string {
  const lines = stringify(JOB, { lineWidth: 0, aliasDuplicateObjects: false }).split('\n');
  return `${HEADER}${lines.flatMap(withComment).join('\n')}`;
}

function withComment(line: string): readonly string[] {
  const [, indent = '', text = ''] = /^( *)(.*)$/.exec(line) ?? [];
  const comment = COMMENTS[text] ?? COMMENTS[text.split(':')[0] ?? ''];
  return comment === undefined ? [line] : [`${indent}# ${comment}.`, line];
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

/** Commit that all parts start from. */
const COMMIT = { name: 'COMMIT', value: 'REPLACE_WITH_COMMIT' };

const RESOURCES = { requests: { cpu: '1', memory: '512Mi' }, limits: { memory: '2Gi' } };

const CLONE = {
  name: 'clone',
  image: IMAGE,
  command: [
    'sh',
    '-c',
    `git clone --quiet -- "$FLEET_URL" ${WORK}/fleet && git -C ${WORK}/fleet reset --quiet --hard "$COMMIT"`,
  ],
  env: [{ name: 'FLEET_URL', value: 'ssh://git@git.example.com/fleet.git' }, COMMIT, ...GIT_ENVIRONMENT],
  resources: RESOURCES,
  securityContext: LIMITED,
  volumeMounts: MOUNTS,
};

const APPLY = {
  name: 'apply',
  image: IMAGE,
  workingDir: `${WORK}/fleet`,
  args: ['fleet', 'apply', '--fetch', '--commit', '--push', '--at', '$(COMMIT)', '--shard', `$(PART)/${PARTS}`],
  env: [
    COMMIT,
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
  resources: RESOURCES,
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
    maxFailedIndexes: PARTS,
    activeDeadlineSeconds: 3600,
    podFailurePolicy: {
      rules: [
        { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] },
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
          { name: 'work', emptyDir: { sizeLimit: '10Gi' } },
          { name: 'credentials', secret: { secretName: 'fleet-git', defaultMode: 0o440 } },
        ],
      },
    },
  },
};
