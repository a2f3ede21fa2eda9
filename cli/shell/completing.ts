// Scripts by which shells complete commands: the whole table written out, so that a press of Tab starts no program but
// for names, which it asks for (`quorate completion names KIND`). Pure.
import type { Argument, Command } from '../command/command.js';
import { listedKind } from '../remote/ids.js';
import { GLOBAL_OPTIONS, optionsOf } from './parsing.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type ShellName = (typeof SHELLS)[number];

interface Choice {
  readonly word: string;
  readonly about: string;
}

interface Flag extends Choice {
  /** Long form, `--algorithm`. */
  readonly word: string;
  /** As it may be written: `-o` too. */
  readonly spellings: readonly string[];
  readonly takesValue: boolean;
  readonly choices: readonly string[];
  /** Of names that a value of it has. */
  readonly kind: string | undefined;
}

/** The words that may stand behind those so far. */
interface Table {
  readonly firsts: readonly Choice[];
  /** Second words of each noun. */
  readonly seconds: ReadonlyMap<string, readonly Choice[]>;
  /** Options of each command. */
  readonly flags: ReadonlyMap<string, readonly Flag[]>;
  /** Kinds of the arguments of each command; undefined for one that has no names. */
  readonly args: ReadonlyMap<string, readonly (string | undefined)[]>;
}

/** Names that no node is asked for. */
const LOCAL: Readonly<Record<string, string>> = { profile: 'profile', code: 'code' };

export function completionScript(
  shell: ShellName,
  commands: readonly Command[],
  nouns: Readonly<Record<string, string>>,
): string {
  return { bash, zsh, fish }[shell](tableOf(commands, nouns));
}

function tableOf(commands: readonly Command[], nouns: Readonly<Record<string, string>>): Table {
  const firsts = new Map<string, string>([['help', 'show what a command takes']]);
  const seconds = new Map<string, Choice[]>();
  const flags = new Map<string, readonly Flag[]>();
  const args = new Map<string, readonly (string | undefined)[]>();
  for (const command of commands) {
    const [first, second] = command.name.split(' ') as [string, string | undefined];
    firsts.set(first, nouns[first] ?? command.summary);
    if (second !== undefined) seconds.set(first, [...(seconds.get(first) ?? []), aChoice(second, command.summary)]);
    const help = { flags: '--help', description: 'show what it takes' };
    args.set(command.name, (command.args ?? []).map(kindOfArgument));
    flags.set(command.name, [...optionsOf(command), ...GLOBAL_OPTIONS, help].map(flagOf));
  }
  return { firsts: [...firsts].map(([word, about]) => aChoice(word, about)), seconds, flags, args };
}

function kindOfArgument({ name }: Argument): string | undefined {
  const word = name.replace(/[<>[\].]/g, '');
  return LOCAL[word] ?? listedKind('argument', word);
}

