// A code of an error, explained without a node: the row of docs/errors.md.
import { codeRow, ISSUE_CODES } from '../../core/base/codes/table.js';
import { nearest } from '../../core/base/nearest.js';
import { type Command, CommandError, EXIT } from '../command/command.js';
import { fields } from '../command/output.js';

const explainError: Command = {
  name: 'explain-error',
  summary: 'tell what the code of an error means, why it comes up, and what to do',
  examples: ['quorate explain-error POOL_FULL'],
  args: [{ name: '<code>', description: 'the code, as an answer or the log states it' }],
  run({ input, out }) {
    const asked = input.arg('code').toUpperCase();
    const code = ISSUE_CODES.find((name) => name === asked);
    if (code === undefined) {
      const near = nearest(asked, ISSUE_CODES);
      throw new CommandError(`no error has the code ${asked}`, {
        exit: EXIT.usage,
        hint: near === undefined ? 'Findings of blueprints (BP_) are in docs/findings.md.' : `Did you mean ${near}?`,
      });
    }
    const value = { code, ...codeRow(code) };
    const { status, title, cause, remedy } = value;
    out.show(value, () => fields({ code, status, meaning: title, cause, 'to do': remedy }));
  },
};

export const explainErrorCommands: readonly Command[] = [explainError];
