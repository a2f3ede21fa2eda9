// The transaction that a person is about to sign, and the steps that are left to do with it, as it says in the clear:
// the number of an action tells little of a move that is about no action, and a hand-over with one signature of two is
// refused.
import { isObject } from '../../core/base/json.js';
import { addressOfBase64, isAddress } from '../../core/crypto/keys/address.js';
import type { DraftSubmission } from '../../core/kinds/build.js';
import type { SignatureEntry } from '../../core/model/transaction.js';

type Told = Pick<DraftSubmission, 'actionId' | 'blueprintId' | 'instanceId' | 'metadata' | 'payload' | 'registerId'>;

/** Such as `action 3 of "loan"`, or `the hand-over of role "lender" from qr1… to qr1…`, with where that is. */
export function signedText(of: Told): string {
  const { actionId, blueprintId, instanceId, metadata, registerId } = of;
  const place = instanceId === undefined ? '' : ` in instance ${instanceId}`;
  const handing = handoverIn(of);
  if (handing) return `${handoverText(handing)}${place} of "${blueprintId}" on register ${registerId}`;
  const type = metadata?.type;
  const kind = typeof type === 'string' && type !== 'Action' ? `the ${type} that names action` : 'action';
  return `${kind} ${actionId} of "${blueprintId}" on register ${registerId}`;
}

/** The command that comes next: of a hand-over first the signature that is missing. `file` is where it was written. */
export function nextText(of: Told, signatures: readonly SignatureEntry[], file: string | undefined): string {
  const handing = handoverIn(of);
  const submit = `quorate tx submit${file === undefined ? '' : ` ${file}`}`;
  if (!handing || handing.refuse === true) return submit;
  const signed = signatures.map(({ algorithm, publicKey }) => addressOfBase64(algorithm, publicKey));
  const signers = handing.withoutHolder === true ? [handing.to] : [handing.from, handing.to];
  const missing = signers.find((address) => isAddress(address) && !signed.includes(address));
  const sign = `quorate tx sign ${file ?? 'FILE'} --wallet`;
  if (missing !== undefined) return `${missing} signs it too, on its node: ${sign} ${missing} --out SIGNED`;
  if (handing.withoutHolder !== true) return submit;
  // Which roles replace the holder is said by the definition, which is not at hand where a key is.
  const another = `${sign} ADDRESS --out SIGNED`;
  return signed.length < 2
    ? `the holders of the roles that replace the holder sign it, each on its node: ${another}`
    : `${submit}, once the holder of each role that replaces the holder has signed; before that: ${another}`;
}

function handoverIn({ metadata, payload }: Told): Readonly<Record<string, unknown>> | undefined {
  return metadata?.type === 'Handover' && isObject(payload) ? payload : undefined;
}

function handoverText({ role, from, to, refuse }: Readonly<Record<string, unknown>>): string {
  if (refuse === true) return `the refusal to give away role ${JSON.stringify(role)}`;
  return `the hand-over of role ${JSON.stringify(role)}${typeof from === 'string' ? ` from ${from}` : ''} to ${String(to)}`;
}
