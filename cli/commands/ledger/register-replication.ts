// Registers of other nodes: which are offered, and whether this node replicates them.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';

type Available = Awaited<ReturnType<Client['listAvailableRegisters']>>[number];

const available: Command = {
  name: 'register available',
  summary: 'list the registers that connected nodes offer',
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const page = pageIn(input);
    const { body, headers } = await send('listAvailableRegisters', { query: page });
    const offered = body as readonly Available[];
    const total = Number(headers.get('x-total-count') ?? offered.length);
    out.show(offered, () => {
      const rows = offered.map((item) => [item.name, item.latestDocketVersion, item.peerCount, item.registerId]);
      return table(['NAME', 'HEIGHT', 'PEERS', 'ID'], rows) + pageNote(page, total);
    });
  },
};

const subscribe: Command = {
  name: 'register subscribe',
  summary: 'replicate a register that a linked node offers, from docket 0 on',
  examples: ['quorate register subscribe 0d3c…', 'quorate register subscribe 0d3c… --genesis 3c4d…'],
  args: [REGISTER_ARGUMENT],
  options: [
    { flags: '--genesis <hash>', description: 'hash that docket 0 must have, from somebody you trust' },
    {
      flags: '--checkpoint <HASH@HEIGHT>',
      description:
        'a docket on its chain, from its owners: where fewer than two organisations tell its head; also later',
    },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const body = {
      mode: 'full-replica' as const,
      ...pickStated({ genesisHash: input.text('genesis'), checkpoint: input.text('checkpoint') }),
    };
    const made = await client.subscribeRegister({ params: { registerId: input.arg('register') }, body });
    out.show(made, () =>
      fields({
        register: made.registerId,
        state: made.syncState,
        height: `${made.lastSyncedDocketVersion} of ${made.totalDocketsInChain - 1}`,
        progress: `${made.syncProgressPercent} %`,
        ...(made.errorMessage !== null && { reason: made.errorMessage }),
      }),
    );
    if (made.syncState !== 'synced')
      out.note(
        `The node fetches and verifies it in the background. How far it is: quorate register show ${made.registerId} --watch`,
      );
  },
};

const unsubscribe: Command = {
  name: 'register unsubscribe',
  summary: 'stop replicating a register and keep what is here',
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.arg('register');
    const done = await client.unsubscribeRegister({ params: { registerId }, query: { purge: false } });
    out.show(done, `The register is no longer followed; its data stays (quorate register purge ${registerId}).`);
  },
};

const purge: Command = {
  name: 'register purge',
  summary: 'delete what this node holds of a register that it no longer replicates',
  args: [REGISTER_ARGUMENT],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const registerId = input.arg('register');
    await confirm(context, `Delete the replica of register ${registerId} from this node?`);
    const done = await client.purgeRegisterCache({ params: { registerId } });
    out.show(
      done,
      `Deleted ${countNoun(done.docketsRemoved, 'docket')} with ${countNoun(done.transactionsRemoved, 'transaction')} from this node.`,
    );
  },
};

export const registerReplicationCommands: readonly Command[] = [available, subscribe, unsubscribe, purge];
