// Names in a credential requirement as rules, cells and judges spell them: of the gate, and of a claim.
import { parseJsonText } from '../../base/json.js';
import type { CredentialRequirement } from '../definition/types.js';

/** Its name among the gates of an action, also as the query for it. */
export function gateIdOf({ id }: Pick<CredentialRequirement, 'id'>, at: number): string {
  return id ?? `g${at}`;
}

/** A name, a place in a list, or null for all of its elements. */
export type ClaimStep = string | number | null;

/** A name, or a path as JSON text: `["address","locality"]`, of an mdoc its name space and element. */
export function claimPathOf(name: string): readonly ClaimStep[] {
  const path = name.startsWith('[') ? parseJsonText(name) : undefined;
  const isPath = Array.isArray(path) && path.length > 0 && path.every(isClaimStep);
  return isPath ? (path as readonly ClaimStep[]) : [name];
}

function isClaimStep(step: unknown): boolean {
  return step === null || typeof step === 'string' || (Number.isSafeInteger(step) && (step as number) >= 0);
}
