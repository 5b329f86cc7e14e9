import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from './store.ts';

/** Throws if a rendered package is not the variant of its store. */
export function checkVariant(folder: string, store: Store): void {
  for (const [file, lines] of Object.entries(wantedLines(store))) {
    const there = new Set(readFileSync(join(folder, file), 'utf8').split('\n').map(plainLine));
    const missing = lines.find((line) => !there.has(line));
    if (missing !== undefined)
      throw new Error(`${join(folder, file)} is not that of ${store.name}: no line ${missing}`);
  }
  const left = readdirSync(folder).find((file) => readFileSync(join(folder, file), 'utf8').includes('{{'));
  if (left !== undefined) throw new Error(`${join(folder, left)} still has a template`);
}

/** Returns the lines that only the package of this store, or of a similar one, has in its files. */
function wantedLines({ name, region, tier }: Store): Readonly<Record<string, readonly string[]>> {
  const logLevel = tier === 'gold' ? 'warn' : 'info';
  return {
    Kptfile: [`message: injected resource "${region}-endpoints" from cluster`],
    'endpoints.yaml': [`DATABASE: shop.db.${region}.example.com:5432`],
    'package-context.yaml': [`logLevel: ${logLevel}`, `region: ${region}`, `site: ${name}`, `tier: ${tier}`],
    'web.yaml': [
      `image: "${region}.registry.example.com/shop/web:4.2.1"`,
      `value: "${name}"`,
      `value: "${logLevel}"`,
      `priorityClassName: "shop-${tier}"`,
    ],
  };
}

/** Returns a line of YAML without its indentation and its comment. */
function plainLine(line: string): string {
  return line.replace(/ #.*$/, '').replace(/^[ -]*/, '');
}
