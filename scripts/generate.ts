/**
 * `node scripts/generate.ts [--check]` writes all files derived from the function definitions: the tables in the
 * READMEs and `docs/` between `<!-- generated: NAME -->` and `<!-- end -->`, releases that they name, the stages of the
 * Dockerfile between `# generated: NAME` and `# end`, a JSON Schema and a CRD for each of our own kinds, and for each
 * function the catalog's `metadata.yaml`, a KRMFunctionDefinition, and a FunctionConfig for Porch; the Job of a fleet;
 * the page of recorded merges, and the table of what a merge takes for the same. With --check it writes nothing, prints
 * the names of outdated files, and exits with 1 if there are any.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { allCommands, describeCommands } from '../cli/arguments/define-group.ts';
import { COMMANDS } from '../cli/commands.ts';
import { blameReportSchema } from '../cli/report/blame-report-schema.ts';
import { fleetLogSchema } from '../cli/report/fleet-log-schema.ts';
import { fleetDriftSchema } from '../cli/report/fleet-drift-schema.ts';
import { fleetStatusSchema } from '../cli/report/fleet-status-schema.ts';
import { fleetDiffSchema } from '../cli/report/fleet-diff-schema.ts';
import { fleetTableSchema } from '../cli/report/fleet-table-schema.ts';
import { fleetReportSchema } from '../cli/report/fleet-report-schema.ts';
import { formsOf } from '../src/function/index.ts';
import { catalogMetadata, krmFunctionDefinition } from './catalog.ts';
import { crd } from './crd.ts';
import { functionConfig, podEnvironment } from './function-config.ts';
import { findFunctions, loadDefinition, root } from './functions.ts';
import { withGeneratedPart } from './generated-part.ts';
import { imageStages } from './image/stages.ts';
import { indexedJob } from './indexed-job.ts';
import { mergeCasesPage } from './evidence/merge-cases/page.ts';
import { readMergeCases } from '../test/support/merge-cases.ts';
import { isOwnKind, jsonSchema } from '../cli/reference/kind-schema.ts';
import { commandForms } from '../cli/reference/kinds.ts';
import { withVersion } from './page-version.ts';
import { allInstallText, installText } from './release/install-ways.ts';
import { IS_RELEASED, REPOSITORY } from './release/published.ts';
import { codeTable, commandTable, configurationTables, functionTable, optionTables, wayTable } from './tables.ts';

const definitions = await Promise.all(findFunctions().map(loadDefinition));
const functionPart = `\n${functionTable(definitions)}\n`;
const installPart = `\n${installText(REPOSITORY, IS_RELEASED)}\n`;
const files = new Map<string, string>([
  ['README.md', withPart('README.md', 'install', installPart, withPart('README.md', 'functions', functionPart))],
  ['docs/install.md', withPart('docs/install.md', 'install', `\n${allInstallText(REPOSITORY, IS_RELEASED)}\n`)],
  ['docs/reference.md', await referencePage()],
  ['Dockerfile', withPart('Dockerfile', 'images', imageStages(definitions))],
  ['catalog/porch/krm-variants.yaml', podEnvironment()],
  ['deploy/indexed-job.yaml', indexedJob()],
  ['docs/merge.md', withPart('docs/merge.md', 'ways', `\n${wayTable()}\n`)],
  ['docs/merge-cases.md', mergeCasesPage(readMergeCases())],
]);
for (const definition of definitions) {
  const readme = `functions/${definition.name}/README.md`;
  files.set(readme, withPart(readme, 'configuration', `\n${configurationTables(definition)}\n`));
  const metadata = `functions/${definition.name}/metadata.yaml`;
  const metadataText = catalogMetadata(definition, read(metadata));
  files.set(metadata, metadataText);
  files.set(`catalog/${definition.name}.yaml`, krmFunctionDefinition(definition, metadataText));
  files.set(`catalog/porch/${definition.name}.yaml`, functionConfig(definition));
}
for (const form of [...definitions.flatMap(formsOf).filter(isOwnKind), ...commandForms()]) {
  files.set(`schemas/${form.kind}.json`, JSON.stringify(jsonSchema(form)));
  files.set(`crds/${form.kind}.yaml`, stringify(crd(form), { lineWidth: 0 }));
}

files.set('schemas/reports/blame.json', JSON.stringify(blameReportSchema));
files.set('schemas/reports/fleet.json', JSON.stringify(fleetReportSchema));
files.set('schemas/reports/fleet-log.json', JSON.stringify(fleetLogSchema));
files.set('schemas/reports/fleet-drift.json', JSON.stringify(fleetDriftSchema));
files.set('schemas/reports/fleet-status.json', JSON.stringify(fleetStatusSchema));
files.set('schemas/reports/fleet-diff.json', JSON.stringify(fleetDiffSchema));
files.set('schemas/reports/fleet-table.json', JSON.stringify(fleetTableSchema));

for (const path of ['README.md', ...list('docs').filter((each) => each.endsWith('.md'))])
  files.set(path, withVersion(files.get(path) ?? read(path) ?? '', packageJson.version));

const different: string[] = [];
for (const [path, text] of files) {
  const wanted = await formatted(path, text);
  if (read(path) !== wanted) different.push(path);
  if (!process.argv.includes('--check')) write(path, wanted);
}
const stale = ['schemas', 'crds', 'catalog'].flatMap(list).filter((path) => !files.has(path));

if (process.argv.includes('--check')) {
  for (const path of [...different, ...stale]) console.error(`${path} is out of date: npm run generate`);
  process.exitCode = different.length + stale.length > 0 ? 1 : 0;
} else {
  for (const path of stale) rmSync(join(root, path));
}

/** Returns the reference of the command line with its tables. */
async function referencePage(): Promise<string> {
  const commands = allCommands(await describeCommands(COMMANDS)).filter((command) => command.commands === undefined);
  const tables = [['commands', commandTable(commands)], ...optionTables(commands), ['codes', codeTable()]] as const;
  return tables.reduce(
    (text, [name, table]) => withPart('docs/reference.md', name, `\n${table}\n`, text),
    read('docs/reference.md') ?? '',
  );
}

/** Returns the file's text with `part` in the place of that name. Throws if the place is missing. */
function withPart(path: string, name: string, part: string, text = read(path) ?? ''): string {
  return withGeneratedPart(text, name, part);
}

/** Returns the text formatted by prettier, or unchanged if prettier does not support the file. */
async function formatted(path: string, text: string): Promise<string> {
  const { inferredParser } = await getFileInfo(path);
  if (inferredParser === null) return text;
  return format(text, { ...(await resolveConfig(join(root, path))), filepath: path });
}

function read(path: string): string | undefined {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function list(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}
