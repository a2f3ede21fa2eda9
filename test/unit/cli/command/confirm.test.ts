// Answers that count as an agreement, and no others.
import { expect } from 'chai';
import { type Context, EXIT } from '../../../../cli/command/command.js';
import { confirm } from '../../../../cli/command/confirm.js';

describe('cli/command/confirm', () => {
  const asked = async (answer: string | undefined, isStated = false) => {
    const context = {
      input: { flag: (name: string) => isStated && name === 'yes' },
      terminal: { ask: async () => answer },
    } as unknown as Context;
    return confirm(context, 'Delete it?').then(
      () => 'agreed',
      ({ message, exit }) => [message, exit],
    );
  };

  it('takes y and yes in any case, and --yes without a question', async () => {
    for (const answer of ['y', 'Y', 'yes', 'YES', ' Yes ']) expect(await asked(answer), answer).to.equal('agreed');
    expect(await asked(undefined, true)).to.equal('agreed');
  });

  it('takes nothing else, and assumes nothing where no person is asked', async () => {
    for (const answer of ['', 'n', 'no', 'ye', 'yess', 'y e s', 'j'])
      expect(await asked(answer), answer).to.deep.equal(['nothing was done', EXIT.failed]);
    expect(await asked(undefined)).to.deep.equal(['nobody is there to be asked: Delete it?', EXIT.usage]);
  });
});
