// Runs of an instance that holders of roles and their deputies are owed, and giving them to these.

import type { Client } from '../../../../api/client/client.js';
import { countNoun } from '../../../../core/base/counted.js';
import type { Command } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { table } from '../../../command/output.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import {
  INSTANCE_ARGUMENT,
  openInstance,
  REGISTER_OPTION,
  type ShownInstance,
  walletsOf,
} from '../../../workflow/place.js';

const owed: Command = {
  name: 'instance owed',
  summary: 'list what holders of roles and their deputies are owed, and what is still sealed for them',
  args: [INSTANCE_ARGUMENT],
  options: [REGISTER_OPTION],
  async run(context) {
    const { instance } = await openInstance(context);
    const { owed: runs = [], missed = [], challenges = [], sealed = [] } = instance;
    context.out.show({ owed: runs, missed, challenges, sealed }, () => {
      const rows = runs.flatMap(({ role, wallet, runs: txIds, more }) =>
        [...txIds, ...(more === undefined ? [] : [`and ${more} more`])].map((run) => [role, wallet, run]),
      );
      const asked = challenges.map(({ role, wallet, runTransactionId, gate, until, answeredBy }) => [
        ...[role, wallet, gate === undefined ? runTransactionId : `${runTransactionId} gate ${gate}`, until],
        answeredBy,
      ]);
      const parts = [table(['ROLE', 'WALLET', 'TRANSACTION'], rows)];
      if (asked.length > 0)
        parts.push(`Challenged\n${table(['ROLE', 'WALLET', 'TRANSACTION', 'UNTIL', 'DELIVERED BY'], asked)}`);
      if (sealed.length > 0) {
        const closed = sealed.map((item) => [
          item.actionId,
          item.roles.join(' '),
          describeOpening(item),
          item.transactionId,
        ]);
        parts.push(`Sealed\n${table(['ACTION', 'ROLES', 'UNTIL', 'TRANSACTION'], closed)}`);
      }
      return parts.join('\n\n');
    });
    if (missed.length > 0) context.out.note(`Roles whose holder can receive nothing now: ${missed.join(', ')}.`);
    if (runs.length > 0)
      context.out.note(`A wallet that was given it gives it on: quorate instance deliver ${instance.id}`);
  },
};

const deliver: Command = {
  name: 'instance deliver',
  summary: 'give holders of roles and their deputies what they are owed, from a wallet that was given it',
  examples: ['quorate instance deliver 3b9d… --wallet Planner', 'quorate instance deliver 3b9d… --role carrier'],
  args: [INSTANCE_ARGUMENT],
  options: [
    WALLET_OPTION,
    { flags: '--role <id>', description: 'to the holder of this role and its deputies alone' },
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { remote, params, query, instance } = await openInstance(context);
    const senderWallet = await walletIn(context, remote, walletsOf(instance));
    const body = pickStated({ senderWallet, role: input.text('role') });
    const made = await remote.client.deliverInstance({ params, query, body }, { idempotencyKey: true });
    out.show(made, () => {
      const rows = made.deliveries.map(({ role, wallet, runs, status, transactionId }) => [
        ...[role, wallet, runs.length, status, transactionId],
      ]);
      return table(['ROLE', 'WALLET', 'RUNS', 'STATUS', 'TRANSACTION'], rows);
    });
    for (const { role, wallet, runs, errors } of made.refused ?? [])
      out.note(
        `Not sent to ${role} (${wallet}): ${countNoun(runs.length, 'action')}. ${errors[0]?.code}: ${errors[0]?.message}`,
      );
    if (made.deliveries.length === 0) out.note('Nothing is owed that this wallet was given.');
    if (made.more !== undefined)
      out.note(
        `It can give ${made.more} more, by a further call once these are sealed: quorate instance deliver ${made.instanceId}`,
      );
  },
};

export const deliveryCommands: readonly Command[] = [owed, deliver];

/** How many runs a wallet is owed in its roles, of which two may be owed the same; undefined for none. */
export function owedText({ owed = [] }: ShownInstance, wallet: string): string | undefined {
  const own = owed.filter((item) => item.wallet === wallet);
  const isCut = own.some(({ more }) => more !== undefined);
  const known = new Set(own.flatMap(({ runs }) => runs)).size;
  const most = Math.max(known, ...own.map(({ runs, more = 0 }) => runs.length + more));
  if (most === 0) return undefined;
  return isCut && own.length > 1 ? `At least ${most}` : String(most);
}

type Facts = Awaited<ReturnType<Client['getInstanceState']>>['facts'];

/** Runs that are still sealed, for which roles and until when. */
export function sealedTable(facts: Facts = []): readonly string[] {
  const rows = facts.flatMap(({ runs }) =>
    runs.flatMap(({ source, sealed = [] }) =>
      sealed.map((item) => [source.actionId, item.roles.join(' '), describeOpening(item), source.transactionHash]),
    ),
  );
  return rows.length === 0 ? [] : [`Sealed\n${table(['ACTION', 'FOR', 'UNTIL', 'TRANSACTION'], rows)}`];
}

/** The time or the action that opens it, and its size class. */
function describeOpening({
  until,
  untilActionId,
  bytes,
}: Pick<NonNullable<ShownInstance['sealed']>[number], 'until' | 'untilActionId' | 'bytes'>): string {
  return `${until ?? `action ${untilActionId} is done`} (${bytes} bytes)`;
}
