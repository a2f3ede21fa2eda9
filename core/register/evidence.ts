// One self-contained document that proves a transaction sealed: built by a node, verified by anybody with no node at all. The verifier trusts nothing
// in the document but mathematics; what it cannot prove, that this genesis is the register you mean, it reports as the trust anchor.
import { fromHex, isHex, isUuid, toHex, utf8 } from '../base/bytes.js';
import { type Issue, isIssue, issue } from '../base/issue.js';
import { canonical, hasOnly, isObject, type JsonObject } from '../base/json.js';
import { inclusionPath, verifyInclusion } from '../base/merkle.js';
import { certificateProblems } from '../consensus/certificate.js';
import { decodeTransaction, senderOf } from '../transaction/encode.js';
import type { Transaction } from '../transaction/types.js';
import { signatureTasks } from '../transaction/validate/signature.js';
import { docketHash, headerProblem, txLeaf } from './docket.js';
import { genesisState } from './genesis-docket.js';
import { isSeats, type VerifySync } from './genesis-payload.js';
import { rosterHashOf } from './roster.js';
import type { Certificate, DocketHeader, Hash, RegisterState, Roster, SealedDocket } from './types.js';

export const EVIDENCE_FORMAT = 'quorate-evidence';
const EVIDENCE_VERSION = 1;
/** Roster changes of one register in one document; each costs a certificate to verify. */
const ROSTER_CHANGES_MAX = 10_000;
const PATH_MAX = 32;

/** A sealed docket that changed the validator roster, and the roster from then on. */
export interface RosterChange {
  readonly header: DocketHeader;
  readonly certificate: Certificate;
  readonly roster: Roster;
}

export interface Evidence {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly version: number;
  readonly registerId: string;
  readonly txId: string;
  readonly transaction: JsonObject;
  readonly docket: {
    readonly header: DocketHeader;
    readonly index: number;
    /** Audit paths to txRoot and bodyRoot, hex, from the leaf up. */
    readonly path: readonly Hash[];
    readonly bodyPath: readonly Hash[];
    readonly certificate: Certificate;
  };
  readonly genesis: {
    readonly header: DocketHeader;
    readonly transaction: JsonObject;
    readonly certificate: Certificate;
  };
  /** From genesis to the docket, in order of height. */
  readonly rosterChanges: readonly RosterChange[];
}

/** What verified evidence proves. */
export interface EvidenceProof {
  readonly ok: true;
  /** The trust anchor: compare it with the one that you know for the register. */
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly txId: string;
  readonly height: number;
  readonly docketHash: Hash;
  readonly timestampMs: number;
  /** Sentences for a person, in the order in which they were proven. */
  readonly facts: readonly string[];
}

/** The evidence of transaction `index` of a sealed docket. `rosterChanges` are all changes below its height, ascending. */
export function buildEvidence(given: {
  readonly sealed: SealedDocket;
  readonly index: number;
  readonly genesis: SealedDocket;
  readonly rosterChanges: readonly RosterChange[];
}): Evidence {
  const { docket, certificate } = given.sealed;
  const { transactions, header } = docket;
  const tx = transactions[given.index] as Transaction;
  const genesisTx = given.genesis.docket.transactions[0] as Transaction;
  return {
    format: EVIDENCE_FORMAT,
    version: EVIDENCE_VERSION,
    registerId: header.registerId,
    txId: tx.txId,
    transaction: documentOf(tx),
    docket: {
      header,
      index: given.index,
      path: inclusionPath(transactions.map(txLeaf), given.index).map(toHex),
      bodyPath: inclusionPath(
        transactions.map((each) => each.bytes),
        given.index,
      ).map(toHex),
      certificate,
    },
    genesis: {
      header: given.genesis.docket.header,
      transaction: documentOf(genesisTx),
      certificate: given.genesis.certificate,
    },
    rosterChanges: given.rosterChanges,
  };
}

/**
 * Verifies a parsed evidence document offline: the transaction's form, hashes, sender and signatures; its place in the docket; the docket's hash and
 * certificate under the roster of its height; every roster back to genesis; the genesis docket, its attestations and its certificate. The issues are
 * EVIDENCE_INVALID, or the code of the rule that was broken, with pointers into the document.
 */
