import { alignColumns } from '../cli/terminal/table.ts';
import { wrap, COLUMNS } from '../cli/reference/wrap.ts';
import { formsOf, type FunctionDefinition } from '../src/function/index.ts';
import { helpFields } from './help-fields.ts';

/**
 * Returns the output of a function's `--help`, in 80 columns: its summary, the first command of its README that runs it
 * on a folder, and a line for each kind and for each of the kind's main fields.
 */
export function helpText(definition: FunctionDefinition, readme: string): string {
  const { name, summary } = definition;
  return `${wrap(`${name}: ${summary}`, COLUMNS).join('\n')}

Example:
  ${exampleOf(name, readme)}

Usage: krm-variants run ${name} DIR|FILE ... [OPTIONS]
           edit folders and files; for options, see krm-variants run --help
       ${name}
           edit a ResourceList from stdin, as kpt calls it

Configuration (config: --fn-config; items: --policy, or among the input files):
${kindLines(definition).join('\n')}

${helpFields(formsOf(definition))}
More:
${alignColumns([
  ['  krm-variants explain KIND[.FIELD]', 'all fields'],
  ['  krm-variants schema KIND', 'JSON Schema, for editors'],
  [`  krm-variants help ${name} --all`, 'complete reference'],
]).join('\n')}
`;
}

/** Returns a line for each kind: its name, its version, and where it is read. */
function kindLines(definition: FunctionDefinition): string[] {
  const { configs, policies } = definition;
  const rows = formsOf(definition).map((form) => {
    const places = [
      ...(configs.includes(form) ? ['config'] : []),
      ...(policies?.forms.includes(form) === true ? ['items'] : []),
      ...(form.kind === 'ConfigMap' ? ['-- key=value'] : []),
    ];
    return [`  ${form.kind}`, form.apiVersion, places.join(', ')];
  });
  return alignColumns(rows);
}

function exampleOf(name: string, readme: string): string {
  const [, example] = new RegExp(`^(krm-variants run ${name} .*?)( +#.*)?$`, 'm').exec(readme) ?? [];
  if (example === undefined) throw new Error(`functions/${name}/README.md has no command "krm-variants run ${name}"`);
  return example.length <= COLUMNS - 2 ? example : example.replace(/ (--\S+ \S+)$/, ' \\\n    $1');
}
