// Which credentials of a wallet answer a question: all of those in use are opened for it, a few at a time.
import { toBase64Url } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { FormatFault } from '../../../core/credentials/fault.js';
import type { NamedCredential } from '../../../core/credentials/holding/asked.js';
import { readHeld } from '../../../core/credentials/holding/formats.js';
import { canPresent, type KeptCredential } from '../../../core/credentials/holding/kept.js';
import { leavingNames, shownClaims } from '../../../core/credentials/holding/presenting.js';
import type { DcqlCandidate, DcqlMatch } from '../../../core/credentials/query/match.js';
import { readCertificate } from '../../../core/trust/x509/certificate.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { ApiDeps } from '../../deps/deps.js';
import { openCopies } from './keeping.js';

type Deps = Pick<ApiDeps, 'clock' | 'credentials'>;

/** Opened in one turn: a millisecond of work. */
const AT_ONCE = 8;

/** As DCQL has them; those that are over, revoked, or bound to keys that are not here are left out. */
export async function presentableCredentials(deps: Deps, wallet: Wallet): Promise<readonly NamedCredential[]> {
  const rows: NamedCredential[] = [];
  let opened = 0;
  for await (const kept of deps.credentials.kept.all(wallet.address)) {
    if (!canPresent(kept, deps.clock.now())) continue;
    rows.push(...asHeld(deps, kept));
    if (++opened % AT_ONCE === 0) await new Promise(setImmediate);
  }
  return rows;
}

/** Names of all claims that leave where a candidate is shown, by the rule by which it is presented. */
export async function leavingOf(
  deps: Deps,
  wallet: Wallet,
  { candidates }: DcqlMatch,
): Promise<ReadonlyMap<DcqlCandidate, readonly string[]>> {
  const leaving = new Map<DcqlCandidate, readonly string[]>();
  for (const candidate of [...candidates.values()].flat()) {
    const kept = deps.credentials.kept.find(wallet.address, candidate.credential.id);
    const [copy] = kept === undefined ? [] : openCopies(deps, kept);
    const shown = copy && shownClaims(copy.text, candidate.paths);
    if (shown !== undefined && !(shown instanceof FormatFault)) leaving.set(candidate, leavingNames(shown));
    if (leaving.size % AT_ONCE === 0) await new Promise(setImmediate);
  }
  return leaving;
}

function asHeld(deps: Deps, kept: KeptCredential): readonly NamedCredential[] {
  const [copy] = openCopies(deps, kept);
  const content = copy && readHeld(copy.text);
  if (content === undefined || content instanceof FormatFault) return [];
  const { format, credentialType, otherTypes = [], claims, stated } = content;
  const authorityKeys = stated.chain.flatMap((der) => {
    const certificate = readCertificate(der);
    const key = isFailure(certificate) ? undefined : certificate.extensions.authorityKeyId;
    return key === undefined ? [] : [toBase64Url(key)];
  });
  const types = [credentialType, ...otherTypes];
  return [{ id: kept.id, format, types, claims, authorityKeys, hasHolderKey: kept.isBound, issuer: kept.issuer }];
}