export function verifyEvidence(document: unknown, verify: VerifySync): EvidenceProof | Issue[] {
  if (!isEvidence(document)) return [invalid('', 'The document does not have the form of evidence.')];
  const facts: string[] = [];
  const genesis = verifyGenesis(document, verify);
  if (Array.isArray(genesis)) return genesis;
  facts.push(
    `Register ${genesis.registerId} begins with genesis docket ${genesis.genesisHash}, attested by its ${genesis.members.length} member(s) and ${genesis.roster.validators.length} validator(s).`,
  );
  const roster = verifyRosters(document, genesis, verify);
  if (Array.isArray(roster)) return roster;
  facts.push(`${document.rosterChanges.length} change(s) of the validator roster lead from genesis to the docket.`);
  const { header, certificate } = document.docket;
  const sealed = verifySealed({ header, certificate }, { genesis, roster, at: '/docket' }, verify);
  if (sealed.length > 0) return sealed;
  facts.push(
    `Docket ${header.height} was sealed by ${certificate.signatures.length} of ${roster.validators.length} validator(s).`,
  );
  const issues = verifyTransaction(document, verify);
  if (issues.length > 0) return issues;
  facts.push(
    `Transaction ${document.txId} is number ${document.docket.index + 1} of ${header.txCount} in it, and its signatures verify.`,
  );
  return {
    ok: true,
    registerId: document.registerId,
    genesisHash: genesis.genesisHash,
    txId: document.txId,
    height: header.height,
    docketHash: docketHash(header),
    timestampMs: header.timestampMs,
    facts,
  };
}

function verifyGenesis(document: Evidence, verify: VerifySync): RegisterState | Issue[] {
  const { header, certificate } = document.genesis;
  const tx = transactionAt(document.genesis.transaction, '/genesis/transaction');
  if (isIssue(tx)) return [tx];
  const founded = genesisState(
    { hash: docketHash(header), header, transactions: [tx], annex: [] },
    { verify, signaturesOk: (each) => signaturesVerify(each, verify) },
  );
  if (Array.isArray(founded)) return under('/genesis', founded);
  if (!('state' in founded)) return [invalid('/genesis', 'The genesis is not one.')];
  const { state } = founded;
  if (state.registerId !== document.registerId) return [invalid('/registerId', 'The genesis is of another register.')];
  const found = verifySealed({ header, certificate }, { genesis: state, roster: state.roster, at: '/genesis' }, verify);
  return found.length > 0 ? found : state;
}

/** The roster entitled to decide the docket's height. */
function verifyRosters(document: Evidence, genesis: RegisterState, verify: VerifySync): Roster | Issue[] {
  let roster = genesis.roster;
  let height = 0;
  for (const [i, change] of document.rosterChanges.entries()) {
    const at = `/rosterChanges/${i}`;
    if (change.header.height <= height || change.header.height >= document.docket.header.height)
      return [invalid(`${at}/header/height`, 'Roster changes are in order of height and below the docket.')];
    const found = verifySealed(change, { genesis, roster, at }, verify);
    if (found.length > 0) return found;
    if (rosterHashOf(change.roster) !== change.header.nextRosterHash)
      return [invalid(`${at}/roster`, 'The docket does not give this roster.')];
    roster = change.roster;
    height = change.header.height;
  }
  return roster;
}

interface Trust {
  readonly genesis: RegisterState;
  readonly roster: Roster;
  readonly at: string;
}

/** Whether a header is the one that a certificate of this roster decided. */
function verifySealed(
  sealed: { readonly header: DocketHeader; readonly certificate: Certificate },
  { genesis, roster, at }: Trust,
  verify: VerifySync,
): Issue[] {
  const { header, certificate } = sealed;
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
  return under(`${at}/certificate`, problems);
}

function verifyTransaction(document: Evidence, verify: VerifySync): Issue[] {
  const { header, index, path, bodyPath } = document.docket;
  const tx = transactionAt(document.transaction, '/transaction');
  if (isIssue(tx)) return [tx];
  if (tx.txId !== document.txId) return [issue('VAL_HASH_002', '/txId', 'The transaction has another TxId.')];
  if (tx.header.registerId !== document.registerId)
    return [issue('VAL_STRUCT_002', '/transaction/header/registerId', 'The transaction is of another register.')];
  if (senderOf(tx.signatures) !== tx.header.senderWallet)
    return [issue('VAL_SIG_004', '/transaction/header/senderWallet', 'The sender is not the wallet that signed.')];
  if (!signaturesVerify(tx, verify))
    return [issue('VAL_SIG_002', '/transaction/signatures', 'A signature does not verify.')];
  const leads = (leaf: Uint8Array, hashes: readonly Hash[], root: Hash): boolean =>
    verifyInclusion(leaf, index, header.txCount, hashes.map(fromHex), fromHex(root));
  if (!leads(txLeaf(tx), path, header.txRoot))
    return [
      issue('DOCKET_ROOT_MISMATCH', '/docket/path', 'The path does not lead from the transaction to the docket.'),
    ];
  if (!leads(tx.bytes, bodyPath, header.bodyRoot))
    return [issue('DOCKET_ROOT_MISMATCH', '/docket/bodyPath', 'The path does not lead from the bytes to the docket.')];
  return [];
}

