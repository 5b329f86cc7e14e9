import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../package.json' with { type: 'json' };
import { runCommand } from './command.ts';
import { root } from './functions.ts';
import { packageFolders, RUNTIME_FOLDER } from './licenses.ts';

/** Fields that change here of a bill of materials in the format of CycloneDX. */
interface Bill {
  readonly metadata: { readonly component: object };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

interface Component {
  /** `NAME@VERSION`. */
  readonly 'bom-ref': string;
}

/**
 * Returns the software bill of materials of an executable, in CycloneDX's JSON: the packages that contain these files,
 * and the runtime. The same lockfile and files give the same text with one version of npm.
 *
 * npm lists all packages of the lockfile. Its `--omit=dev` would not do: it leaves out bundled packages that are, or
 * that serve, a dependency of the development, too, and keeps those of which only types are used.
 */
export function billOfMaterials(files: readonly string[]): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only'];
  const all = JSON.parse(runCommand('npm', ['sbom', ...options], { cwd: root })) as Bill;
  const refs = [...packageFolders(files), RUNTIME_FOLDER].map(refOf);
  const missing = refs.find((ref) => !all.components.some((component) => component['bom-ref'] === ref));
  if (missing !== undefined) throw new Error(`package-lock.json has no ${missing}`);
  const kept = new Set(refs);
  const bill = {
    ...all,
    // These two differ in each call, and npm names the project by its folder.
    serialNumber: undefined,
    metadata: {
      ...all.metadata,
      timestamp: undefined,
      component: { ...all.metadata.component, name: packageJson.name },
    },
    // npm marks what only the development depends on, but the executable contains it.
    components: all.components
      .filter((component) => kept.has(component['bom-ref']))
      .map((component) => ({ ...component, scope: 'required', properties: [] })),
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref) || ref === `${packageJson.name}@${packageJson.version}`)
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

function refOf(folder: string): string {
  const file = join(root, folder, 'package.json');
  const { name, version } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly name: string;
    readonly version: string;
  };
  return `${name}@${version}`;
}
