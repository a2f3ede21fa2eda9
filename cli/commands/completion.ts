// Writes the script by which a shell completes the commands of this program, and for that script the names that there
// are. Only for names of a node it asks one.
import { ISSUE_CODES } from '../../core/base/codes/table.js';
import { type Command, CommandError, type Context, EXIT } from '../command/command.js';
import { namesOfKind } from '../remote/ids.js';
import { profilesFile, readProfiles } from '../remote/profile.js';
import { completionScript, SHELLS } from '../shell/completing.js';

/** All commands, and the summaries of the nouns: the table gives them, which loads this file. */
interface Whole {
  commands(): Promise<readonly Command[]>;
  readonly nouns: Readonly<Record<string, string>>;
}

const completion = ({ commands, nouns }: Whole): Command => ({
  name: 'completion',
  summary: 'write the script that completes commands in a shell',
  examples: [
    'eval "$(quorate completion bash)"',
    'eval "$(quorate completion zsh)"',
    'quorate completion fish > ~/.config/fish/completions/quorate.fish',
  ],
  args: [
    { name: '<shell>', description: `${SHELLS.join(', ')}; or names, which the script asks for` },
    {
      name: '[kind]',
      description: 'of names: profile, code, register, wallet, instance, blueprint, organisation, peer',
    },
  ],
  async run(context) {
    const { input, out } = context;
    if (input.arg('shell') === 'names') {
      const names = await namesOf(context, input.optionalArg('kind') ?? '');
      out.show({ names }, names.join('\n'));
      return;
    }
    const shell = SHELLS.find((name) => name === input.arg('shell'));
    if (shell === undefined)
      throw new CommandError(`there is no completion for "${input.arg('shell')}"`, {
        exit: EXIT.usage,
        hint: `There is one for ${SHELLS.join(', ')}.`,
      });
    const script = completionScript(shell, await commands(), nouns);
    out.show({ shell, script }, script);
  },
});

async function namesOf(context: Context, kind: string): Promise<readonly string[]> {
  if (kind === 'profile') return Object.keys(readProfiles(profilesFile(context.terminal.env)).profiles);
  if (kind === 'code') return ISSUE_CODES;
  const names = await namesOfKind(context, kind);
  if (names === undefined) throw new CommandError(`there are no names of the kind "${kind}"`, { exit: EXIT.usage });
  return names;
}

export const completionCommands = (whole: Whole): readonly Command[] => [completion(whole)];
