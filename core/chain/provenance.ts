// The checks of one sealed docket, layer by layer, as a reader is told of them. Each is made again from what is stored;
// one for which something is missing is unverified and never passes in silence. Pure. Evidence (evidence/proof.ts) is
// what convinces somebody without a node.
import { fromHex } from '../base/bytes.js';
import { verifyInclusion } from '../base/merkle.js';
import { certificateProblems, type Verify } from '../consensus/certificate.js';
import type { ConsensusMode, DocketHeader, Hash, Roster, SealedDocket } from '../model/register.js';
import { bodyRootOf, txRootOf } from '../register/body-roots.js';
import { type Checkpoint, checkpointText } from '../register/checkpoint.js';
import { docketHash, ZERO_HASH } from '../register/docket.js';
import { quorum, rosterHashOf, seatOf } from '../register/roster.js';

export type ProvenanceLayer = 'anchor' | 'chain' | 'seal' | 'signers' | 'proposer';

export interface ProvenanceCheck {
  readonly layer: ProvenanceLayer;
  readonly status: 'verified' | 'failed' | 'unverified';
  /** A sentence for a person. */
  readonly headline: string;
  /** Names what the docket was compared with. */
  readonly checkedAgainst: string;
  /** Why it is not verified. */
  readonly reason?: string;
}

/** A docket whose history a path leads into. */
export interface LaterDocket {
  readonly header: DocketHeader;
  /** From the docket in question to the historyRoot of this one; empty where they are one. */
  readonly path: readonly Uint8Array[];
}

/** The docket and what surrounds it, as this node has them; what it lacks is absent. */
export interface DocketScene {
  readonly sealed: SealedDocket;
  readonly genesisHash: Hash;
  /** The mode of the genesis, which counts until a roster names another one. */
  readonly mode: ConsensusMode;
  readonly parentHash?: Hash | undefined;
  readonly tip: LaterDocket;
  readonly roster?: Roster | undefined;
  /** A docket that the reader knows from elsewhere, and the one of its height here. */
  readonly known?: Checkpoint | undefined;
  readonly atKnown?: LaterDocket | undefined;
}

/** The checks in order: from what the reader knows to who proposed. */
export function docketChecks(scene: DocketScene, verify: Verify): readonly ProvenanceCheck[] {
  return [anchorOf(scene), chainOf(scene), sealOf(scene), signersOf(scene, verify), proposerOf(scene)];
}

type Outcome = Pick<ProvenanceCheck, 'status' | 'reason'>;

const VERIFIED: Outcome = { status: 'verified' };
const failureOf = (reason: string): Outcome => ({ status: 'failed', reason });
const unverifiedOutcome = (reason: string): Outcome => ({ status: 'unverified', reason });

function anchorOf({ sealed: { docket }, known, atKnown }: DocketScene): ProvenanceCheck {
  const headline = 'The docket lies in the history of a head that is known from elsewhere.';
  const report = (outcome: Outcome, checkedAgainst = 'nothing'): ProvenanceCheck => ({
    layer: 'anchor',
    ...outcome,
    headline,
    checkedAgainst,
  });
  if (known === undefined)
    return report(
      unverifiedOutcome('No head was given: ask another organisation of the register for one (HASH@HEIGHT).'),
    );
  const against = checkpointText(known);
  if (atKnown === undefined) return report(unverifiedOutcome('This node has no docket of that height.'), against);
  if (docketHash(atKnown.header) !== known.hash)
    return report(failureOf('This node has another docket at that height: one of the two chains is false.'), against);
  if (docket.header.height > known.height)
    return report(unverifiedOutcome('The head is below the docket: the validators since then vouch for it.'), against);
  return report(
    liesIn(docket.header, atKnown) ? VERIFIED : failureOf('No path leads from the docket to the head.'),
    against,
  );
}