function signaturesVerify(tx: Transaction, verify: VerifySync): boolean {
  const tasks = signatureTasks(tx);
  return tasks.length > 0 && tasks.every((t) => verify(t.algorithm, t.publicKey, t.digest, t.signature));
}

function documentOf({ header, payload, signatures }: Transaction): JsonObject {
  return { header, payload, signatures } as unknown as JsonObject;
}

function transactionAt(document: JsonObject, at: string): Transaction | Issue {
  let text: string;
  try {
    text = canonical(document);
  } catch {
    return invalid(at, 'The transaction is not JSON.');
  }
  const tx = decodeTransaction(utf8(text));
  return isIssue(tx) ? { ...tx, path: at + tx.path } : tx;
}

function under(at: string, issues: readonly Issue[]): Issue[] {
  return issues.map((found) => ({ ...found, path: at + found.path }));
}

const HEADER_MEMBERS = [
  'v',
  'registerId',
  'height',
  'prevHash',
  'timestampMs',
  'proposer',
  'rosterHash',
  'nextRosterHash',
  'txRoot',
  'bodyRoot',
  'txCount',
  'bytes',
  'stateHash',
  'historyRoot',
  'annexRoot',
  'rules',
] as const satisfies readonly (keyof DocketHeader)[];
const CERTIFICATE_MEMBERS = ['kind', 'height', 'round', 'docketHash', 'rosterHash', 'signatures'];
const EVIDENCE_MEMBERS = [
  'format',
  'version',
  'registerId',
  'txId',
  'transaction',
  'docket',
  'genesis',
  'rosterChanges',
];

/** A member that nothing proves would look as proven as its neighbours, so there is none. */
function isEvidence(value: unknown): value is Evidence {
  if (!hasOnly(value, EVIDENCE_MEMBERS) || value.format !== EVIDENCE_FORMAT || value.version !== EVIDENCE_VERSION)
    return false;
  const { docket, genesis, rosterChanges } = value;
  return (
    isUuid(value.registerId) &&
    isHex(value.txId, 32) &&
    isObject(value.transaction) &&
    isSealed(docket, ['index', 'path', 'bodyPath']) &&
    Number.isSafeInteger(docket.index) &&
    isPath(docket.path) &&
    isPath(docket.bodyPath) &&
    isSealed(genesis, ['transaction']) &&
    isObject(genesis.transaction) &&
    Array.isArray(rosterChanges) &&
    rosterChanges.length <= ROSTER_CHANGES_MAX &&
    rosterChanges.every(
      (change) =>
        isSealed(change, ['roster']) &&
        hasOnly(change.roster, ['validators', 'mode']) &&
        (change.roster.mode === undefined || change.roster.mode === 'majority' || change.roster.mode === 'bft') &&
        isSeats(change.roster.validators),
    )
  );
}

function isSealed(value: unknown, beside: readonly string[]): value is Readonly<Record<string, unknown>> {
  if (!hasOnly(value, ['header', 'certificate', ...beside])) return false;
  if (!hasOnly(value.header, HEADER_MEMBERS) || !hasOnly(value.certificate, CERTIFICATE_MEMBERS)) return false;
  const { kind, signatures, height, round, docketHash: of, rosterHash } = value.certificate;
  return (
    headerProblem(value.header as unknown as DocketHeader) === undefined &&
    (kind === 'COMMIT' || kind === 'GENESIS' || kind === 'PREPARE') &&
    Number.isSafeInteger(height) &&
    Number.isSafeInteger(round) &&
    isHex(of, 32) &&
    isHex(rosterHash, 32) &&
    Array.isArray(signatures) &&
    signatures.every((entry) => hasOnly(entry, ['voterIndex', 'signature']))
  );
}

function isPath(value: unknown): boolean {
  return Array.isArray(value) && value.length <= PATH_MAX && value.every((hash) => isHex(hash, 32));
}

function invalid(path: string, message: string): Issue {
  return issue('EVIDENCE_INVALID', path, message);
}
