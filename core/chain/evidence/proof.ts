// The reach of evidence: what it proves, and what it only shows to be consistent. A holder of the keys of a quorum of
// any past roster can write a whole branch of its own: headers, certificates, history and head. So nothing in the
// document makes it valid; a head that the reader knows from elsewhere does, because everything else is proven in that
// head's history by hashes alone.

import { fromHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { Json } from '../../base/json.js';
import { verifyInclusion } from '../../base/merkle.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { certificateProblems } from '../../consensus/certificate.js';
import type { Certificate, DocketHeader, Hash, RegisterState, Roster } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { type Checkpoint, checkpointText } from '../../register/checkpoint.js';
import { docketHash } from '../../register/docket.js';
import type { VerifySync } from '../../register/genesis/payload.js';
import { rosterHashOf } from '../../register/roster.js';
import { genesisState } from '../genesis/docket.js';
import { checkWords, type EvidenceCheck, type GateSaid } from './checks.js';
import type { Evidence, EvidencePlace } from './evidence.js';
import { isEvidence } from './form.js';
import { gateIn } from './gate.js';
import { type Known, knownIssues, whyUnanchored } from './known.js';
import { linkIssues, rulesIssues } from './links.js';
import { instanceIn, type PlacedMove, type ProvenInstance } from './moves.js';
import { type Statement, statementIn } from './opening.js';
import { readStatement, type Said, saidChecks } from './said.js';
import { below, invalid, signaturesVerify, verifyTransaction } from './transaction.js';
import { transactionAt } from './transaction-at.js';

interface Shown extends Said {
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly txId: string;
  readonly height: number;
  readonly docketHash: Hash;
  readonly timestampMs: number;
  /** The last docket that the document names; in version 1 that of the transaction. */
  readonly head: Checkpoint & { readonly timestampMs: number };
  /** The checks that it passed, in their order. */
  readonly checks: readonly EvidenceCheck[];
  /** The same as sentences for a person. */
  readonly facts: readonly string[];
  /** Of the parts of an encrypted action that the document shows. */
  readonly statement?: Statement;
  /** Of the gate that the document is about. */
  readonly gate?: GateSaid;
  /** Its instance, where the document has the moves before it. */
  readonly instance?: ProvenInstance;
}

/** The facts on which the word "consistent" rests. */
export interface Trusted {
  /** Absent where the reader stated it. */
  readonly genesisHash?: Hash;
  /** Height from which on the keys of the validators are trusted: 0, or that of a docket which the reader knows. */
  readonly sinceHeight: number;
  /** Consensus keys from there to the head: a quorum of any roster among them, a past one too, could make this up. */
  readonly validatorKeys: readonly string[];
  /** The time of the head, as its signers say it. */
  readonly headTimestampMs: number;
}

/** `valid`: proven by hashes from a head that the reader knows. `consistent`: as good as the keys that are trusted. */
export type EvidenceProof = Shown &
  (
    | { readonly verdict: 'valid'; readonly anchor: Checkpoint }
    | {
        readonly verdict: 'consistent';
        readonly trusted: Trusted;
        /** Why the head that the reader stated did not make it valid; absent when none was stated. */
        readonly unanchored?: string;
      }
  );

/**
 * Verifies a parsed evidence document offline: the transaction's form, hashes, sender and signatures; its place in the
 * docket; genesis with its attestations; every roster from there to the head and their certificates; that all these
 * dockets lie in the history of the head; and that the parts which an opening shows were stated in the transaction.
 * Then it compares what the reader knows. The issues are EVIDENCE_INVALID, EVIDENCE_ANCHOR_MISMATCH, EVIDENCE_TOO_OLD,
 * or the code of the rule that was broken, with pointers into the document.
 */
export function verifyEvidence(document: unknown, verify: VerifySync, known: Known = {}): Result<EvidenceProof> {
  if (!isEvidence(document)) return fail(invalid('', 'The document does not have the form of evidence.'));
  const genesis = verifyGenesis(document, verify);
  if (isFailure(genesis)) return genesis;
  const scene: Scene = { document, genesis, verify, rosters: [{ from: 1, roster: genesis.roster }] };
  const issues = firstOf([
    () => rulesIssues(document),
    () => verifyRosters(scene),
    () => verifyHead(scene),
    () => verifyDocket(scene),
    () => verifyInHistory(scene, document.genesis, '/genesis'),
    () => verifyAnchor(scene),
    () => linkIssues(document, (height) => rosterHashOf(rosterAt(scene, height))),
    () => verifyTransaction(document, verify),
    () => verifyEarlier(scene),
    () => knownIssues(document, genesis.genesisHash, known),
  ]);
  if (issues.length > 0) return fail(issues);
  const instance = readInstance(document);
  if (isFailure(instance)) return instance;
  const statement = readShown(document);
  if (isFailure(statement)) return statement.mapIssues(below('/opening'));
  const tx = transactionAt(document.transaction, '/transaction') as Transaction;
  const said = readStatement(tx, document.docket.header);
  if (isFailure(said)) return said.mapIssues(below('/transaction'));
  const gate = gateIn(document, tx);
  return isFailure(gate) ? gate : proofOf({ ...scene, statement, said, gate, instance }, known);
}

interface Scene {
  readonly document: Evidence;
  readonly genesis: RegisterState;
  readonly verify: VerifySync;
  /** Rosters in order, each with the first height that it decides. */
  readonly rosters: { readonly from: number; readonly roster: Roster }[];
  readonly statement?: Statement | undefined;
  readonly said?: Said;
  readonly gate?: GateSaid | undefined;
  readonly instance?: ProvenInstance | undefined;
}

/** Read from a transaction that was verified before. */
function readShown({ opening, transaction }: Evidence): Result<Statement | undefined> {
  if (opening === undefined) return undefined;
  const tx = transactionAt(transaction, '/transaction');
  return isFailure(tx) ? tx : statementIn(opening as unknown as Json, tx);
}

function firstOf(steps: readonly (() => Issue[])[]): Issue[] {
  for (const step of steps) {
    const issues = step();
    if (issues.length > 0) return issues;
  }
  return [];
}

function verifyGenesis(document: Evidence, verify: VerifySync): Result<RegisterState> {
  const { header, certificate } = document.genesis;
  const tx = transactionAt(document.genesis.transaction, '/genesis/transaction');
  if (isFailure(tx)) return tx;
  const founded = genesisState(
    { hash: docketHash(header), header, transactions: [tx], annex: [] },
    { verify, signaturesOk: (each) => signaturesVerify(each, verify) },
  );
  if (isFailure(founded)) return founded.mapIssues(below('/genesis'));
  const { state } = founded;
  if (state.registerId !== document.registerId)
    return fail(invalid('/registerId', 'The genesis is of another register.'));
  const scene = { document, genesis: state, verify, rosters: [] };
  const issues = verifySealed(scene, { header, certificate }, { roster: state.roster, at: '/genesis' });
  return issues.length > 0 ? fail(issues) : state;
}

/**
 * Every change is signed under the roster before it and names the roster after it: consecutive ones connect. They begin
 * at genesis, or at the anchor where it has its roster.
 */
function verifyRosters(scene: Scene): Issue[] {
  const { document, rosters } = scene;
  const { anchor } = document;
  const end = (document.head ?? document.docket).header.height;
  let height = 0;
  if (anchor?.roster) {
    height = anchor.header.height;
    rosters.push({ from: height + 1, roster: anchor.roster });
  }
  for (const [i, change] of document.rosterChanges.entries()) {
    const at = `/rosterChanges/${i}`;
    const { header } = change;
    if (header.height <= height || header.height >= end)
      return [invalid(`${at}/header/height`, 'Roster changes are in order of height and below the head.')];
    const issues = verifySealed(scene, change, { roster: rosterAt(scene, header.height), at });
    if (issues.length > 0) return issues;
    const changes = !document.head || header.nextRosterHash !== header.rosterHash;
    if (!changes || rosterHashOf(change.roster) !== header.nextRosterHash)
      return [invalid(`${at}/roster`, 'The docket does not give this roster.')];
    const lies = verifyInHistory(scene, change, at);
    if (lies.length > 0) return lies;
    rosters.push({ from: header.height + 1, roster: change.roster });
    height = header.height;
  }
  return [];
}

function rosterAt({ rosters, genesis }: Scene, height: number): Roster {
  return rosters.findLast(({ from }) => from <= height)?.roster ?? genesis.roster;
}

/** The roster that the last change gave decided the head: no change that is still in force was left out. */
function verifyHead(scene: Scene): Issue[] {
  const { head } = scene.document;
  return head ? verifySealed(scene, head, { roster: rosterAt(scene, head.header.height), at: '/head' }) : [];
}

function verifyDocket(scene: Scene): Issue[] {
  const { docket } = scene.document;
  const { header, certificate } = docket;
  const issues = verifySealed(
    scene,
    { header, certificate },
    { roster: rosterAt(scene, header.height), at: '/docket' },
  );
  return issues.length > 0 ? issues : verifyInHistory(scene, docket, '/docket');
}

/**
 * The docket that the reader knows below the transaction's: the rosters around it are those of the document, which has
 * only the one after it where the changes begin there.
 */
function verifyAnchor(scene: Scene): Issue[] {
  const { anchor, docket } = scene.document;
  if (!anchor) return [];
  const { header } = anchor;
  if (header.registerId !== scene.genesis.registerId || header.height >= docket.header.height)
    return [invalid('/anchor/header', 'The anchor is not a docket of this register below that of the transaction.')];
  const before = anchor.roster ? header.rosterHash : rosterHashOf(rosterAt(scene, header.height));
  if (header.rosterHash !== before || header.nextRosterHash !== rosterHashOf(rosterAt(scene, header.height + 1)))
    return [issue('DOCKET_ROSTER_MISMATCH', '/anchor/header/rosterHash', 'The docket names another roster.')];
  return verifyInHistory(scene, anchor, '/anchor');
}

interface InHistory {
  readonly header: DocketHeader;
  readonly historyPath?: readonly Hash[];
}

/** Whether a docket is the head of the document, or lies in its history. Version 1 has no head to lie under. */
function verifyInHistory({ document }: Scene, { header, historyPath = [] }: InHistory, at: string): Issue[] {
  const { head } = document;
  if (!head) return [];
  const hash = docketHash(header);
  const { height, historyRoot } = head.header;
  const lies =
    header.height === height
      ? historyPath.length === 0 && hash === docketHash(head.header)
      : verifyInclusion(fromHex(hash), header.height, height, historyPath.map(fromHex), fromHex(historyRoot));
  return lies ? [] : [invalid(`${at}/historyPath`, 'The path does not lead from the docket to the head.')];
}

/** Whether a header is the one that a certificate of this roster decided. */
function verifySealed(
  { genesis, verify }: Scene,
  { header, certificate }: { readonly header: DocketHeader; readonly certificate: Certificate },
  { roster, at }: { readonly roster: Roster; readonly at: string },
): Issue[] {
  if (header.registerId !== genesis.registerId)
    return [invalid(`${at}/header/registerId`, 'The docket is of another register.')];
  if (header.rosterHash !== rosterHashOf(roster))
    return [issue('DOCKET_ROSTER_MISMATCH', `${at}/header/rosterHash`, 'The docket names another roster.')];
  if (certificate.docketHash !== docketHash(header) || certificate.height !== header.height)
    return [issue('CERTIFICATE_INVALID', `${at}/certificate/docketHash`, 'The certificate is of another docket.')];
  if (certificate.kind !== (header.height === 0 ? 'GENESIS' : 'COMMIT'))
    return [issue('CERTIFICATE_INVALID', `${at}/certificate/kind`, 'This kind of certificate seals nothing.')];
  const scope = {
    registerId: genesis.registerId,
    genesisHash: genesis.genesisHash,
    roster,
    // The mode of genesis counts until a roster names another one.
    policy: { mode: roster.mode ?? genesis.policy.consensus.mode },
  };
  const problems = certificateProblems(certificate, scope, (publicKey, digest, signature) =>
    verify('ED25519', fromHex(publicKey), digest, fromHex(signature)),
  );
  return problems.map(below(`${at}/certificate`));
}

/** The moves before it, each as the transaction itself: its docket, its bytes, its signatures and what it says. */
function verifyEarlier(scene: Scene): Issue[] {
  const { document, verify } = scene;
  for (const [i, move] of (document.earlier ?? []).entries()) {
    const tx = transactionAt(move.transaction, '/transaction');
    const steps = isFailure(tx)
      ? () => [tx.issue]
      : () => {
          const its: Evidence = { ...document, ...move, txId: tx.txId };
          return firstOf([
            () => verifyDocket({ ...scene, document: its }),
            () => verifyTransaction(its, verify),
            () => saidIssues(tx, move.docket.header),
          ]);
        };
    const issues = steps().map(below(`/earlier/${i}`));
    if (issues.length > 0) return issues;
  }
  return [];
}

function saidIssues(tx: Transaction, docket: DocketHeader): Issue[] {
  const said = readStatement(tx, docket);
  return isFailure(said) ? said.issues.map(below('/transaction')) : [];
}

/** All of it was verified before. */
function readInstance({ earlier, transaction, docket }: Evidence): Result<ProvenInstance | undefined> {
  if (earlier === undefined) return undefined;
  const placeAt = (at: string, place: EvidencePlace): PlacedMove => {
    const { header, index } = place.docket;
    return { tx: transactionAt(place.transaction, at) as Transaction, header, index, at };
  };
  return instanceIn([
    ...earlier.map((move, i) => placeAt(`/earlier/${i}`, move)),
    placeAt('', { transaction, docket }),
  ]);
}

function proofOf(scene: Scene, known: Known): EvidenceProof {
  const { document, genesis, rosters, statement, gate, instance, said = {} } = scene;
  const { header } = document.docket;
  const last = (document.head ?? document.docket).header;
  const head = checkpointOf(last);
  const seats = rosterAt(scene, header.height).validators.length;
  const checks = checksOf(scene, { header, seats, head });
  const shown: Shown = {
    registerId: document.registerId,
    genesisHash: genesis.genesisHash,
    txId: document.txId,
    height: header.height,
    docketHash: docketHash(header),
    timestampMs: header.timestampMs,
    head: { ...head, timestampMs: last.timestampMs },
    checks,
    facts: checks.map(checkWords),
    ...(statement && { statement }),
    ...(gate && { gate }),
    ...(instance && { instance }),
    ...said,
  };
  const point = known.head;
  if (document.head && point && point.height === head.height) return { ...shown, verdict: 'valid', anchor: point };
  const { anchor } = document;
  const sinceHeight = anchor && point?.height === anchor.header.height ? anchor.header.height : 0;
  const used = rosters.filter((_, i) => (rosters[i + 1]?.from ?? Number.POSITIVE_INFINITY) > sinceHeight + 1);
  return {
    ...shown,
    verdict: 'consistent',
    trusted: {
      ...(known.genesisHash === undefined && point?.height !== 0 ? { genesisHash: genesis.genesisHash } : {}),
      sinceHeight,
      validatorKeys: [...new Set(used.flatMap(({ roster }) => roster.validators.map((seat) => seat.consensusKey)))],
      headTimestampMs: last.timestampMs,
    },
    ...(point ? { unanchored: whyUnanchored(document, point) } : {}),
  };
}

interface Checked {
  readonly header: DocketHeader;
  /** Validators of the roster that sealed the docket. */
  readonly seats: number;
  readonly head: Checkpoint;
}

function checksOf(
  { document, genesis, statement, gate, instance, said = {} }: Scene,
  { header, seats, head }: Checked,
) {
  const { certificate, index } = document.docket;
  const { registerId, genesisHash, members, roster } = genesis;
  const parties = { members: members.length, validators: roster.validators.length };
  const fromHeight = document.anchor?.roster ? document.anchor.header.height : 0;
  const checks: readonly EvidenceCheck[] = [
    { code: 'genesis', args: { registerId, genesisHash, ...parties } },
    {
      code: 'roster',
      args: { changes: document.rosterChanges.length, fromHeight, to: document.head ? 'head' : 'docket' },
    },
    {
      code: 'docket',
      args: { height: header.height, signatures: certificate.signatures.length, validators: seats },
    },
    {
      code: 'transaction',
      args: { txId: document.txId, number: index + 1, of: header.txCount, isSigned: said.fired === undefined },
    },
    ...saidChecks(said, header),
    ...(instance
      ? [{ code: 'instance', args: { instanceId: instance.instanceId, moves: instance.moves.length } } as const]
      : []),
    ...(document.head ? [{ code: 'history', args: { head: checkpointText(head) } } as const] : []),
    ...(document.anchor
      ? [{ code: 'between', args: { docket: checkpointText(checkpointOf(document.anchor.header)) } } as const]
      : []),
    ...(statement
      ? [{ code: 'opening', args: { parts: statement.parts.length, wallet: statement.wallet } } as const]
      : []),
    ...(gate ? [gateCheck(gate)] : []),
  ];
  return checks;
}

function gateCheck({ id, verdict, credentialType, ...said }: GateSaid): EvidenceCheck {
  const ground = 'ground' in said ? { ground: said.ground } : {};
  return { code: 'gate', args: { id, verdict, credentialType, ...ground } };
}

function checkpointOf(header: DocketHeader): Checkpoint {
  return { hash: docketHash(header), height: header.height };
}
