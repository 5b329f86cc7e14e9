import type { CommandNode, OperandNode, PipeNode, PlacedNode, TemplateNode } from './nodes.ts';
import { quote } from './fmt/quote.ts';

type Part = string | PlacedNode;

/** Returns the source form of a node for messages, with the spaces and literals of Go's own printing. */
export function nodeText(node: PlacedNode): string {
  const pieces: string[] = [];
  const rest: Part[] = [node];
  // Parentheses can be nested deeper than calls.
  for (let part = rest.pop(); part !== undefined; part = rest.pop()) {
    if (typeof part === 'string') pieces.push(part);
    else for (const inner of partsOf(part).toReversed()) rest.push(inner);
  }
  return pieces.join('');
}

function partsOf(node: PlacedNode): readonly Part[] {
  switch (node.kind) {
    case 'pipe':
      return pipeParts(node);
    case 'command':
      return separated(' ', [node.operand, ...node.args].map(operandParts));
    case 'chain':
      return [...operandParts(node.operand), fieldsText(node.fields)];
    case 'template':
      return templateParts(node);
    case 'field':
      return [fieldsText(node.fields)];
    case 'variable':
      return [node.name, fieldsText(node.fields)];
    case 'identifier':
      return [node.name];
    case 'dot':
      return ['.'];
    case 'nil':
      return ['nil'];
    case 'bool':
    case 'number':
    case 'string':
    default:
      return [node.text];
  }
}

function pipeParts({ variables, assigns, commands }: PipeNode): readonly Part[] {
  const names = variables.map(({ name }) => name).join(', ');
  const head = names === '' ? '' : `${names} ${assigns ? '=' : ':='} `;
  return [
    head,
    ...separated(
      ' | ',
      commands.map((command: CommandNode) => [command]),
    ),
  ];
}

function operandParts(operand: OperandNode): readonly Part[] {
  return operand.kind === 'pipe' ? ['(', operand, ')'] : [operand];
}

function templateParts({ name, pipe }: TemplateNode): readonly Part[] {
  return ['{{template ', quote(name), ...(pipe === undefined ? [] : [' ', pipe]), '}}'];
}

function fieldsText(fields: readonly string[]): string {
  return fields.map((field) => `.${field}`).join('');
}

function separated(separator: string, groups: readonly (readonly Part[])[]): readonly Part[] {
  return groups.flatMap((group, index) => (index === 0 ? group : [separator, ...group]));
}
