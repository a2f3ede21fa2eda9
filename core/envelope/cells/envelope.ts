// The encrypted payload of an action: its form. The one root binds what all groups hold, so that a group has no
// commitment of its own; no text that is sealed has a name of a field.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { fail, type Result } from '../../base/result.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import type { EnvelopeWallet, FileReference, Group } from '../envelope.js';
import { type EnvelopeForm, formProblem, lengthOf, refusedForm } from '../envelope-form.js';
import { HASH_BYTES } from './root.js';

export interface Envelope {
  readonly v: 2;
  /** 32 bytes in base64url: over the cells of the run (root.ts). */
  readonly root: string;
  /** The wallets that have a key in a group, in the order of their addresses. */
  readonly wallets: readonly EnvelopeWallet[];
  /** The groups of groups.ts, in their order. */
  readonly groups: readonly Group[];
  readonly files?: readonly FileReference[];
  /** The evidence of gates that stands in the clear, of an action that states them (core/credentials/gate). */
  readonly '@gate'?: JsonObject;
}

const FORM: EnvelopeForm = {
  v: 2,
  members: ['v', 'root', 'wallets', 'groups'],
  optional: [GATE_MEMBER],
  membersText:
    'An envelope has the members v, which is 2, root, wallets, groups, where there are files, files, and where gates are public, @gate.',
};

/** The payload as an envelope of version 2; VAL_SCHEMA_006 at the first member that is not what it must be. */
export function readEnvelope(payload: Json): Result<Envelope> {
  if (isObject(payload) && wellFormed.has(payload)) return payload as unknown as Envelope;
  const problem = formProblem(payload, FORM);
  if (problem) return fail(problem);
  const envelope = payload as unknown as Envelope;
  if (lengthOf(envelope.root) !== HASH_BYTES) return fail(refusedForm('/root', 'A root has 32 bytes in base64url.'));
  wellFormed.add(payload as object);
  return envelope;
}

/**
 * Payloads of which that was found: validators, the sender and each reader look at the same one, which is never
 * changed.
 */
const wellFormed = new WeakSet<object>();

/** The wallets of each group, by address: what `groupsOf` has to give. */
export function walletsOfGroups({ wallets, groups }: Envelope): readonly (readonly string[])[] {
  return groups.map(({ keys }) => keys.map(({ wallet }) => (wallets[wallet] as EnvelopeWallet).walletAddress));
}
