// The things that are looked for, read from one field: texts that names of each kind would begin with. Undefined where
// the field cannot be the beginning of one.
import { DID_LENGTH_MAX } from '../../../../core/base/limits/node/reading.js';
import { addressOfDid } from '../../../../core/register/people/did.js';

export interface Wanted {
  /** Beginning of an id or a name, as it was typed. */
  readonly text: string;
  /** Of one register, where a DID names it. */
  readonly registerId?: string;
  readonly txId?: string;
  readonly address?: string;
  readonly docket?: { readonly number: number; readonly hash?: string };
}

const PLACE = /^did:quorate:register:([0-9a-f-]{36})(?:\/(tx|docket)\/([0-9a-f]{1,64}))?(?:#.*)?$/;

export function readWanted(q: string): Wanted {
  const text = q.trim().slice(0, DID_LENGTH_MAX);
  const [, registerId, kind, key = ''] = PLACE.exec(text) ?? [];
  if (registerId !== undefined) {
    if (kind === 'tx') return { text: '', registerId, txId: key };
    if (kind === 'docket') return { text: '', registerId, docket: { number: Number(key) } };
    return { text: registerId, registerId };
  }
  const head = /^([0-9a-f]{64})@(\d{1,15})$/i.exec(text);
  if (head) return { text: '', docket: { number: Number(head[2]), hash: String(head[1]).toLowerCase() } };
  const ofDid = addressOfDid(text);
  const address = ofDid ?? (text.startsWith('qr1') ? text : undefined);
  const digits = text.toLowerCase();
  return {
    text,
    ...(address === undefined ? {} : { address }),
    ...(/^[0-9a-f]{1,64}$/.test(digits) ? { txId: digits } : {}),
  };
}
