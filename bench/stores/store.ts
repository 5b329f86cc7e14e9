const REGIONS = ['eu-north', 'eu-west', 'us-east', 'us-west', 'ap-south'] as const;
const TIERS = ['gold', 'silver', 'silver', 'bronze'] as const;

/** Site of the fleet, with its own Repository. */
export interface Store {
  /** Name of its Repository. */
  readonly name: string;
  readonly region: string;
  readonly tier: string;
}

/** Returns that many stores, always the same. */
export function stores(count: number): Store[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `store-${String(index + 1).padStart(3, '0')}`,
    region: pick(REGIONS, index),
    tier: pick(TIERS, index),
  }));
}

function pick(choice: readonly string[], index: number): string {
  return choice[index % choice.length] ?? '';
}

/** Returns the Repositories of stores as a file of a package. */
export function repositoriesFile(all: readonly Store[]): string {
  return all.map(repository).join('---\n');
}

function repository({ name, region, tier }: Store): string {
  return `apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
  namespace: default
  labels:
    role: store
    region: ${region}
    tier: ${tier}
  annotations:
    config.kubernetes.io/local-config: "true"
spec:
  type: git
  content: Package
  deployment: true
  git:
    repo: https://git.example.com/stores/${name}.git
    branch: main
    directory: /
`;
}
