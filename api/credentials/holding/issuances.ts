// Holds a credential that names its Issuance against the register, where this node has that: an issuer that signs
// another thing than it sealed deceives its recipient alone. Of a register that is not here it says nothing.
import { nextSealed } from '../../../actors/ledger/next-sealed.js';
import { issue } from '../../../core/base/issue.js';
import { TIP_WAIT_MS } from '../../../core/base/limits/node/replication.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import type { ShownIssuance } from '../../../core/credentials/gate/ledger-status.js';
import type { KeptCredential } from '../../../core/credentials/holding/kept.js';
import { type LinkedCopy, linkProblem } from '../../../core/credentials/issuance/link.js';
import { issuanceStatus } from '../../../core/register/issued/rows.js';
import { placeOfTransactionDid, type TransactionPlace } from '../../../core/register/people/did.js';
import { gateViewOf } from '../../../core/register/trust/gate-view.js';
import type { ApiDeps } from '../../deps/deps.js';

export type IssuanceDeps = Pick<ApiDeps, 'chain' | 'clock' | 'ledger'> & Parameters<typeof nextSealed>[0];

/**
 * Place of the Issuance that sealed the copy; undefined where its register is not here. CREDENTIAL_REFUSED for another
 * copy, and for one that is not valid any more. REGISTER_BEHIND where the register has no such Issuance yet.
 */
export async function issuanceOfCopy(
  deps: IssuanceDeps,
  copy: LinkedCopy,
): Promise<Result<TransactionPlace | undefined>> {
  const { tx } = copy.link;
  const place = placeOfTransactionDid(tx);
  if (place === undefined) return refuse('Its link names no transaction of a register.');
  if (reg(deps, place.registerId) === undefined) return undefined;
  const sealed = findIssuance(deps, place, tx) ?? (await awaitIssuance(deps, place, tx));
  if (isFailure(sealed)) return sealed;
  const problem = linkProblem(copy, sealed);
  if (problem !== undefined) return refuse(`Its issuer sealed another one. ${problem}`);
  return sealed.status === 'valid' ? place : refuse(`The register has it ${sealed.status}.`);
}

/** As the register says now; undefined where it is not here. */
export function statusOfIssuance(
  { chain, ledger }: Pick<ApiDeps, 'chain' | 'ledger'>,
  { issuanceRegisterId: registerId, issuanceTxId: txId }: Pick<KeptCredential, 'issuanceRegisterId' | 'issuanceTxId'>,
): CredentialStatus | undefined {
  if (registerId === undefined || txId === undefined) return undefined;
  const own = reg({ ledger }, registerId);
  return own === undefined ? undefined : issuanceStatus(chain.view(own), txId);
}

/** The node of the issuer may be some dockets ahead. */
async function awaitIssuance(deps: IssuanceDeps, place: TransactionPlace, tx: string): Promise<Result<ShownIssuance>> {
  const until = deps.clock.steady() + TIP_WAIT_MS;
  for (let leftMs = TIP_WAIT_MS; leftMs > 0; leftMs = until - deps.clock.steady()) {
    const docket = await nextSealed(deps, { registerId: place.registerId, waitMs: leftMs });
    const sealed = findIssuance(deps, place, tx);
    if (sealed !== undefined) return sealed;
    if (docket === undefined) break;
  }
  return fail(issue('REGISTER_BEHIND', '', 'The register has no Issuance here that the credential names.'));
}

function findIssuance(deps: IssuanceDeps, place: TransactionPlace, tx: string): ShownIssuance | undefined {
  const own = reg(deps, place.registerId);
  if (own === undefined) return undefined;
  return gateViewOf(deps.chain.view(own), deps.chain.head(own)?.height ?? 0).issuanceOf(tx);
}

function reg({ ledger }: Pick<ApiDeps, 'ledger'>, registerId: string): number | undefined {
  const record = ledger.register(registerId);
  return record === undefined || record.purging ? undefined : record.reg;
}

const refuse = (message: string) => fail(issue('CREDENTIAL_REFUSED', '', message));
