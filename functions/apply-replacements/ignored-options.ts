import type { Call } from '../../src/function/index.ts';
import type { Path } from '../../src/yaml/index.ts';
import type { FieldOptions, ReplacementConfig } from './replacement.ts';

/** Warns of settings that have no effect. */
export function warnOfIgnored({ config: { replacements, source: resource }, results }: Call<ReplacementConfig>): void {
  const warn = (message: string, field: Path): void => {
    results.warning(message, { code: 'ignored-field', resource, field });
  };
  for (const { field, source, targets } of replacements) {
    if (targets.length === 0) warn('the value is copied to nothing: `targets` is empty', [...field, 'targets']);
    if (source.options.create === true)
      warn('not read: a source must exist', [...field, 'source', 'options', 'create']);
    warnOfOptions(source.options, [...field, 'source', 'options'], warn);
    for (const target of targets) warnOfOptions(target.options, [...target.field, 'options'], warn);
  }
}

function warnOfOptions(
  { delimiter = '', index = 0, encoding = '' }: FieldOptions,
  field: Path,
  warn: (message: string, field: Path) => void,
): void {
  if (encoding !== '') warn('not read: Kustomize does not support encodings', [...field, 'encoding']);
  if (delimiter === '' && index !== 0) warn('not read without `delimiter`', [...field, 'index']);
}
