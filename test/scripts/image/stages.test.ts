import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFunctions, loadDefinition, root } from '../../../scripts/functions.ts';
import { imageStages } from '../../../scripts/image/stages.ts';

describe('imageStages', () => {
  it('has a stage for each function and, as the default, one for all', async () => {
    const text = imageStages(await Promise.all(findFunctions().map(loadDefinition)));
    const stages = Array.from(text.matchAll(/^FROM files AS (.*)$/gm), ([, name]) => name);
    assert.deepEqual(stages, [...findFunctions(), 'krm-variants']);
    assert.ok(readFileSync(join(root, 'Dockerfile'), 'utf8').endsWith(`\n${text}# end\n`));
  });

  it('quotes special characters of a Dockerfile', async () => {
    const definition = { ...(await loadDefinition('edit-pipeline')), summary: 'a "b" \\ $HOME `c`' };
    const line = '      org.opencontainers.image.description="a \\"b\\" \\\\ \\$HOME `c`" \\\n';
    assert.ok(imageStages([definition]).includes(line));
  });
});
