/**
 * `node scripts/checks/check-comments.ts` exits with 1 if a comment of a TypeScript file is wider than the code may be,
 * which the formatter does not see to.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../functions.ts';

const { printWidth } = packageJson.prettier;
const COMMENT = /^\s*(?:\/\*\*|\*|\/\/)\s/;

const files = execFileSync('git', ['ls-files', '-z', '*.ts'], { cwd: root, encoding: 'utf8' }).split('\0');
const wide = files.filter(Boolean).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (COMMENT.test(line) && line.length > printWidth ? [`${file}:${index + 1}`] : [])),
);
for (const place of wide) console.error(`${place}: a comment is wider than ${printWidth} columns`);
process.exitCode = wide.length === 0 ? 0 : 1;
