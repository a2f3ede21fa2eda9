// The claims that a run shows at its gates, as rules of later actions read them: beside its data, under a name that no
// data has. They follow from the cells of the evidence, so that all who have these read the same.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Action } from '../../blueprint/definition/types.js';
import { CLAIMS_MEMBER } from '../../blueprint/names/claims.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { gatePartsIn } from '../../credentials/gate/member.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { shownClaims } from '../../credentials/gate/shown-claims.js';
import type { Transaction } from '../../model/transaction.js';

/** By gate and name of the claim. */
export type ClaimsOfRun = Readonly<Record<string, JsonObject>>;

const NO_CLAIMS: ClaimsOfRun = {};

/**
 * The evidence of the gates of a run, as far as it is seen. `opened` is the data of an encrypted one. Evidence in the
 * clear stands in the payload.
 */
export function evidenceOfRun({ payload }: Pick<Transaction, 'payload'>, opened?: JsonObject): JsonObject | undefined {
  const isPublic = isObject(payload) && Object.hasOwn(payload, GATE_MEMBER);
  const all: Json = isPublic || opened === undefined ? payload : opened;
  const member = isObject(all) && Object.hasOwn(all, GATE_MEMBER) ? all[GATE_MEMBER] : undefined;
  return isObject(member) ? member : undefined;
}

/** Of a run with the evidence that is seen of it. */
export function claimsOfRun(
  action: Pick<Action, 'credentialRequirements'>,
  run: Pick<Transaction, 'payload'>,
  opened?: JsonObject,
): ClaimsOfRun {
  const member = evidenceOfRun(run, opened);
  if (member === undefined) return NO_CLAIMS;
  const shown = gatesOf(action).flatMap(({ id, rule }): readonly (readonly [string, JsonObject])[] => {
    if (!Object.hasOwn(member, id)) return [];
    const claims = shownClaims(gatePartsIn(member, id), rule);
    return Object.keys(claims).length > 0 ? [[id, claims]] : [];
  });
  return shown.length > 0 ? Object.fromEntries(shown) : NO_CLAIMS;
}

/** Data of a run as rules read it. */
export function withClaims(data: JsonObject, claims: ClaimsOfRun): JsonObject {
  return Object.keys(claims).length > 0 ? { ...data, [CLAIMS_MEMBER]: claims } : data;
}
