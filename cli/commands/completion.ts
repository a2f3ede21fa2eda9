// Writes the script by which a shell completes the commands of this program. It asks no node.
import { type Command, CommandError, EXIT } from '../command/command.js';
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
  args: [{ name: '<shell>', description: SHELLS.join(', ') }],
  async run({ input, out }) {
    const shell = SHELLS.find((one) => one === input.arg('shell'));
    if (shell === undefined)
      throw new CommandError(`there is no completion for "${input.arg('shell')}"`, {
        exit: EXIT.usage,
        hint: `There is one for ${SHELLS.join(', ')}.`,
      });
    const script = completionScript(shell, await commands(), nouns);
    out.show({ shell, script }, script);
  },
});

export const completionCommands = (whole: Whole): readonly Command[] => [completion(whole)];
