// The row of holders after a move that opens an instance or takes a role. It asks holders and candidates, and neither
// asks it. Pure.
import type { JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import { candidacyOf } from '../../blueprint/plan/role-candidates.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isActing } from '../../transaction/move-type.js';
import { planFor, statedVote } from '../../transaction/stated-vote.js';
import { takesLeft } from './claims.js';
import { actingRecord, type HoldersRow, recordsOfFixed } from './holders.js';

type View = Pick<StateView, 'state' | 'people'>;

/** The row of an instance after a move: with its opening, and with the first move of each wallet that has a record. */
export function holderChanges(
  { header }: Pick<Transaction, 'header'>,
  { definition, instanceId, isOpening, atMs }: Binding,
  view: View,
): readonly StateChange[] {
  const plan: Plan = planOf(definition);
  const role = planFor(plan, header)?.sender;
  if (!role || !isActing(header)) return [];
  const key = STATE_KEY.holding(instanceId);
  // Nothing is there before an instance is opened; it costs a read of the disk to find that.
  const before = isOpening ? undefined : (view.state(key) as unknown as HoldersRow | undefined);
  if (before === undefined && view.state(STATE_KEY.participants) === undefined) return [];
  // A deputy that is a candidate too votes for the participant that it names, and takes nothing.
  const record = statedVote(header)?.for === undefined ? actingRecord(view, header.senderWallet) : undefined;
  const roles = before?.roles ?? (isOpening ? recordsOfFixed(view, definition) : {});
  const candidacy = isOpening ? undefined : candidacyOf(role);
  const isOne = takesLeft(view, { role, candidacy, instanceId, wallet: header.senderWallet, atMs });
  const isNew = record !== undefined && (!Object.hasOwn(roles, role.id) || isOne);
  // A deputy opens an instance for the participant whose role it does.
  const opener = isOpening ? (Object.hasOwn(roles, role.id) ? roles[role.id] : record) : before?.opener;
  const { claims, ...rest } = before ?? {};
  const { [role.id]: _, ...claimed } = claims ?? {};
  // A role without candidates is claimed no more when it is taken, also by a wallet without a record.
  const isClaimed = candidacy === undefined && Object.hasOwn(claims ?? {}, role.id);
  if (!isNew && !isOpening && !isClaimed) return [];
  const all = isNew ? { ...roles, [role.id]: record } : roles;
  if (isOpening && opener === undefined && Object.keys(all).length === 0) return [];
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  return [
    {
      key,
      value: {
        ...rest,
        ...(Object.keys(claimed).length > 0 && { claims: claimed }),
        ...(opener !== undefined && { opener }),
        roles: sorted,
      } as unknown as JsonObject,
    },
  ];
}

interface Binding {
  readonly definition: Definition;
  readonly instanceId: string;
  readonly isOpening: boolean;
  /** Time of the docket. */
  readonly atMs: number;
}
