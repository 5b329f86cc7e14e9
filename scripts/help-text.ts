import { alignColumns, wrap, COLUMNS } from '../cli/reference/wrap.ts';
import { formsOf, type FunctionDefinition } from '../src/function/index.ts';

/**
 * Returns the output of a function's `--help`: one screen of 80 columns and 24 lines. The example is the first command
 * of its README that runs it on a folder.
 */
export function helpText(definition: FunctionDefinition, readme: string): string {
  const { name, summary } = definition;
  return `${wrap(`${name}: ${summary}`, COLUMNS).join('\n')}

Usage: ${name}
           read a ResourceList from stdin, write the result to stdout
       krm-variants run ${name} DIR|FILE ... [OPTIONS]
           run it on folders and files

Configuration, as the function config or among the items:
${kindLines(definition).join('\n')}

Example:
  ${exampleOf(name, readme)}

Reference: krm-variants help ${name}
           krm-variants explain KIND[.FIELD]
`;
}

/** Returns a line for each kind: its name, its version, and where it is read. */
function kindLines(definition: FunctionDefinition): string[] {
  const { configs, policies } = definition;
  const rows = formsOf(definition).map((form) => {
    const places = [
      ...(configs.includes(form) ? ['config'] : []),
      ...(policies?.forms.includes(form) === true ? ['items'] : []),
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
