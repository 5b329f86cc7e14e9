import { kptAnnotations } from './workload.ts';

/** Returns the text of a Repository as kpt passes it to a function. */
export function repository(number: number): string {
  const name = repositoryName(number);
  return `# Registered by the platform team.
apiVersion: config.porch.kpt.dev/v1alpha1
kind: Repository
metadata:
  name: ${name}
  namespace: default
  annotations:
${kptAnnotations(name, number)}  labels:
    env: prod
    region: ${regionOf(number)}
spec:
  description: Packages of ${name} # what runs there
  type: git
  content: Package
  deployment: true
  git:
    repo: https://git.example.com/${name}.git
    branch: main
    directory: /
`;
}

/** Returns the name of that Repository. */
export function repositoryName(number: number): string {
  return `cluster-${number}`;
}

/** Returns the region that the packages of that Repository are deployed to. */
export function regionOf(number: number): string {
  return `region-${number % 20}`;
}
