// Gathers what the checks of a docket need: the docket, the one before, the validators of its height, and the ways into
// the history of later ones. It reads O(log n) of the chain, and judges nothing (core/chain/provenance.ts).
import { firstHolding } from '../../../../core/base/bisect.js';
import { fromHex } from '../../../../core/base/bytes.js';
import { EVIDENCE_ROSTER_CHANGES_MAX } from '../../../../core/base/limits/ledger/consensus.js';
import { pathBy } from '../../../../core/base/merkle.js';
import { genesisRoster } from '../../../../core/chain/genesis/docket.js';
import type { DocketScene, LaterDocket } from '../../../../core/chain/provenance.js';
import { certificateClaims, type Verify } from '../../../../core/consensus/certificate.js';
import type { DocketHeader, RegisterState, Roster, SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import type { Checkpoint } from '../../../../core/register/checkpoint.js';
import { changeAt, governanceLedger } from '../../../../core/register/governance/rows.js';
import { rosterNamed } from '../../../../core/register/past-rosters.js';
import type { ApiDeps } from '../../../deps/deps.js';

type Chain = Pick<ApiDeps['chain'], 'sealedDocket' | 'docket' | 'view' | 'head' | 'history'>;

export interface SceneAsked {
  readonly height: number;
  /** The newest docket that is served. */
  readonly last: number;
  readonly known: Checkpoint | undefined;
  readonly state: Pick<RegisterState, 'roster' | 'policy' | 'genesisHash'>;
}

/** The docket with what surrounds it; undefined where the node has no docket of that height. */
export async function docketScene(
  chain: Chain,
  reg: number,
  { height, last, known, state }: SceneAsked,
): Promise<DocketScene | undefined> {
  const genesis = await chain.sealedDocket(reg, 0);
  const sealed = height === 0 ? genesis : await chain.sealedDocket(reg, height);
  const tip = laterDocket(chain, reg, { from: height, to: last });
  if (!genesis || !sealed || !tip) return undefined;
  const atKnown =
    known && known.height <= last ? laterDocket(chain, reg, { from: height, to: known.height }) : undefined;
  return {
    sealed,
    genesisHash: state.genesisHash,
    mode: state.policy.consensus.mode,
    parentHash: height === 0 ? undefined : chain.docket(reg, height - 1)?.hash,
    tip,
    roster: rosterFor(chain, reg, { header: sealed.docket.header, state, genesis }),
    known,
    atKnown,
  };
}

/** A docket with the way of an earlier one into its history; without a way for one below. */
function laterDocket(
  chain: Chain,
  reg: number,
  { from, to }: { readonly from: number; readonly to: number },
): LaterDocket | undefined {
  const docket = chain.docket(reg, to);
  return docket && { header: docket.header, path: from < to ? pathBy(chain.history(reg), from, to) : [] };
}

interface RosterAsked {
  readonly header: DocketHeader;
  readonly state: Pick<RegisterState, 'roster'>;
  readonly genesis: SealedDocket;
}

/** The validators in force at the height of a docket, as governance made them; found apart from the certificate. */
function rosterFor(chain: Chain, reg: number, { header, state, genesis }: RosterAsked): Roster | undefined {
  const view = chain.view(reg);
  const recent = rosterNamed(header.rosterHash, state, view);
  if (recent) return recent;
  const { changes } = governanceLedger(view);
  const isLater = (ordinal: number) => (changeAt(view, ordinal)?.height ?? 0) >= header.height;
  const first = changes === 0 ? 0 : firstHolding(changes, isLater);
  let ordinal = changes > 0 && !isLater(first) ? first : first - 1;
  for (let looked = 0; ordinal >= 0; ordinal--, looked++) {
    if (looked === EVIDENCE_ROSTER_CHANGES_MAX) return undefined;
    const roster = changeAt(view, ordinal)?.roster;
    if (roster) return roster;
  }
  return genesisRoster(genesis.docket.transactions[0] as Transaction);
}

/** Judges the signatures of the certificate off the event loop; the checks ask for the answers then. */
export async function certificateVerifier(
  { verifySignature }: Pick<ApiDeps, 'verifySignature'>,
  { sealed: { docket, certificate }, roster, genesisHash }: DocketScene,
): Promise<Verify> {
  if (!roster) return () => false;
  const claims = certificateClaims(certificate, { registerId: docket.header.registerId, genesisHash, roster });
  const good = await Promise.all(
    claims.map(({ publicKey, digest, signature }) =>
      verifySignature({ algorithm: 'ED25519', publicKey: fromHex(publicKey), digest, signature: fromHex(signature) }),
    ),
  );
  const verified = new Map(claims.map(({ publicKey, signature }, i) => [`${publicKey}:${signature}`, good[i]]));
  return (publicKey, _, signature) => verified.get(`${publicKey}:${signature}`) ?? false;
}
