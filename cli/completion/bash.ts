import { allCommands } from '../arguments/define-group.ts';
import { groupNames, type CommandGrammar, type Grammar, type OptionGrammar } from './grammar.ts';
import type { Values } from './placeholder.ts';
import { shellQuoted } from '../../src/shell-word.ts';

/** Returns the completion script for bash 3.2 and later, without the package bash-completion. */
export function bashScript({ commands, options }: Grammar): string {
  const all = allCommands(commands);
  const withValue = all.flatMap((command) =>
    command.options.filter(({ values }) => values !== undefined).flatMap((option) => patternsOf(command, option)),
  );
  const words = (some: readonly OptionGrammar[]): Values => ({ words: some.flatMap(({ names }) => names) });
  const names = { words: commands.map(({ name }) => name) };
  return `# Completion of krm-variants for bash.
_krm_variants() {
  local IFS=$' \\t\\n' current=\${COMP_WORDS[COMP_CWORD]} command= place=0 option= directory=. index word words= paths= asks=
  COMPREPLY=()
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    if [[ $word == -- ]]; then
      return
    elif [[ $word == = ]]; then
      # Bash splits --option=value into three words.
      continue
    elif [[ -n $option ]]; then
      if [[ $option == -C || $option == --directory ]]; then directory=$word; fi
      option=
    elif [[ $word == -?* ]]; then
      case "$command $word" in
        ${withValue.join(' | ')}) option=$word ;;
      esac
    elif [[ -z $command ]]; then
      command=$word
    elif [[ $place == 0 && ( ${groupNames(commands)
      .map((name) => `$command == ${name}`)
      .join(' || ')} ) ]]; then
      command+=" $word"
    else
      ((place += 1))
    fi
  done
  if [[ $current == = ]]; then current=; fi
  if [[ -n $option ]]; then
    case "$command $option" in
${all.flatMap(valueCases).join('\n')}
    esac
  elif [[ $current == -* ]]; then
    case $command in
      '')${assignment(words(options))} ;;
${all.map((command) => `      ${shellQuoted(command.name)})${assignment(words(command.options))} ;;`).join('\n')}
    esac
  else
    case "$command $place" in
      ' 0')${assignment(names)} ;;
${all.flatMap(operandCases).join('\n')}
    esac
  fi
  # Bash splits a word at a colon, and replaces only its end.
  local typed=$current begun= line=\${COMP_LINE:0:\${COMP_POINT:-0}}
  if [[ $asks == *fields* ]]; then
    line=\${line##*[[:space:]]}
    if [[ $line == *:* ]]; then typed=$line; fi
    begun=\${typed%"\${typed##*:}"}
  fi
  for word in $asks; do
    words+=" $(krm-variants completion "$word" -C "$directory" 2>/dev/null)"
  done
  while IFS= read -r word; do
    COMPREPLY+=("\${word#"$begun"}")
  done < <(
    compgen -W "$words" -- "$typed"
    if [[ -n $paths ]]; then compgen "$paths" -- "$current"; fi
  )
  # Bash 3.2 has no compopt.
  if [[ -n $paths ]]; then compopt -o filenames 2>/dev/null; fi
  return 0
}
complete -F _krm_variants krm-variants
`;
}

function patternsOf(command: CommandGrammar, { names }: OptionGrammar): string[] {
  return names.map((name) => shellQuoted(`${command.name} ${name}`));
}

function valueCases(command: CommandGrammar): string[] {
  return command.options.flatMap((option) =>
    option.values === undefined
      ? []
      : [`      ${patternsOf(command, option).join(' | ')})${assignment(option.values)} ;;`],
  );
}

function operandCases({ name, operands }: CommandGrammar): string[] {
  return operands.map(({ values, isRepeatable }, place) => {
    const pattern = isRepeatable ? `${shellQuoted(`${name} `)}*` : shellQuoted(`${name} ${place}`);
    return `      ${pattern})${assignment(values)} ;;`;
  });
}

function assignment({ words, paths, asks }: Values): string {
  return [
    ...(words.length === 0 ? [] : [` words=${shellQuoted(words.join(' '))}`]),
    ...(paths === undefined ? [] : [` paths=${paths === 'files' ? '-f' : '-d'}`]),
    ...(asks === undefined ? [] : [` asks=${shellQuoted(asks.join(' '))}`]),
  ].join('');
}
