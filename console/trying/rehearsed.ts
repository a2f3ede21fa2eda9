// A rehearsal of a draft in the sandbox of its organisation, as the pane goes through it: each act is a call, and its
// answer says where it stands. It decides nothing.
import type { JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { RunFacts } from '../../core/blueprint/logic/facts.js';
import type { FormData } from '../act/use-form.js';
import { node } from '../session/node.js';

export type RehearsalNow = Awaited<ReturnType<typeof node.rehearsals.getRehearsal>>;
export type RehearsedPlace = RehearsalNow['currentActions'][number];

/** A rehearsal with the draft as it was when it began. */
export interface RehearsalShown {
  readonly now: RehearsalNow;
  readonly definition: Definition;
}

export async function beginRehearsal(id: string): Promise<RehearsalShown> {
  return withDefinition(await node.rehearsals.startRehearsal({ params: { id }, body: { mode: 'full' } }));
}

/** The newest of the draft, where one was begun: it may have ended. */
export async function newestRehearsal(id: string): Promise<RehearsalShown | undefined> {
  const [newest] = await node.rehearsals.listRehearsals({ params: { id } });
  if (newest === undefined) return undefined;
  const params = { id, rehearsalId: newest.rehearsalId };
  return withDefinition(await node.rehearsals.getRehearsal({ params }));
}

async function withDefinition(now: RehearsalNow): Promise<RehearsalShown> {
  const { sandboxRegisterId: registerId, publicationTxId: txId } = now;
  const { definition } = await node.transactions.getPublication({ params: { registerId, txId } });
  return { now, definition: definition as unknown as Definition };
}

const paramsOf = ({ blueprintId, rehearsalId }: RehearsalNow) => ({ id: blueprintId, rehearsalId });

/** As it stands by now: timers may have fired. */
export function lookAgain(now: RehearsalNow): Promise<RehearsalNow> {
  return node.rehearsals.getRehearsal({ params: paramsOf(now) });
}

export async function actAs(now: RehearsalNow, role: string): Promise<RehearsalNow> {
  if (now.currentActingRole === role) return now;
  return node.rehearsals.switchRehearsalRole({ params: paramsOf(now), body: { role } });
}

export interface RehearsedStep {
  readonly place: RehearsedPlace;
  /** The role that votes, or does it. */
  readonly role: string;
  readonly payload: JsonObject;
  readonly vote?: 'yes' | 'no' | 'abstain' | undefined;
}

export async function submitStep(now: RehearsalNow, { place, role, payload, vote }: RehearsedStep) {
  await actAs(now, role);
  const { actionId, previousTransactionId } = place;
  const body = {
    ...{ actionId, payload, ...(vote && { vote }) },
    ...(previousTransactionId !== undefined && { previousTransactionId }),
  };
  return node.rehearsals.submitRehearsalStep({ params: paramsOf(now), body });
}

export async function sendBackStep(now: RehearsalNow, place: RehearsedPlace, reason: string) {
  await actAs(now, place.participantId);
  const { actionId, previousTransactionId } = place;
  const body = {
    ...{ actionId, ...(reason !== '' && { reason }) },
    ...(previousTransactionId !== undefined && { previousTransactionId }),
  };
  return node.rehearsals.rejectRehearsalStep({ params: paramsOf(now), body });
}

/** The facts that the acting role reads, as rules of its action read them. */
export function factsIn({ view, log }: RehearsalNow, signedAt: string): FormData['facts'] {
  const runs = (view?.runs ?? []).map(({ transactionId: txId, actionId: action, data }): RunFacts => {
    return { txId, action, data: data as JsonObject };
  });
  const sealed = log.filter(({ kind }) => kind === 'Sealed');
  const [first, last] = [sealed[0]?.at, sealed.at(-1)?.at];
  return {
    runs,
    time: {
      ...(first !== undefined && { opened: first }),
      ...(last !== undefined && { previous: last }),
      signed: signedAt,
    },
  };
}
