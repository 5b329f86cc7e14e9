/**
 * `node scripts/build.ts [--platform NAME]...` writes dist/: an executable file for each function, one with all of them
 * (`krm-variants.cjs`, and the native executable `krm-variants`), its manual page, licenses and software bill of
 * materials, and the library as ESM with types. With --platform, dist/platforms/ has the native executable for others,
 * such as `linux-arm64`; `all` names each.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import packageJson from '../package.json' with { type: 'json' };
import { functionSource } from './bundle.ts';
import { runCommand } from './command.ts';
import { buildExecutables } from './executables.ts';
import { writeLibraryValidators } from './form-validators.ts';
import { findFunctions, loadDefinition, root } from './functions.ts';
import { licenses } from './licenses.ts';
import { manPage } from './man-page.ts';
import { platformsOf } from './release/platforms.ts';
import { billOfMaterials } from './sbom.ts';

const dist = join(root, 'dist');
const { version } = packageJson;
const { values } = parseArgs({ options: { platform: { type: 'string', multiple: true, default: [] } } });
const platforms = platformsOf(values.platform);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const functions = await Promise.all(findFunctions().map(functionSource));
const files = await buildExecutables(functions, dist, { version, platforms, report });
writeFileSync(join(dist, 'third-party-licenses.txt'), licenses(files));
writeFileSync(join(dist, 'sbom.cdx.json'), billOfMaterials(files));
report('sbom.cdx.json');
const definitions = await Promise.all(findFunctions().map(loadDefinition));
writeFileSync(join(dist, 'krm-variants.1'), manPage(definitions, version));
report('krm-variants.1');
compileLibrary();
await writeLibraryValidators(join(dist, 'lib'));
report('lib');

/**
 * Compiles src/ file by file with the one tsconfig, but with output, and without tests and scripts. TypeScript compiles
 * the source of `#validators`, too, and only the output of src/ is kept.
 */
function compileLibrary(): void {
  const project = join(dist, 'tsconfig.json');
  const output = join(dist, 'output');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '..',
    outDir: output,
  };
  writeFileSync(
    project,
    JSON.stringify({ extends: '../tsconfig.json', compilerOptions, include: ['../src'], exclude: [] }),
  );
  runCommand('tsc', ['--project', project]);
  rmSync(project);
  renameSync(join(output, 'src'), join(dist, 'lib'));
  rmSync(output, { recursive: true });
}

function report(path: string): void {
  console.log(`dist/${path}`);
}