function aChoice(word: string, about: string): Choice {
  // Descriptions go into quoted texts of three shells: what any of them would take for itself is left out.
  return { word, about: about.replace(/['"`$\\:[\]]/g, '') };
}

function flagOf({ flags, description, choices = [] }: ReturnType<typeof optionsOf>[number]): Flag {
  const [, long = ''] = /(--[\w-]+)/.exec(flags) ?? [];
  const spellings = flags.match(/(?<![\w-])--?[a-z][\w-]*/g) ?? [];
  const takesValue = flags.includes('<');
  const name = long.slice(2);
  const kind = takesValue && choices.length === 0 ? (LOCAL[name] ?? listedKind('option', name)) : undefined;
  return { ...aChoice(long, description), spellings, takesValue, choices, kind };
}

const words = (choices: readonly Choice[]) => choices.map(({ word }) => word).join(' ');

/** The same for every command: a flag whose value is one of a few. */
function choicesBehind({ flags }: Table): readonly { readonly at: string; readonly choices: readonly string[] }[] {
  return [...flags].flatMap(([name, some]) =>
    some.filter(({ choices }) => choices.length > 0).map(({ word, choices }) => ({ at: `${name} ${word}`, choices })),
  );
}

/** The same for names: behind a flag, or as the nth argument (`wallet show 0`). */
function namesBehind({ flags, args }: Table): readonly { readonly at: string; readonly kind: string }[] {
  const ofFlags = [...flags].flatMap(([name, some]) =>
    some.flatMap(({ word, kind }) => (kind === undefined ? [] : [{ at: `${name} ${word}`, kind }])),
  );
  const ofArguments = [...args].flatMap(([name, kinds]) =>
    kinds.flatMap((kind, i) => (kind === undefined ? [] : [{ at: `${name} ${i}`, kind }])),
  );
  return [...ofFlags, ...ofArguments];
}

/** Options whose next word is their value, not an argument of the command. */
function withValues({ flags }: Table): string {
  const some = [...flags.values()].flat().filter(({ takesValue }) => takesValue);
  return [...new Set(some.flatMap(({ spellings }) => spellings))].join(' ');
}

function bash(table: Table): string {
  const { firsts, seconds, flags } = table;
  const subs = [...seconds].map(([noun, some]) => `    ${noun}) subs="${words(some)}" ;;`);
  const options = [...flags].map(([name, some]) => `    "${name}") options="${words(some)}" ;;`);
  const values = choicesBehind(table).map(({ at, choices }) => `    "${at}") values="${choices.join(' ')}" ;;`);
  const kinds = namesBehind(table).map(({ at, kind }) => `    "${at}") kind="${kind}" ;;`);
  // They stand before a command too.
  const anywhere = GLOBAL_OPTIONS.map(flagOf)
    .filter(({ choices }) => choices.length > 0)
    .map(({ spellings, choices }) => `    ${spellings.join(' | ')}) values="${choices.join(' ')}" ;;`);
  return `# quorate in bash: eval "$(quorate completion bash)", for instance in ~/.bashrc
_quorate() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" subs="" options="" values="" name="" kind="" place word i
  local valued=" ${withValues(table)} "
  local -a typed=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if [[ $word != -* && $valued != *" \${COMP_WORDS[i-1]} "* ]]; then typed+=("$word"); fi
  done
  if [[ \${typed[0]} == help ]]; then typed=("\${typed[@]:1}"); fi
  case "\${typed[0]}" in
${subs.join('\n')}
  esac
  name="\${typed[0]}"
  if [[ -n $subs ]]; then name="\${typed[0]} \${typed[1]}"; fi
  case "$name" in
${options.join('\n')}
  esac
  case "$name $prev" in
${values.join('\n')}
  esac
  case "$prev" in
${anywhere.join('\n')}
  esac
  place=$((\${#typed[@]} - $(wc -w <<< "$name")))
  if [[ $prev == -* ]]; then place="$prev"; fi
  case "$name $place" in
${kinds.join('\n')}
  esac
  if [[ $prev == --profile ]]; then kind="profile"; fi
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$cur"))
  elif [[ -n $kind && $cur != -* ]]; then COMPREPLY=($(compgen -W "$(quorate completion names "$kind" --timeout 2 2>/dev/null)" -- "$cur"))
  elif [[ $cur == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif ((\${#typed[@]} == 0)); then COMPREPLY=($(compgen -W "${words(firsts)}" -- "$cur"))
  elif ((\${#typed[@]} == 1)) && [[ -n $subs ]]; then COMPREPLY=($(compgen -W "$subs" -- "$cur"))
  else COMPREPLY=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -o bashdefault -F _quorate quorate
`;
}

function zsh(table: Table): string {
  const describe = (some: readonly Choice[]) => some.map(({ word, about }) => `'${word}:${about}'`).join(' ');
  const { firsts, seconds, flags } = table;
  const subs = [...seconds].map(([noun, some]) => `    ${noun}) subs=(${describe(some)}) ;;`);
  const options = [...flags].map(([name, some]) => `    '${name}') options=(${describe(some)}) ;;`);
  const values = choicesBehind(table).map(({ at, choices }) => `    '${at}') values=(${choices.join(' ')}) ;;`);
  const kinds = namesBehind(table).map(({ at, kind }) => `    '${at}') kind=${kind} ;;`);
  return `#compdef quorate
# quorate in zsh: eval "$(quorate completion zsh)" behind compinit in ~/.zshrc, or this file as _quorate in a folder of $fpath
_quorate() {
  local -a typed subs options values firsts
  local name kind place
  typed=(\${words[2,CURRENT-1]:#-*})
  if [[ $typed[1] == help ]]; then shift typed; fi
  firsts=(${describe(firsts)})
  case "$typed[1]" in
${subs.join('\n')}
  esac
  name="$typed[1]"
  if (( $#subs )); then name="$typed[1] $typed[2]"; fi
  case "$name" in
${options.join('\n')}
  esac
  case "$name $words[CURRENT-1]" in
${values.join('\n')}
  esac
  place=$(( $#typed - \${#\${(z)name}} ))
  if [[ $words[CURRENT-1] == -* ]]; then place="$words[CURRENT-1]"; fi
  case "$name $place" in
${kinds.join('\n')}
  esac
  if [[ $words[CURRENT-1] == --profile ]]; then kind=profile; fi
  if (( $#values )); then compadd -a values
  elif [[ -n $kind && $words[CURRENT] != -* ]]; then compadd -- \${(f)"$(quorate completion names $kind --timeout 2 2>/dev/null)"}
  elif [[ $words[CURRENT] == -* ]]; then _describe -o option options
  elif (( $#typed == 0 )); then _describe command firsts
  elif (( $#typed == 1 && $#subs )); then _describe command subs
  else _files
  fi
}
if [[ $funcstack[1] == _quorate ]]; then _quorate "$@"; else compdef _quorate quorate; fi
`;
}

const namesInFish = (kind: string) => `(quorate completion names ${kind} --timeout 2 2>/dev/null)`;

function fish({ firsts, seconds, flags, args }: Table): string {
  const lines = firsts.map(({ word, about }) => `complete -c quorate -n '__quorate_at' -a ${word} -d '${about}'`);
  for (const [noun, some] of seconds)
    for (const { word, about } of some)
      lines.push(`complete -c quorate -n '__quorate_at ${noun}' -a ${word} -d '${about}'`);
  for (const [name, some] of flags)
    for (const { word, about, takesValue, choices, kind } of some) {
      const offered = kind === undefined ? choices.join(' ') : namesInFish(kind);
      const values = offered === '' ? '' : ` -f -a '${offered}'`;
      lines.push(
        `complete -c quorate -n '__quorate_in ${name}' -l ${word.slice(2)}${takesValue ? ' -r' : ''}${values} -d '${about}'`,
      );
    }
  // Of arguments the first one, which stands right behind the command.
  for (const [name, [kind]] of args)
    if (kind !== undefined) lines.push(`complete -c quorate -n '__quorate_at ${name}' -f -a '${namesInFish(kind)}'`);
  return `# quorate in fish: quorate completion fish > ~/.config/fish/completions/quorate.fish
function __quorate_typed
    for word in (commandline -opc)[2..-1]
        string match -q -- '-*' $word; or test $word = help; or echo $word
    end
end
# Exactly these words stand there.
function __quorate_at
    set -l typed (__quorate_typed)
    test "$typed" = "$argv"
end
# These words, and arguments behind them.
function __quorate_in
    set -l typed (__quorate_typed)
    string match -q -- "$argv *" "$typed "
end
complete -c quorate -n '__quorate_at' -f
${lines.join('\n')}
`;
}
