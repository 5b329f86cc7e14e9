import { items } from './count-edits.ts';
import type { Job } from './job.ts';
import { regionOf, repositoryName } from './repository.ts';

/** Number of PackageVariants for each Repository. */
const PACKAGES = 20;

/**
 * Job: make PackageVariants for packages in every Repository, with expressions where templates most often have them.
 */
export const everyVariant: Job = {
  title: `expand a PackageVariantSet, ${PACKAGES} packages a repository`,
  functionName: 'expand-package-variant-set',
  kyamlProgram: 'kyaml-fan-out',
  sorts: ['repositories'],
  functionConfig: () => `apiVersion: config.porch.kpt.dev/v1alpha2
kind: PackageVariantSet
metadata:
  name: fleet
  namespace: default
spec:
  upstream:
    repo: catalog
    package: shop
    revision: 3
  targets:
  - repositorySelector:
      matchLabels:
        env: prod
      packageNames:
${Array.from({ length: PACKAGES }, (_, number) => `      - shop-${number}\n`).join('')}    template:
      labels:
        org: shop
      labelExprs:
      - key: region
        valueExpr: repository.labels['region']
      packageContext:
        data:
          tier: web
        dataExprs:
        - key: site
          valueExpr: target.name + '/' + packageDefault
      pipeline:
        mutators:
        - image: ghcr.io/kptdev/krm-functions-catalog/set-labels:v0.2
          configMapExprs:
          - key: zone
            valueExpr: "repository.labels['region'] + '-a'"
      injectors:
      - kind: ConfigMap
        nameExpr: "repository.labels['region'] + '-endpoints'"
`,
  countEdits: (output) => new Set(items(output).filter(isVariant).map(targetOf)).size,
  edits: ({ count }) => count * PACKAGES,
  linesTaken: 0,
};

/** Returns the target of a PackageVariant: the number of the Repository, and the package. */
function targetOf(item: string): string {
  const [, number = '', packageName = ''] = /^ *repo: cluster-(\d+)\n *package: (shop-\d+)$/m.exec(item) ?? [];
  return `${number} ${packageName}`;
}

/**
 * Reports whether an item is the PackageVariant of its target, with the right value for each expression and plain
 * field.
 */
function isVariant(item: string): boolean {
  const [number, packageName] = targetOf(item).split(' ');
  const name = repositoryName(Number(number));
  const region = regionOf(Number(number));
  const lines = new Set(item.split('\n').map((line) => line.replace(/^[ -]*/, '')));
  return [
    'kind: PackageVariant',
    `name: fleet-${name}-${packageName}`,
    'revision: 3',
    'org: shop',
    `region: ${region}`,
    'tier: web',
    `site: ${name}/${packageName}`,
    `zone: ${region}-a`,
    `name: ${region}-endpoints`,
  ].every((line) => lines.has(line));
}
