import type { Call } from '../../src/function/index.ts';
import { isPackageContext, type Resource } from '../../src/krm/index.ts';

/** Packages named by a PackageVariant; '' if unset. */
export interface VariantEnds {
  readonly upstream: string;
  readonly downstream: string;
}

/**
 * Warns if a package does not look like the one the PackageVariant is for. Only a warning: names may differ on purpose.
 */
export function checkPackage(kptfile: Resource, { config, resources, results }: Call<VariantEnds>): void {
  const { upstream, downstream } = config;
  const directory = directoryOf(kptfile);
  if (directory !== '' && !`/${directory}`.endsWith(`/${upstream}`))
    results.warning(
      `should come from package "${upstream}", the upstream package of the PackageVariant, not from "${directory}"`,
      {
        code: 'package-mismatch',
        resource: kptfile,
        field: DIRECTORY,
      },
    );
  const context = resources.inRootPackage().find(isPackageContext);
  const name = context?.document.value(NAME);
  if (context === undefined || typeof name !== 'string' || `/${downstream}`.endsWith(`/${name}`)) return;
  const wanted = downstream.slice(downstream.lastIndexOf('/') + 1);
  results.warning(
    `should be "${wanted}", the downstream package: Porch sets this name when it clones a package, \`kpt pkg get\` uses the name of the folder`,
    { code: 'package-mismatch', resource: context, field: NAME },
  );
}

const DIRECTORY = ['upstream', 'git', 'directory'];
const NAME = ['data', 'name'];

/** Returns the upstream directory of a package without surrounding slashes; '' for the repository root or if unset. */
function directoryOf({ document }: Resource): string {
  const directory = document.value(DIRECTORY);
  return typeof directory === 'string' ? directory.replace(/^[/.]+/, '').replace(/\/+$/, '') : '';
}
