import { allCommands } from '../arguments/define-group.ts';
import { groupNames, type CommandGrammar, type Grammar, type OptionGrammar } from './grammar.ts';
import type { Values } from './placeholder.ts';

/** Returns the completion script for fish 3 and later. */
export function fishScript({ commands, options }: Grammar): string {
  const all = allCommands(commands);
  const withValue = all.flatMap(({ name, options: own }) =>
    own.filter(({ values }) => values !== undefined).flatMap(({ names }) => names.map((each) => `${name} ${each}`)),
  );
  const lines = [
    ...options.map((option) => optionLine('', option)),
    ...commands.map(({ name, summary }) => complete('', 0, `-a ${quoted(name)} -d ${quoted(summary)}`)),
    ...all.flatMap(commandLines),
  ];
  return `# Completion of krm-variants for fish.

# Succeeds if the cursor is after the command that the first argument names, and the number of its operands before the
# cursor is at least the second argument and at most the third.
function __krm_variants_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l command
    set -l count 0
    set -l skips
    for word in $words
        if test "$word" = --
            return 1
        else if test -n "$skips"
            set skips
        else if contains -- "$command $word" ${withValue.map(quoted).join(' ')}
            set skips yes
        else if string match -qr '^-.' -- $word
            continue
        else if test -z "$command"
            set command $word
        else if test $count = 0; and contains -- "$command" ${groupNames(commands).map(quoted).join(' ')}
            set command "$command $word"
        else
            set count (math $count + 1)
        end
    end
    test "$command" = "$argv[1]" -a $count -ge "$argv[2]" -a $count -le "$argv[3]"
end

# Prints words of these kinds, which the program lists for the folder of the fleet.
function __krm_variants_asked
    set -l directory .
    set -l isNext
    for word in (commandline -opc)
        if test -n "$isNext"
            set directory $word
            set isNext
        else if contains -- "$word" -C --directory
            set isNext yes
        else if string match -q -- '--directory=*' $word
            set directory (string replace -- '--directory=' '' $word)
        end
    end
    type -q krm-variants; or return
    for kind in $argv
        krm-variants completion $kind -C $directory 2>/dev/null
    end
end

complete -c krm-variants -f
${lines.join('\n')}
`;
}

/** Larger than any number of operands. */
const MANY = 1_000_000;

function commandLines({ name, options, operands }: CommandGrammar): string[] {
  return [
    ...options.map((option) => optionLine(name, option)),
    ...operands.flatMap(({ values, isRepeatable }, place) => {
      const offered = valueFlags(values);
      return offered === '' ? [] : [complete(name, place, offered, isRepeatable ? MANY : place)];
    }),
  ];
}

function optionLine(command: string, { names, meaning, values }: OptionGrammar): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = values === undefined ? [] : [values.paths === 'files' ? '-r' : '-x', valueFlags(values)];
  return complete(command, 0, [...flags, ...value, `-d ${quoted(meaning)}`].filter(Boolean).join(' '), MANY);
}

/** Returns the line that offers completions after a command, for a range of numbers of operands. */
function complete(command: string, from: number, offered: string, to = from): string {
  return `complete -c krm-variants -n ${quoted(`__krm_variants_at ${quoted(command)} ${from} ${to}`)} ${offered}`;
}

function valueFlags({ words, paths, asks }: Values): string {
  const offered = [
    ...words,
    ...(asks === undefined ? [] : [`(__krm_variants_asked ${asks.join(' ')})`]),
    ...(paths === 'folders' ? ['(__fish_complete_directories)'] : []),
  ];
  return [
    ...(paths === 'files' ? ['-F'] : []),
    ...(offered.length > 0 ? [`-a ${quoted(offered.join(' '))}`] : []),
  ].join(' ');
}

/** Quotes a text for fish. */
function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
}
