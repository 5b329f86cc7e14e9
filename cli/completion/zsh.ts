import { lastWord } from '../arguments/define-group.ts';
import type { CommandGrammar, Grammar, OptionGrammar } from './grammar.ts';
import type { Values } from './placeholder.ts';
import { shellQuoted } from '../../src/shell-word.ts';

/**
 * Returns the completion script for zsh, to be sourced after `compinit`, or installed as `_krm-variants` in `fpath`.
 */
export function zshScript({ commands, options }: Grammar): string {
  const described = (some: readonly CommandGrammar[]): string =>
    some.map(({ name, summary }) => `    ${shellQuoted(`${name}:${summary.replaceAll(':', '\\:')}`)}\n`).join('');
  return `#compdef krm-variants
# Completion of krm-variants for zsh.
_krm_variants() {
  local context state line
  typeset -A opt_args
  _arguments -C \\
${options.flatMap(optionSpecs).map(lineOf).join('')}    '1:command:_krm_variants_commands' \\
    '*::argument:->arguments'
  [[ $state == arguments ]] || return
  # After --, there are only key=value arguments, which cannot be completed.
  (( \${words[(I)--]} > 0 && \${words[(I)--]} < CURRENT )) && return 1
  case $words[1] in
${commands.map(commandCase).join('')}  esac
}

_krm_variants_commands() {
  local -a commands=(
${described(commands.filter(({ isFunction }) => !isFunction))}  )
  local -a names=(
${described(commands.filter(({ isFunction }) => isFunction))}  )
  _describe -t commands command commands
  _describe -t functions function names
}

# Offers the paths that the first argument completes, and the other arguments as words.
_krm_variants_either() {
  compadd -- "\${@:2}"
  $1
}

# Offers words of the kinds in the first argument, which the program lists for the folder of the fleet, and the paths of
# the second one.
_krm_variants_asked() {
  local directory=. index kind
  local -a listed
  for ((index = 1; index < CURRENT; index++)); do
    case $words[index] in
      -C | --directory) directory=$words[index+1] ;;
      --directory=*) directory=\${words[index]#*=} ;;
    esac
  done
  for kind in \${=1}; do
    listed+=(\${(f)"$(krm-variants completion $kind -C $directory 2>/dev/null)"})
  done
  compadd -- $listed
  if [[ -n $2 ]]; then $2; fi
}

if [[ $funcstack[1] == _krm-variants ]]; then
  _krm_variants "$@"
else
  compdef _krm_variants krm-variants
fi
`;
}

function commandCase(command: CommandGrammar): string {
  return `    ${lastWord(command.name)})\n${command.commands.length > 0 ? groupLines(command) : argumentLines(command)}      ;;\n`;
}

/** Returns the lines that complete the command of a group, or the arguments after it. */
function groupLines({ commands, options }: CommandGrammar): string {
  const described = commands.map(({ name, summary }) => `${lastWord(name)}\\:${shellWord(summary)}`).join(' ');
  const specs = [...options.flatMap(optionSpecs), shellQuoted(`1:command:((${described}))`), "'*::argument:->member'"];
  return `      _arguments -C \\\n${lastOf(specs)}      [[ $state == member ]] || return\n      case $words[1] in\n${commands.map(commandCase).join('')}      esac\n`;
}

function argumentLines({ options, operands }: CommandGrammar): string {
  const places = operands.map(({ usage, isRepeatable, values }, place) =>
    shellQuoted(`${isRepeatable ? '*' : place + 1}:${escaped(usage)}:${action(values)}`),
  );
  // If no argument is offered, zsh offers options.
  const none = operands.some(({ isRepeatable }) => isRepeatable) ? [] : [shellQuoted('*: : ')];
  const specs = [...options.flatMap(optionSpecs), ...places, ...none];
  return `      _arguments \\\n${lastOf(specs)}`;
}

/** Returns the lines of the last command of a branch. */
function lastOf(specs: readonly string[]): string {
  return specs
    .map(lineOf)
    .join('')
    .replace(/ \\\n$/, '\n');
}

/** Escapes a text for a list of words with descriptions in the syntax of `_arguments`. */
function shellWord(text: string): string {
  return text.replaceAll(/[^\w-]/g, '\\$&');
}

function lineOf(spec: string): string {
  return `        ${spec} \\\n`;
}

/** Returns an option in the syntax of `_arguments`, once for each of its names. */
function optionSpecs({ names, meaning, isRepeatable, values }: OptionGrammar): string[] {
  const others = isRepeatable ? '*' : `(${names.join(' ')})`;
  return names.map((name) => {
    const sign = values === undefined ? '' : name.startsWith('--') ? '=' : '+';
    const value = values === undefined ? '' : `:value:${action(values)}`;
    return shellQuoted(`${others}${name}${sign}[${escaped(meaning)}]${value}`);
  });
}

function action({ words, paths, asks }: Values): string {
  if (asks !== undefined)
    return ` _krm_variants_asked ${shellQuoted(asks.join(' '))} ${paths === undefined ? "''" : '_directories'}`;
  if (paths === undefined) return words.length === 0 ? ' ' : `(${words.join(' ')})`;
  const offered = paths === 'folders' ? '_directories' : '_files';
  // After a space, zsh inserts no arguments of its own.
  return words.length === 0 ? offered : ` _krm_variants_either ${offered} ${words.join(' ')}`;
}

/** Escapes characters that would end a text in the syntax of `_arguments`. */
function escaped(text: string): string {
  return text.replaceAll(/[\\:[\]]/g, '\\$&');
}
