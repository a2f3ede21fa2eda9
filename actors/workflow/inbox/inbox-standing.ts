// The row of an instance by the state of the register: who may act, confirm and deliver there, and on
// which records that depends. A record changes without a move of any instance, and then their rows are made again.
// Pure.
import { isObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { candidacyOf } from '../../../core/blueprint/plan/role-candidates.js';
import { actorsBeside } from '../../../core/instance/people/acting-now.js';
import { deputiesOf } from '../../../core/instance/people/deputies.js';
import {
  type HeldNow,
  hasLeft,
  holderNow,
  holdersNow,
  openerRecord,
  recordsHeld,
} from '../../../core/instance/people/holders.js';
import { instanceAt, isStart, rowsIn } from '../../../core/instance/rows.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { comparedName } from '../../../core/register/people/organisation-name.js';
import { participantAt } from '../../../core/register/people/participants.js';
import {
  type InboxInstance,
  type ListAgain,
  ofOrganisation,
  ofRecord,
} from '../../../storage/tables/workflow/inbox.js';
import { isGoing } from '../instance/instance-record.js';
import { withCancellation } from './inbox-cancellations.js';
import { withClaims } from './inbox-claims.js';
import { withDeliveries } from './inbox-deliveries.js';
import { withDispute } from './inbox-disputes.js';
import { rowAfter, rowAgain } from './inbox-row.js';

interface Move {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly atMs: number;
  /** Another move of the instance is folded behind it at once. */
  readonly isFollowed: boolean;
}

/** The row after a move. */
export function rowIn(view: StateView, move: Move, old: InboxInstance | undefined): InboxInstance {
  const { tx, definition, instanceId, atMs } = move;
  const now = instanceAt(view, instanceId);
  const dues = now?.dues;
  const held = holdersNow(view, instanceId);
  const row = rowAfter(old, tx, { definition, atMs, held, rowOf: rowsIn(view), dues, ...actingIn(view, move) });
  return withTasks(view, row, { held, before: isStart(tx.header) ? undefined : old, ...move });
}

/** The row where no move was made, but a record changed. `last` is the newest move of the instance. */
export function rowSince(
  view: StateView,
  row: InboxInstance,
  { definition, instanceId, last: tx }: Pick<Move, 'definition' | 'instanceId'> & { readonly last: Transaction },
): InboxInstance {
  const move = { tx, definition, instanceId, atMs: row.updatedAtMs, isFollowed: false };
  const held = holdersNow(view, instanceId);
  const again = rowAgain(row, { definition, held, ...actingIn(view, move) });
  return withTasks(view, again, { ...move, held, before: row });
}

function actingIn(view: StateView, { tx, definition, instanceId, atMs }: Move) {
  const { blueprintId } = tx.header;
  const place = { definition, blueprintId, instanceId, atMs };
  return {
    besideOf: (planned: Parameters<typeof actorsBeside>[2], instance: InboxInstance['instance']) =>
      actorsBeside(view, { instance, ...place }, planned),
    deputiesOf: (role: string): readonly string[] => [
      ...new Set(deputiesOf(view, { isOrLater: true, ...place }, { id: role }).map(({ wallet }) => wallet)),
    ],
  };
}

/** With what waits beside the actions, and the records that the row depends on. */
function withTasks(
  view: StateView,
  row: InboxInstance,
  of: Move & { readonly held: HeldNow; readonly before: InboxInstance | undefined },
): InboxInstance {
  const { tx, definition, instanceId, atMs, held, before, isFollowed } = of;
  const facts = withDispute(row, { view, definition, instanceId, atMs, before });
  const reserved = withClaims(facts, { view, definition, instanceId, atMs, before });
  const asked = withCancellation(reserved, { view, definition, held, tx, atMs, before });
  const all = withDeliveries(asked, { view, definition, instanceId, held, tx, atMs, before, isFollowed });
  const { follows: _, ...rest } = all;
  const follows = isGoing(all.instance) ? recordsOf(view, all, { definition, instanceId, held }) : [];
  return follows.length === 0 ? rest : { follows, ...rest };
}

/** Records of holders, of their deputies, and of those who may take a role that is free. */
function recordsOf(
  view: StateView,
  { instance }: InboxInstance,
  {
    definition,
    instanceId,
    held,
  }: { readonly definition: Definition; readonly instanceId: string; readonly held: HeldNow },
): readonly string[] {
  const opener = openerRecord(view, instanceId);
  const holders = [...Object.values(recordsHeld(view, { definition, instanceId })), ...(opener ? [opener] : [])];
  const deputies = holders.flatMap((id) => (participantAt(view, id)?.delegations ?? []).map(({ to }) => to));
  const candidates = definition.participants.flatMap((role): readonly string[] => {
    const candidacy = candidacyOf(role);
    if (!candidacy) return [];
    const isFree = holderNow(held, role, instance.participants) === undefined || hasLeft(view, instanceId, role.id);
    if (!isFree) return [];
    const { records, organisation = '' } = candidacy;
    return records ? records.map(ofRecord) : [ofOrganisation(comparedName(organisation))];
  });
  return [...new Set([...[...holders, ...deputies].map(ofRecord), ...candidates])];
}

/** Scopes of the instances that a sealed transaction changes without being a move of them: what it says of a record. */
export function scopesChanged(view: StateView, { header, payload }: Transaction): readonly string[] {
  const { kind } = kindOf(header);
  const said = kind === 'participant' ? payload : kind === 'governance' && isObject(payload) ? payload.operation : null;
  const id = isObject(said) ? said.participantId : undefined;
  if (typeof id !== 'string') return [];
  const { attested } = participantAt(view, id) ?? {};
  return [ofRecord(id), ...(attested === undefined ? [] : [ofOrganisation(attested)])];
}

/** Instances that have not ended. */
const STATES = ['Active', 'Disputed'] as const;

/** The lists to be looked at again with the instances of these scopes; a list that is under way begins anew. */
export function withListsAgain(before: readonly ListAgain[], scopes: readonly string[]): readonly ListAgain[] {
  const changed = new Set(scopes);
  const lists = [...changed].flatMap((scope) => STATES.map((state) => ({ scope, state })));
  return [...before.filter(({ scope }) => !changed.has(scope)), ...lists];
}
