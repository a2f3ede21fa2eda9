// The clock of a node: what the node thinks of it, and the word of an operator that it is right.
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';

const show: Command = {
  name: 'clock show',
  summary: 'show what a node thinks of its clock',
  canWatch: true,
  async run(context) {
    const { client } = await connect(context);
    const state = await client.getClock();
    context.out.show(state, () => textOf(state));
  },
};

const confirmClock: Command = {
  name: 'clock confirm',
  summary: 'say that the clock of a node is right, so that it builds dockets again',
  examples: ['quorate clock confirm', 'quorate clock confirm --yes'],
  options: [YES_OPTION],
  async run(context) {
    const { client } = await connect(context);
    const { time, believed } = await client.getClock();
    if (believed) context.out.note('The node does not doubt its clock.');
    await confirm(
      context,
      `The clock of the node says ${time}. A docket that is sealed with a wrong time dates its register for as long: compare with another clock. Is it right?`,
    );
    const state = await client.confirmClock();
    context.out.show(state, () => textOf(state));
  },
};

export const clockCommands: readonly Command[] = [show, confirmClock];

interface Shown {
  readonly time: string;
  readonly believed: boolean;
  readonly reason?: string | undefined;
  readonly headsAhead: number;
  readonly lastRun?: string | undefined;
}

function textOf({ time, believed, reason, headsAhead, lastRun }: Shown): string {
  return fields({
    time,
    believed: believed ? 'yes' : 'no: this node builds no dockets',
    why: reason,
    'last run before': lastRun,
    'heads ahead of it': headsAhead,
  });
}
