// The events of a node, a line each, until Ctrl-C.

import { type Command, CommandError, EXIT } from '../../command/command.js';
import { followNode } from '../../hub/following.js';

const events: Command = {
  name: 'events',
  summary: 'follow what happens on a node until Ctrl-C: dockets, transactions, workflows, your inbox, peers',
  examples: ['quorate events', 'quorate events --register Orders --since 0 -o json', 'quorate events --instance 0b7d…'],
  options: [
    { flags: '--register <id>', description: 'only what happens on this register (repeat it for more)', repeat: true },
    {
      flags: '--instance <id>',
      description: 'only what happens to this instance, as far as wallets of yours take part',
    },
    {
      flags: '--since <docket>',
      description: 'of one register: begin with this docket',
      integer: { min: 0, max: 1e15 },
    },
  ],
  async run(context) {
    const { input } = context;
    const registers = input.list('register');
    const since = input.integer('since');
    const instance = input.text('instance');
    if (since !== undefined && registers.length !== 1)
      throw new CommandError('--since counts the dockets of one register', {
        exit: EXIT.usage,
        hint: 'State one --register with it. Of all else a node keeps no past events.',
      });
    await followNode(context, {
      registers,
      ...(instance !== undefined && { instance }),
      ...(since !== undefined && { since }),
    });
  },
};

export const eventsCommands: readonly Command[] = [events];
