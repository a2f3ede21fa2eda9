// Prepared actions as they are kept: opened for who prepared them, changed in one turn, and shown. The content of an
// action and all that was shown to it is encrypted, and is in no answer.
import type { Static } from 'typebox';
import type { PreparedAction } from '../../actors/workflow/credentials/prepared.js';
import { gatesToMeet, type PreparedGate, preparedGates } from '../../actors/workflow/credentials/shown-gates.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import { gateQuery } from '../../core/credentials/gate/query.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { PreparedRow } from '../../storage/tables/credentials/prepared-actions.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { PreparedBody } from '../schemas/workflow/gate.js';
import type { ActionPlace } from '../workflow/action-place.js';
import { audienceOfGate } from './audience.js';

type Deps = Pick<ApiDeps, 'chain' | 'clock' | 'config' | 'gates' | 'ledger'>;

export interface ShownGate {
  /** `Answered`: the browser of the holder has not come back with the code of the answer. */
  readonly state: 'Admitted' | 'Answered' | 'Refused' | 'Declined';
  /** Of what was admitted, or will be. */
  readonly parts?: GateParts;
  /** Of a refusal: its ground and a sentence. */
  readonly problem?: { readonly code: string; readonly message: string };
  /** The request that it answers. */
  readonly requestId?: string;
}

export interface PreparedContent {
  readonly place: ActionPlace;
  readonly body: Static<typeof PreparedBody>;
  readonly fixed: PreparedAction;
  /** Client id of this node; absent where no record names one, and all gates are verified by others. */
  readonly audience?: string;
  /** By requirement, where something was shown. */
  readonly shown: Readonly<Record<string, ShownGate>>;
}

export interface OpenPrepared {
  readonly row: PreparedRow;
  readonly content: PreparedContent;
}

const sealedName = (id: string) => `prepared-actions/${id}`;

/** Encrypted under its own id. */
export function sealPrepared(
  { gates }: Pick<Deps, 'gates'>,
  row: Omit<PreparedRow, 'sealed'>,
  content: PreparedContent,
): KvOp {
  return gates.prepared.put({ ...row, sealed: gates.secrets.encrypt(sealedName(row.id), JSON.stringify(content)) });
}

/** Throws StoreError for a row that was changed on the disk. */
export function openPrepared({ gates }: Pick<Deps, 'gates'>, row: PreparedRow): OpenPrepared {
  return { row, content: JSON.parse(gates.secrets.decrypt(sealedName(row.id), row.sealed)) as PreparedContent };
}

/** Of the caller. GATE_NOT_FOUND for one of others too, GATE_EXPIRED. */
export function findPrepared({ deps, caller }: ApiCall<Deps>, gateId: string): Result<OpenPrepared> {
  const row = deps.gates.prepared.find(gateId);
  if (row === undefined || row.owner !== ownerIdOf(caller)) return fail(gateNotFound());
  return isOver(row, deps.clock.now()) ? fail(gateExpired()) : openPrepared(deps, row);
}

function isOver({ expiresAtMs }: PreparedRow, nowMs: number): boolean {
  return expiresAtMs <= nowMs;
}

export function gateNotFound(): Issue {
  return issue('GATE_NOT_FOUND', '/gateId', 'You have no prepared action of this id.');
}

function gateExpired(): Issue {
  return issue('GATE_EXPIRED', '/gateId', 'The time of the prepared action is over.');
}

/**
 * In the turn of its commit: the row with what was shown at a gate; nothing where the row is gone. A refusal takes the
 * place of nothing that was admitted: a reader of the code of a request could else undo it.
 */
export function showOps(
  deps: Pick<Deps, 'gates'>,
  gateId: string,
  shown: Readonly<Record<string, ShownGate>>,
): readonly KvOp[] {
  const row = deps.gates.prepared.find(gateId);
  if (row === undefined) return [];
  const { content } = openPrepared(deps, row);
  const isNews = ([id, { parts }]: [string, ShownGate]) =>
    parts !== undefined || content.shown[id]?.parts === undefined;
  const news = Object.fromEntries(Object.entries(shown).filter(isNews));
  return [sealPrepared(deps, row, { ...content, shown: { ...content.shown, ...news } })];
}

/** The gates of a prepared action; none where its register is not here any more. */
export function gatesOfPrepared({ ledger, chain }: Deps, content: PreparedContent): readonly PreparedGate[] {
  const { place, body, fixed } = content;
  const record = ledger.register(place.registerId);
  if (record === undefined) return [];
  const { registerId, blueprintId, actionId } = place;
  const named = { registerId, blueprintId, actionId, senderWallet: body.senderWallet };
  return preparedGates(chain.view(record.reg), named, fixed);
}

/** BODY_INVALID for a name that no gate of the action has. */
export function gateNamed(gates: readonly PreparedGate[], id: string): Result<PreparedGate> {
  const names = gates.map((gate) => gate.id).join(', ');
  const message = `The action has no such gate: expected one of ${names}.`;
  return gates.find((gate) => gate.id === id) ?? fail(issue('BODY_INVALID', '/requirement', message));
}

/**
 * The client id that a presentation at a gate names which comes without a request; empty where there is none by now.
 */
export function audienceAt(deps: Deps, { place, audience }: PreparedContent, gate: PreparedGate): string {
  const own = audience ?? fail(gateNotFound());
  const named = audienceOfGate(deps, place.registerId, { gate, own });
  return isFailure(named) ? '' : named;
}

/** The address that the transcript of an mdoc names which comes without a request. */
export function presentUrl({ config }: Pick<Deps, 'config'>, gateId: string): string {
  return `${config.publicUrl}/api/gates/${gateId}/present`;
}

/** As answers show it. */
export function preparedView(deps: Deps, { row, content }: OpenPrepared) {
  const gates = gatesOfPrepared(deps, content);
  const isAdmitted = (id: string) => content.shown[id]?.state === 'Admitted';
  const { place, fixed } = content;
  return {
    ...{ gateId: row.id, expiresAt: new Date(row.expiresAtMs).toISOString(), registerId: place.registerId },
    ...{ instanceId: fixed.instanceId, actionId: place.actionId },
    isMet: gates.length > 0 && gatesToMeet(gates, isAdmitted).every(({ id }) => isAdmitted(id)),
    requirements: gates.map((gate) => {
      const { id, requirement, rule, nonce } = gate;
      const audience = audienceAt(deps, content, gate);
      const { problem, requestId, ...at }: Partial<ShownGate> = content.shown[id] ?? {};
      const state = at.state ?? ('Open' as const);
      return {
        ...{ id, state, nonce, audience, responseUri: presentUrl(deps, row.id), dcqlQuery: { ...gateQuery(rule) } },
        ...(requirement.anyOfGroup !== undefined && { anyOfGroup: requirement.anyOfGroup }),
        ...(rule.verifiedBy !== undefined && { verifiedBy: rule.verifiedBy }),
        ...(problem && { problem }),
        ...(requestId !== undefined && { requestId }),
      };
    }),
  };
}
