import assert from 'node:assert/strict';
import { findFunctions, loadDefinition, readmeOf } from '../../scripts/functions.ts';
import { helpText } from '../../scripts/help-text.ts';
import { referenceText } from '../../scripts/reference-text.ts';
import { formsOf } from '../../src/function/index.ts';

for (const name of findFunctions()) {
  const definition = await loadDefinition(name);
  const readme = readmeOf(name);

  describe(`--help of ${name}`, () => {
    const lines = helpText(definition, readme).trimEnd().split('\n');

    it('fits a screen of 80 columns and 45 lines', () => {
      assert.ok(lines.length <= 45, String(lines.length));
      assert.deepEqual(
        lines.filter((line) => line.length > 80),
        [],
      );
    });

    it('lists every kind of configuration with its fields, an example, and the reference', () => {
      for (const { kind, apiVersion } of formsOf(definition))
        assert.ok(
          lines.some((line) => line.startsWith(`  ${kind} `) && line.includes(` ${apiVersion} `)),
          kind,
        );
      for (const { kind } of formsOf(definition)) {
        const title = lines.findIndex((line) => line.endsWith(':') && line.slice(0, -1).split(', ').includes(kind));
        assert.match(lines[title + 1] ?? '', /^ {2}[a-z]+\S* {2,}[A-Z'`]/, kind);
      }
      assert.ok(lines.some((line) => line.startsWith(`  krm-variants run ${name} DIR`)));
      assert.ok(lines.some((line) => line.startsWith(`  krm-variants help ${name} --all`)));
    });
  });

  describe(`reference of ${name}`, () => {
    let text = '';
    before(async () => {
      text = await referenceText(definition, readme);
    });

    it('has 80 columns, except for code', () => {
      const long = text.split('\n').filter((line) => line.length > 80);
      for (const line of long) assert.ok(readme.includes(`\n${line.trim()}`) || readme.includes(line.slice(4)), line);
    });

    it('has no Markdown, no comments and no relative links', () => {
      assert.doesNotMatch(text, /^#|\]\(|```|<!--|\|---|\*\*[a-z]|(^|[^.])\.\.\//m);
    });

    it('lists the fields of every kind, and the differences', () => {
      for (const { kind, apiVersion } of formsOf(definition)) {
        const [, section = ''] = text.split(`\n${kind} ('${apiVersion}')\n`);
        assert.match(section, /^\n.*?^ {2}(?!metadata)\S+ <.*?>$/ms, kind);
      }
      assert.match(text, /^DIFFERENCES\n\n {2}\S/m);
    });

    it('lists no tests', () => assert.doesNotMatch(text, /\.test\.ts/));
  });
}
