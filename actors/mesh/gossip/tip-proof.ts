// Judges a gossiped tip by its certificate alone, under the roster that this node has sealed. It believes no peer, asks
// none and stores nothing.
import { isFailure } from '../../../core/base/result.js';
import { type CertificateScope, certificateClaims, shapeProblem } from '../../../core/consensus/certificate.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import { docketHash } from '../../../core/register/docket.js';
import { quorum, rosterHashOf } from '../../../core/register/roster.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ClaimsVerifier } from '../../ports.js';
import type { MeshLedger } from '../ports.js';

export interface TipProofPorts {
  readonly ledger: Pick<MeshLedger, 'state'>;
  readonly chain: Pick<ChainStore, 'docketAt'>;
  readonly verify: ClaimsVerifier;
}

/**
 * `sealed`: the very docket that is sealed here at its height. `valid`: a quorum of the roster signed it and it is
 * above the tip here. `conflict`: a quorum signed it and another docket is sealed here: the register is forked.
 * `invalid`: it follows a docket that is sealed here, and a signature is not of its voter: no peer that checked
 * it could have passed it on. `unknown`: it cannot be judged from what this node has.
 */
export type TipVerdict = 'sealed' | 'valid' | 'conflict' | 'invalid' | 'unknown';

/**
 * False for a tip that contradicts itself, or is not of the kind that gossip carries: COMMIT certificate, no docket.
 */
export function isGossipHead({ registerId, header, certificate, docket }: HeadClaim): boolean {
  return (
    docket === null &&
    certificate.kind === 'COMMIT' &&
    header.registerId === registerId &&
    certificate.height === header.height &&
    certificate.rosterHash === header.rosterHash &&
    certificate.docketHash === docketHash(header)
  );
}

/** Verifies on other threads. The tip passed `isGossipHead`. */
export async function judgeTip(
  ports: TipProofPorts,
  record: Pick<RegisterRecord, 'id' | 'reg'>,
  { header, certificate }: HeadClaim,
): Promise<TipVerdict> {
  const state = ports.ledger.state(record.id);
  if (isFailure(state)) return 'unknown';
  const isPast = header.height <= state.height;
  if (isPast && ports.chain.docketAt(record.reg, header.height)?.hash === certificate.docketHash) return 'sealed';
  const { roster, genesisHash, policy } = state;
  const rosterHash = rosterHashOf(roster);
  const size = roster.validators.length;
  // Another roster or count may be right at another height: the relay, whose tip is another, is not to blame.
  const shape = { size, rosterHash, quorum: quorum(roster.mode ?? policy.consensus.mode, size) };
  if (shapeProblem(certificate, shape)) return 'unknown';
  const scope: Omit<CertificateScope, 'policy'> = { registerId: record.id, genesisHash, roster };
  // Certificates do not name their genesis: only its parent shows that a tip is of this very chain, and that its relay
  // had these keys.
  const isOurs = ports.chain.docketAt(record.reg, header.height - 1)?.hash === header.prevHash;
  if (!(await ports.verify(certificateClaims(certificate, scope)))) return isOurs ? 'invalid' : 'unknown';
  return isPast ? 'conflict' : 'valid';
}