function chainOf({ sealed: { docket }, parentHash, tip, genesisHash }: DocketScene): ProvenanceCheck {
  const { height, prevHash } = docket.header;
  const outcome = (): Outcome => {
    if (height === 0) {
      if (prevHash !== ZERO_HASH || docket.hash !== genesisHash)
        return failureOf('Docket 0 is not the genesis of the register.');
    } else if (parentHash === undefined) return unverifiedOutcome('The docket before is not readable on this node.');
    else if (parentHash !== prevHash) return failureOf('The docket names another one as the one before.');
    return liesIn(docket.header, tip) ? VERIFIED : failureOf('No path leads from the docket to the newest one.');
  };
  return {
    layer: 'chain',
    ...outcome(),
    headline: 'The docket follows the one before, and lies in the history of the newest one.',
    checkedAgainst: checkpointText({ hash: docketHash(tip.header), height: tip.header.height }),
  };
}

function sealOf({ sealed: { docket } }: DocketScene): ProvenanceCheck {
  const { header, transactions, hash } = docket;
  const outcome = (): Outcome => {
    if (docketHash(header) !== hash) return failureOf('The hash of the header is another one.');
    if (transactions.length !== header.txCount) return failureOf('The docket has another number of transactions.');
    if (txRootOf(transactions) !== header.txRoot) return failureOf('The TxIds give another root.');
    return bodyRootOf(transactions) === header.bodyRoot ? VERIFIED : failureOf('The transactions give another root.');
  };
  return {
    layer: 'seal',
    ...outcome(),
    headline: `The header covers its ${header.txCount} transactions in their order, byte by byte.`,
    checkedAgainst: hash,
  };
}

function signersOf({ sealed, genesisHash, mode, roster }: DocketScene, verify: Verify): ProvenanceCheck {
  const { docket, certificate } = sealed;
  const { header } = docket;
  const size = roster?.validators.length;
  const need = roster === undefined ? undefined : signersNeeded(header, mode, roster);
  const outcome = (): Outcome => {
    if (roster === undefined) return unverifiedOutcome('The validators of that height are not readable on this node.');
    if (certificate.docketHash !== docketHash(header) || certificate.height !== header.height)
      return failureOf('The certificate is of another docket.');
    if (certificate.kind !== (header.height === 0 ? 'GENESIS' : 'COMMIT'))
      return failureOf('This kind of certificate seals nothing.');
    const scope = { registerId: header.registerId, genesisHash, roster, policy: { mode: roster.mode ?? mode } };
    const [problem] = certificateProblems(certificate, scope, verify);
    return problem === undefined ? VERIFIED : failureOf(problem.message);
  };
  return {
    layer: 'signers',
    ...outcome(),
    headline: `${certificate.signatures.length} of ${size ?? 'an unknown number of'} validators signed${need === undefined ? '' : `, and ${need} were needed`}.`,
    checkedAgainst: header.rosterHash,
  };
}

function signersNeeded({ height }: DocketHeader, mode: ConsensusMode, roster: Roster): number {
  const size = roster.validators.length;
  return height === 0 ? size : quorum(roster.mode ?? mode, size).commit;
}

function proposerOf({ sealed: { docket }, roster }: DocketScene): ProvenanceCheck {
  const { proposer, rosterHash } = docket.header;
  const outcome = (): Outcome => {
    if (roster === undefined) return unverifiedOutcome('The validators of that height are not readable on this node.');
    if (rosterHashOf(roster) !== rosterHash) return failureOf('The docket names another roster than the one in force.');
    return seatOf(roster, proposer) >= 0 ? VERIFIED : failureOf('The proposer had no seat.');
  };
  return {
    layer: 'proposer',
    ...outcome(),
    headline: 'A validator with a seat at that height proposed the docket.',
    checkedAgainst: proposer,
  };
}

function liesIn(header: DocketHeader, { header: later, path }: LaterDocket): boolean {
  const hash = docketHash(header);
  if (header.height === later.height) return hash === docketHash(later);
  return verifyInclusion(fromHex(hash), header.height, later.height, path, fromHex(later.historyRoot));
}
