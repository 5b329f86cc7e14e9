/**
 * `node scripts/generate.ts [--check]` writes what follows from the function definitions: the tables in the READMEs,
 * between `<!-- generated: NAME -->` and `<!-- end -->`, and a JSON Schema and a CRD for each of our own kinds.
 * With --check it writes nothing, names the files that are not as it would write them, and exits 1 if there are any.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { stringify } from 'yaml';
import { formsOf } from '../src/index.ts';
import { crd } from './crd.ts';
import { findFunctions, loadDefinition, root } from './functions.ts';
import { isOwnKind, jsonSchema } from './schema.ts';
import { configurationTables, functionTable } from './tables.ts';

const definitions = await Promise.all(findFunctions().map(loadDefinition));
const files = new Map<string, string>([['README.md', withTable('README.md', 'functions', functionTable(definitions))]]);
for (const definition of definitions) {
  const readme = `functions/${definition.name}/README.md`;
  files.set(readme, withTable(readme, 'configuration', configurationTables(definition)));
  for (const form of formsOf(definition).filter(isOwnKind)) {
    files.set(`schemas/${form.kind}.json`, JSON.stringify(jsonSchema(form)));
    files.set(`crds/${form.kind}.yaml`, stringify(crd(form), { lineWidth: 0 }));
  }
}

const different: string[] = [];
for (const [path, text] of files) {
  const options = await resolveConfig(join(root, path));
  const wanted = await format(text, { ...options, filepath: path });
  if (read(path) !== wanted) different.push(path);
  if (!process.argv.includes('--check')) write(path, wanted);
}
const stale = ['schemas', 'crds'].flatMap(list).filter((path) => !files.has(path));

if (process.argv.includes('--check')) {
  for (const path of [...different, ...stale]) console.error(`${path} is out of date: npm run generate`);
  process.exitCode = different.length + stale.length > 0 ? 1 : 0;
} else {
  for (const path of stale) rmSync(join(root, path));
}

/** The file's text with `table` in the place that is named for it. A file without that place is a mistake. */
function withTable(path: string, name: string, table: string): string {
  const text = read(path) ?? '';
  const place = new RegExp(`(<!-- generated: ${name} -->\n).*?(<!-- end -->)`, 's');
  if (!place.test(text)) throw new Error(`${path} has no place for the generated "${name}"`);
  return text.replace(place, (_, start: string, end: string) => `${start}\n${table}\n${end}`);
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
  return readdirSync(join(root, folder)).map((file) => `${folder}/${file}`);
}
