import type { Report } from '../function/apply.ts';
import { isPackageContext } from '../krm/kptfile.ts';
import { fileOf, isKptfile, type Resource } from '../krm/resource.ts';
import type { Resources } from '../krm/resources.ts';
import type { Result } from '../krm/result.ts';

/** Image of the function in a pipeline. */
export const GEN_PKG_CONTEXT = 'builtins/gen-pkg-context';

const CONTEXT_FILE = 'package-context.yaml';

/**
 * Implements kpt's built-in function: each package gets one package context, in `package-context.yaml`, with only the
 * name of its Kptfile; all others are removed. Unlike kpt's function, edits an existing context, and accepts a package
 * with subpackages.
 */
export function genPkgContext(resources: Resources): Report {
  const contexts = new Map<string, Resource>();
  for (const context of [...resources].filter(isPackageContext)) {
    const file = fileOf(context.location);
    if (context.location.path === CONTEXT_FILE && !contexts.has(file)) contexts.set(file, context);
    else resources.remove(context);
  }
  const results = [...resources].filter(isOfPackage).map((kptfile): Result => {
    const location = { packagePath: kptfile.location.packagePath ?? '', path: CONTEXT_FILE };
    const content = contextOf(kptfile);
    const context = contexts.get(fileOf(location)) ?? resources.add(content, location);
    contexts.delete(fileOf(location));
    context.document.set([], content);
    return {
      severity: 'info',
      code: 'rule-applied',
      message: 'generated package context',
      ...(context.file && { file: context.file }),
    };
  });
  // Contexts of packages whose Kptfile is hidden by selectors.
  for (const context of contexts.values()) resources.remove(context);
  return { results, notices: [] };
}

function isOfPackage(resource: Resource): boolean {
  return resource.location.path === 'Kptfile' && isKptfile(resource);
}

function contextOf({ name }: Resource) {
  const annotations = { 'config.kubernetes.io/local-config': 'true' };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kptfile.kpt.dev', annotations }, data: { name } };
}
