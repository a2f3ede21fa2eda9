// Kept evidence of a gate as the ledger asks for it: the class that a challenge and its delivery are about, who was to
// get it when the run was sealed, and until when. It follows from definition, run and time of the seal. Pure.
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { expectGroup } from '../../envelope/cells/expecting.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameOwner } from '../../register/people/party.js';
import { planFor } from '../../transaction/stated-vote.js';
import { classesRead, type Giving, layoutOfRun, type PartDue, rolesTakenBefore } from '../deliveries/owed.js';
import { statedGatesOf } from './gates.js';

/** The class of the kept evidence of a gate. */
export interface KeptPart {
  /** Place in the layout of the run. */
  readonly place: number;
  /** From the seal of the run on. */
  readonly keptForMs: number;
}

type Run = Pick<Transaction, 'header'>;

/** Undefined where the run states no such gate, its evidence is not kept, or the role does not read it. */
export function keptPart(
  definition: Definition,
  run: Run,
  { role, gate }: Pick<PartDue, 'role' | 'gate'>,
): KeptPart | undefined {
  const layout = layoutOfRun(definition, run);
  const place = layout?.evidenceOf(role).find((at) => layout.classes[at]?.gate === gate);
  const stated = statedGatesOf(run, planFor(planOf(definition), run.header)).find(({ id }) => id === gate);
  return place === undefined || stated?.keptForMs === undefined ? undefined : { place, keptForMs: stated.keptForMs };
}

/** Places of the classes that a delivery of a part has, ascending; none where the role is due nothing of it. */
export function classesDue(definition: Definition, run: Run, part: Pick<PartDue, 'role' | 'gate'>): readonly number[] {
  if (part.gate === undefined) return classesRead(definition, run, part.role);
  const kept = keptPart(definition, run, part);
  return kept === undefined ? [] : [kept.place];
}

/** True for a wallet to whose owner the evidence was due when the run was sealed. */
export function wasReaderAtSeal(
  view: Pick<StateView, 'state'>,
  { definition, instance, rowOf }: Pick<Giving, 'definition' | 'instance' | 'rowOf'>,
  { run, wallet, place }: { readonly run: Transaction; readonly wallet: string; readonly place: number },
): boolean {
  const row = rowOf(run.txId);
  const taken = row ? rolesTakenBefore(instance, row) : {};
  const own = (run.header.recipients ?? []).filter((name) => isSameOwner(view, wallet, name));
  return own.some((name) => expectGroup(definition, run, { wallet: name, taken, row })?.kept?.includes(place) === true);
}
