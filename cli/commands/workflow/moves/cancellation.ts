// Cancels an instance, or agrees to that where its definition asks several, and says who has agreed so far.

import type { Client } from '../../../../api/client/client.js';
import { ownOf } from '../../../../core/blueprint/state/role-holder.js';
import type { Command } from '../../../command/command.js';
import { confirm, YES_OPTION } from '../../../command/confirm.js';
import { pickStated } from '../../../command/input.js';
import { fields } from '../../../command/output.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import { historyOf } from '../../../workflow/history.js';
import { INSTANCE_ARGUMENT, openInstance, REGISTER_OPTION, type ShownInstance } from '../../../workflow/place.js';

export const cancel: Command = {
  name: 'instance cancel',
  summary: 'end an instance for good, or agree to that, by whom its definition lets',
  args: [INSTANCE_ARGUMENT],
  options: [
    WALLET_OPTION,
    { flags: '--reason <text>', description: 'why, for the other parties' },
    REGISTER_OPTION,
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { remote, params, query, instance } = await openInstance(context);
    const senderWallet = await walletIn(context, remote, await cancellersOf(remote.client, instance));
    await confirm(context, `Cancel the instance ${instance.id}? ${afterwards(instance)}`);
    const made = await remote.client.cancelInstance(
      { params, query, body: pickStated({ senderWallet, reason: input.text('reason') }) },
      { idempotencyKey: true },
    );
    const hasEnded =
      made.transactionId !== undefined && (made.isComplete || instance.cancellation?.consent === undefined);
    out.show(made, () =>
      fields({
        instance: instance.id,
        state: hasEnded ? 'Cancelled' : undefined,
        transaction: made.transactionId,
        status: made.status,
      }),
    );
    if (made.transactionId !== undefined && !hasEnded)
      out.note(`It ends when enough have agreed. To see which have: quorate instance show ${instance.id}`);
  },
};

/** Wallets that may cancel, those that did not agree yet first. */
async function cancellersOf(client: Client, instance: ShownInstance): Promise<readonly string[]> {
  const { cancellation, participantWallets } = instance;
  // Of one that is full any party that has moves left ends it.
  const held = Object.values(participantWallets).flatMap((wallet) => wallet ?? []);
  if (instance.isStuck) return [...(await openerOf(client, instance)), ...held];
  if (!cancellation) return openerOf(client, instance);
  const { by, consent } = cancellation;
  const given = new Set(consent?.given.map(({ role }) => role));
  const roles = [...(consent?.of ?? []), ...by].filter((role) => !given.has(role));
  const wallets = roles.flatMap((role) => ownOf(participantWallets, role) ?? []);
  return roles.includes('opener') ? [...wallets, ...(await openerOf(client, instance))] : wallets;
}

function afterwards({ cancellation }: ShownInstance): string {
  const consent = cancellation?.consent;
  if (!consent) return 'It cannot go on afterwards.';
  return `It ends for good when ${consent.need} of ${consent.of.join(', ')} agree; you cannot take this back for 30 days.`;
}

/** The terms of the cancellation, and who agreed; nothing where it is left to the opener. */
export function cancellingText({ cancellation }: ShownInstance): readonly string[] {
  if (!cancellation) return [];
  const { by, until, endedBy, askedAt, consent } = cancellation;
  const given = consent?.given.map(({ role, at, until: last }) => `${role} on ${at}, until ${last}`);
  return [
    `Cancellation\n${fields({
      by: by.join(', '),
      before: until.length === 0 ? undefined : `action ${until.join(', ')}`,
      closed: endedBy === undefined ? undefined : `action ${endedBy} is complete`,
      asked: askedAt,
      consent: consent && `${consent.given.length} of ${consent.need} from ${consent.of.join(', ')}`,
      agreed: given?.length ? given.join('; ') : undefined,
    })}`,
  ];
}

/** The wallet that opened an instance: that of its first transaction. */
async function openerOf(client: Client, instance: ShownInstance): Promise<readonly string[]> {
  const history = await historyOf(client, instance);
  const first = history?.find(({ transactionId }) => transactionId === instance.firstTransactionId);
  return first ? [first.senderWallet] : [];
}
