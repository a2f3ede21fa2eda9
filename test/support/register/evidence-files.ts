// Evidence of the small register in memory: of any transaction, under any head, also as version 1 wrote it, and as
// somebody forges it who holds the keys of a past roster. Deterministic.
import { fromHex } from '../../../core/base/bytes.js';
import { inclusionPath, merkleRoot } from '../../../core/base/merkle.js';
import { buildEvidence, type Evidence, type RosterChange } from '../../../core/chain/evidence/evidence.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import type { Certificate, DocketHeader, Roster, SealedDocket } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { bodyRootOf, txRootOf } from '../../../core/register/body-roots.js';
import { docketHash } from '../../../core/register/docket.js';
import { changeAt, governanceLedger } from '../../../core/register/governance/rows.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { type Ledger, REGISTER_ID, signAsSeat } from './ledger.js';

export interface EvidenceOf {
  readonly height: number;
  readonly index?: number;
  /** Default: the newest docket. */
  readonly head?: number;
  readonly anchor?: number;
  /** Moves before it, in the order of the file. */
  readonly earlier?: readonly { readonly height: number; readonly index?: number }[];
}

export function evidenceIn(ledger: Ledger, { height, index = 0, head, anchor, earlier }: EvidenceOf): Evidence {
  const last = ledger.dockets[head ?? ledger.dockets.length - 1]!;
  const leaves = ledger.dockets.map(({ docket }) => fromHex(docket.hash)).slice(0, last.docket.header.height);
  return JSON.parse(
    JSON.stringify(
      buildEvidence({
        sealed: ledger.dockets[height]!,
        index,
        ...(earlier && {
          earlier: earlier.map((at) => ({ sealed: ledger.dockets[at.height]!, index: at.index ?? 0 })),
        }),
        genesis: ledger.dockets[0]!,
        rosterChanges: changesIn(ledger).filter(({ header }) => header.height < last.docket.header.height),
        head: { header: last.docket.header, certificate: last.certificate },
        pathOf: (at) => inclusionPath(leaves, at),
        ...(anchor === undefined ? {} : { anchor: { header: ledger.dockets[anchor]!.docket.header } }),
      }),
    ),
  );
}

export function changesIn(ledger: Ledger): RosterChange[] {
  return Array.from({ length: governanceLedger(ledger.view).changes }, (_, i) => changeAt(ledger.view, i)!)
    .filter(({ roster }) => roster !== undefined)
    .map(({ height, roster }) => {
      const { docket, certificate } = ledger.dockets[height]!;
      return { header: docket.header, certificate, roster: roster! };
    });
}

/** The same evidence as the version before wrote it: it ends with the docket. */
export function asVersion1({ head: _head, anchor: _anchor, ...evidence }: Evidence): Evidence {
  const without = <T extends { readonly historyPath?: unknown }>({ historyPath: _, ...rest }: T) => rest;
  const { docket, genesis, rosterChanges } = evidence;
  return {
    ...evidence,
    version: 1,
    docket: without(docket),
    genesis: without(genesis),
    rosterChanges: rosterChanges.filter(({ header }) => header.height < docket.header.height).map(without),
  };
}

export function certified(header: DocketHeader, genesisHash: string, roster: Roster): Certificate {
  const hash = docketHash(header);
  const said = {
    kind: 'COMMIT' as const,
    height: header.height,
    round: 0,
    docketHash: hash,
    rosterHash: rosterHashOf(roster),
  };
  const signatures = roster.validators.map((seat, voterIndex) => {
    const vote = { ...said, registerId: REGISTER_ID, genesisHash, voter: seat.validatorId, approve: true, code: '' };
    return { voterIndex, signature: signAsSeat(seat, voteDigest(vote)) };
  });
  return { ...said, signatures };
}

export interface Forgery {
  readonly transaction: Transaction;
  /** Heights of the docket and the head that are made up. */
  readonly height: number;
  readonly headHeight: number;
  readonly timestampMs: number;
  /** The past roster whose keys the forger holds, the changes that led to it. */
  readonly roster: Roster;
  readonly rosterChanges: readonly RosterChange[];
  /** Real dockets that the forger puts into the history that it makes up. */
  readonly known?: readonly number[];
  readonly anchor?: number;
  /** Members of the headers that are made up otherwise. */
  readonly anchored?: Partial<DocketHeader>;
  readonly docket?: Partial<DocketHeader>;
  readonly head?: Partial<DocketHeader>;
}

/** Evidence of a transaction that was never sealed, under a head that never was: only the past keys are real. */
export function forgedBranch(ledger: Ledger, forgery: Forgery): Evidence {
  const { transaction, height, headHeight, roster, timestampMs } = forgery;
  const { genesisHash } = ledger.state;
  const rosterHash = rosterHashOf(roster);
  // The state that it would give is proven to nobody, and the rules of the register need not take it.
  const holds = { txRoot: txRootOf([transaction]), bodyRoot: bodyRootOf([transaction]), txCount: 1 };
  const real = { ...ledger.docket([]).header, ...holds, bytes: transaction.bytes.length };
  const made = { ...real, rosterHash, nextRosterHash: rosterHash, prevHash: 'ab'.repeat(32) };
  const header = { ...made, height, timestampMs, ...forgery.docket };
  const anchor = forgery.anchor === undefined ? undefined : ledger.dockets[forgery.anchor]!.docket.header;
  const anchored = anchor && { ...anchor, ...forgery.anchored };
  const leaves = Array.from({ length: headHeight }, (_, at) => {
    if (anchored && at === forgery.anchor) return fromHex(docketHash(anchored));
    const isReal =
      at === 0 || forgery.known?.includes(at) || forgery.rosterChanges.some((one) => one.header.height === at);
    return fromHex(isReal ? ledger.dockets[at]!.docket.hash : at === height ? docketHash(header) : '0'.repeat(64));
  });
  const historyRoot = Buffer.from(merkleRoot(leaves)).toString('hex');
  const prevHash = headHeight === height + 1 ? docketHash(header) : made.prevHash;
  const above = { height: headHeight, timestampMs: timestampMs + 1, historyRoot, prevHash };
  const head = { ...made, ...above, ...forgery.head };
  const sealed: SealedDocket = {
    docket: { hash: docketHash(header), header, transactions: [transaction], annex: [] },
    certificate: certified(header, genesisHash, roster),
  };
  const evidence = buildEvidence({
    sealed,
    index: 0,
    genesis: ledger.dockets[0]!,
    rosterChanges: forgery.rosterChanges,
    head: { header: head, certificate: certified(head, genesisHash, roster) },
    pathOf: (at) => inclusionPath(leaves, at),
    ...(anchored && { anchor: { header: anchored } }),
  });
  return JSON.parse(JSON.stringify(evidence));
}
