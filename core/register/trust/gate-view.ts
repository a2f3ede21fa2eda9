// The ledger as the judge of gates asks it, as of a height: whom the register trusts, and what its records say of
// verifiers and holders. Nothing that is sealed above the height changes an answer. Pure.
import { isHex } from '../../base/bytes.js';
import type { GateView } from '../../credentials/gate/judge.js';
import type { ShownIssuance } from '../../credentials/gate/ledger-status.js';
import type { StateView } from '../../model/register.js';
import { issuanceStatusAsOf } from '../issued/rows.js';
import { type CredentialFacts, factsOfWallet, isVerifierAsOf } from '../people/credential-facts.js';
import { transactionDid } from '../people/did.js';
import { trustAsOf } from './as-of.js';

/** The answers as of the docket of the height. */
export function gateViewOf(view: LedgerView, asOf: number): GateView {
  const factsAt = (wallet: string): CredentialFacts | undefined => {
    const facts = factsOfWallet(view, wallet, asOf);
    return facts?.isActive ? facts : undefined;
  };
  return {
    // Lists of a tenant are those of one node, and so is its word about stale ones: neither has a part here.
    trust: { ...trustAsOf(view, asOf), tenantList: undefined, isStrict: false },
    isVerifier: (clientId, wallet) =>
      wallet === undefined
        ? isVerifierAsOf(view, clientId, asOf)
        : factsAt(wallet)?.verifierIds.includes(clientId) === true,
    holderKeysOf: (wallet) => factsAt(wallet)?.holderKeys ?? [],
    issuanceOf: (tx) => issuanceAsOf(view, tx, asOf),
  };
}

type LedgerView = Pick<StateView, 'state' | 'transaction'>;

/** An Issuance of this register, which its DID URL names, with its status by then. */
function issuanceAsOf(view: LedgerView, tx: string, asOf: number): ShownIssuance | undefined {
  const txId = tx.slice(-TX_ID_LENGTH);
  const status = isHex(txId, TX_ID_LENGTH / 2) ? issuanceStatusAsOf(view, txId, asOf) : undefined;
  const sealed = status === undefined ? undefined : view.transaction(txId);
  if (status === undefined || sealed === undefined || tx !== transactionDid(sealed.header.registerId, txId))
    return undefined;
  // The row is that of a sealed Issuance, whose form was judged.
  const { root, copies } = sealed.payload as unknown as Pick<ShownIssuance, 'root' | 'copies'>;
  return { tx, root, copies, status };
}

const TX_ID_LENGTH = 64;
