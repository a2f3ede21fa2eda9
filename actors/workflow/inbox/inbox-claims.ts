// Claims on roles as the inbox tells of them: a party reserved a role or gave it back, or its time is over, of
// which no transaction says anything. Pure; it tells those who take part, the candidates, and who claimed it.

import type { Definition } from '../../../core/blueprint/definition/types.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { candidacyOf } from '../../../core/blueprint/plan/role-candidates.js';
import { candidatesOfRole } from '../../../core/instance/people/candidates.js';
import { claimedAction, claimOf } from '../../../core/instance/people/claims.js';
import { holderNow, holdersNow } from '../../../core/instance/people/holders.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { moveTypeOf } from '../../../core/transaction/move-type.js';
import type { InboxInstance, Reminding } from '../../../storage/tables/workflow/inbox.js';
import type { Announcement } from '../../ports.js';
import type { RegisterPlace } from '../instance/instance-record.js';

/** How the end of a claim is named among what the node reminds of. No TxId begins so. */
const LAPSE = '/claim:';

/** The role whose claim ends by a reminder of this name; undefined for another one. */
export function lapsedRole(name: string): string | undefined {
  return name.startsWith(LAPSE) ? name.slice(LAPSE.length, name.lastIndexOf(':')) : undefined;
}

/** The participants, the candidates of the role and its last claimant, each once. */
export function claimWallets(
  view: StateView,
  definition: Definition,
  of: { readonly role: string; readonly instanceId: string; readonly row: Pick<InboxInstance, 'wallets'> },
): readonly string[] {
  const { role, instanceId, row } = of;
  const participant = definition.participants.find(({ id }) => id === role);
  const candidacy = participant && candidacyOf(participant);
  const candidates = candidacy ? candidatesOfRole(view, candidacy) : [];
  const claim = claimOf(view, instanceId, role);
  return [...new Set([...row.wallets, ...candidates.map(({ wallet }) => wallet), ...(claim ? [claim.wallet] : [])])];
}

/** The row after a move, with when each claim on a role that is free ends. */
export function withClaims(
  row: InboxInstance,
  of: {
    readonly view: StateView;
    readonly definition: Definition;
    readonly instanceId: string;
    readonly atMs: number;
    readonly before: InboxInstance | undefined;
  },
): InboxInstance {
  const { view, definition, instanceId, atMs, before } = of;
  const { state, participants } = row.instance;
  if (!['Active', 'Disputed'].includes(state)) return row;
  const claims = definition.participants.flatMap((role): readonly Reminding[] => {
    const claim = role.walletAddress ? undefined : claimOf(view, instanceId, role.id);
    if (!claim || claim.untilMs < atMs || holderNow(holdersNow(view, instanceId), role, participants)) return [];
    const name = `${LAPSE}${role.id}:${claim.untilMs}`;
    const count = before?.reminders?.find((item) => item.name === name)?.told ?? 0;
    return [{ name, firstMs: claim.untilMs, everyMs: 0, times: 1, told: count }];
  });
  return claims.length === 0 ? row : { ...row, reminders: [...(row.reminders ?? []), ...claims] };
}

/** The facts of a Claim or Release for those whom it concerns. */
export function claimFacts(
  view: StateView,
  move: {
    readonly tx: Transaction;
    readonly definition: Definition;
    readonly instanceId: string;
    readonly atMs: number;
  },
  { at: { registerId }, row }: { readonly at: RegisterPlace; readonly row: InboxInstance },
): readonly Announcement[] {
  const { tx, definition, instanceId, atMs } = move;
  const moved = moveTypeOf(tx.header);
  const role = claimedAction(planOf(definition), tx.header)?.sender.id;
  if ((moved !== 'Claim' && moved !== 'Release') || role === undefined) return [];
  const facts = claimWallets(view, definition, { role, instanceId, row });
  const wallets = [...new Set([...facts, tx.header.senderWallet])];
  const type = moved === 'Claim' ? 'role-claimed' : 'role-released';
  return [{ type, registerId, instanceId, role, wallets, atMs, cause: tx.txId }];
}
