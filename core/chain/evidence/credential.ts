// An Issuance, or a change of the status of a credential, in evidence: which credential of which run was committed to,
// and what became of it. Its claims stand on no ledger: the root alone is sealed.
import { isFailure, type Result } from '../../base/result.js';
import type { CredentialStatus } from '../../blueprint/definition/choices.js';
import { instanceIdOf } from '../../instance/rows.js';
import type { Transaction } from '../../model/transaction.js';
import { readStatusChange } from '../../moves/credential-status/form.js';
import { type Issuance, readIssuance } from '../../moves/issuance/form.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { isOfWorkflow } from './timer.js';

interface CredentialMoveSaid {
  readonly by: string;
  readonly instanceId: string;
  readonly actionId: string;
  /** The run of which the credential is, or the Issuance whose status it is. */
  readonly about: string;
}

/** The statement of an Issuance or a CredentialStatus. */
export type CredentialSaid =
  | (CredentialMoveSaid & { readonly type: 'Issuance' } & Omit<Issuance, 'type' | 'v'>)
  | (CredentialMoveSaid & { readonly type: 'CredentialStatus'; readonly to: CredentialStatus });

/** Undefined for any other transaction; an issue where no register takes it. */
export function credentialSaidIn(tx: Transaction): Result<CredentialSaid | undefined> {
  const { header, payload } = tx;
  if (!isOfWorkflow(header) || !header.metadata) return undefined;
  const type = moveTypeOf(header);
  const { actionId, previousTransactionId: about = '', senderWallet: by } = header;
  const said = { by, instanceId: instanceIdOf(tx), actionId, about };
  if (type === 'Issuance') {
    const read = readIssuance(payload);
    if (isFailure(read)) return read;
    const { type: _, v: __, ...stated } = read;
    return { type, ...said, ...stated };
  }
  if (type !== 'CredentialStatus') return undefined;
  const read = readStatusChange(payload);
  return isFailure(read) ? read : { type, ...said, to: read.to };
}

/** A sentence for a person. */
export function credentialFact(said: CredentialSaid): string {
  const { by, about } = said;
  if (said.type === 'CredentialStatus')
    return `The wallet ${by} said that the credential of Issuance ${about} is ${said.to} from then on.`;
  const { config, root, copies, validFrom, validUntil } = said;
  const until = validUntil === undefined ? '' : ` until ${validUntil}`;
  return `The wallet ${by} issued the credential ${config} of transaction ${about}: ${copies === 1 ? '1 copy' : `${copies} copies`} under the root ${root}, valid from ${validFrom}${until}.`;
}
