// The worked vectors of docs/hashes.md, recomputed by the product: one table of names and texts for each block of the
// document. Deterministic.
import { fromHex, toBase64, toHex } from '../../../core/base/bytes.js';
import { hash, hashHex, sha256, sha256Hex } from '../../../core/base/hash.js';
import { canonical, type Json, type JsonObject } from '../../../core/base/json.js';
import { inclusionPath, leafHash, merkleRoot, nodeHash } from '../../../core/base/merkle.js';
import { RULES_LATEST } from '../../../core/base/version.js';
import { annexEntryOf, evidenceHashOf } from '../../../core/chain/annex.js';
import { genesisAttestationDigest, roundChangeDigest, voteDigest } from '../../../core/consensus/digest.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import { cellText, classOf, leafOf, placeOf, rootOf, saltAt, saltsOf } from '../../../core/envelope/cells/root.js';
import { instanceIdOf } from '../../../core/instance/rows.js';
import type { Roster, Validator } from '../../../core/model/register.js';
import { checkpointText } from '../../../core/register/checkpoint.js';
import { annexRootOf, docketHash, encodeHeader, txLeaf } from '../../../core/register/docket.js';
import { attestationDigest } from '../../../core/register/genesis/genesis.js';
import type { GenesisPayload } from '../../../core/register/genesis/payload.js';
import { candidacyDigest, readinessDigest, signCandidacy } from '../../../core/register/governance/candidacy.js';
import { proposalIdOf, statementDigest } from '../../../core/register/governance/operation.js';
import { walletDid } from '../../../core/register/people/did.js';
import { encapsulationDigest } from '../../../core/register/people/encapsulation.js';
import { primaryDigest } from '../../../core/register/people/primary-proof.js';
import { quorum, rosterHashOf, validatorIdOf } from '../../../core/register/roster.js';
import { stateHashOf } from '../../../core/register/state-keys.js';
import { payloadHashOf, publicationTxIdOf, signingDigest } from '../../../core/transaction/encode.js';
import { statementDigest as statementDigestOf } from '../../../core/transaction/statement.js';
import { liar, voteOf } from '../register/evidence.js';
import { evidenceIn } from '../register/evidence-files.js';
import { operation, proposal, readiness } from '../register/governance.js';
import { AT, act, alice, aSeat, Ledger, owner, publish, REGISTER_ID, signAsSeat, wallet } from '../register/ledger.js';
import { recordOf } from '../register/people.js';
import { deliveryProofVector } from './delivery-proof-vector.js';
import { gateVector } from './gate-vector.js';
import { issuedVector } from './issued-vector.js';
import { trustVector } from './trust-vector.js';

export type Vector = Readonly<Record<string, string>>;

/** The version of a record that names alice as its primary wallet. */
const PRIMARY = recordOf('office', [alice], { version: 2 });

const SECOND: Validator = aSeat('second');

/**
 * A register whose second validator comes at docket 2, with an action at docket 4 and two dockets after it. Every text
 * in it is fixed.
 */
export function vectorLedger(): Ledger {
  const ledger = new Ledger();
  const { registerId, genesisHash } = ledger.state;
  const given = { sign: (digest: Uint8Array) => signAsSeat(SECOND, digest) };
  const candidacy = { validator: SECOND, ...signCandidacy({ registerId, genesisHash }, SECOND, given) };
  ledger.seal(proposal(operation('add-validator', { ...candidacy, justification: 'second seat' }), [owner]));
  const { validatorId } = SECOND;
  const ready = { validatorId, readiness: readiness(ledger, SECOND), justification: 'it keeps up' };
  ledger.seal(proposal(operation('activate-validator', ready), [owner]));
  const publication = publish();
  ledger.seal(publication);
  ledger.seal(
    act({ actionId: '0', publicationTxId: publication.txId }, alice),
    act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 7 } }, alice),
    act({ actionId: '0', publicationTxId: publication.txId, payload: { amount: 9 } }, alice),
  );
  ledger.seal(publish(undefined, 'another'));
  ledger.seal(publish(undefined, 'a third'));
  return ledger;
}

/** Heights in `vectorLedger`: the docket of the evidence, and its head. */
export const VECTOR_DOCKET = 4;
export const VECTOR_HEAD = 6;

/** The evidence of the document: the second of three transactions, under the newest head, with an anchor below. */
export function vectorEvidence(ledger = vectorLedger()): unknown {
  return evidenceIn(ledger, { height: VECTOR_DOCKET, index: 1, head: VECTOR_HEAD, anchor: 3 });
}

/** Two classes: `/amount` and `/note`, which is absent, and `/total`. */
function cellsVector(): Vector {
  const run = {
    registerId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
    instanceId: 'inst-1',
    actionId: '7',
    publicationTxId: 'ab'.repeat(32),
    previousTransactionId: 'cd'.repeat(32),
    senderWallet: 'qr1sender',
  };
  const place = placeOf(run);
  const classes = [
    { seed: fromHex('01'.repeat(32)), cells: [cellText('/amount', 1000.5, []), cellText('/note', undefined, [])] },
    { seed: fromHex('02'.repeat(32)), cells: [cellText('/total', 2001, [])] },
  ];
  const lines = classes.flatMap(({ seed, cells }, i): readonly (readonly [string, string])[] => {
    const salts = saltsOf(seed, cells.length);
    const leaves = cells.map((cell, at) => {
      const salt = saltAt(salts, at);
      const value = `${toHex(salt)} ${cell.value || '(absent)'} ${toHex(leafOf(cell, { place, salt }))}`;
      return [`salt, value and leaf of ${cell.pointer}`, value] as const;
    });
    return [[`seed ${i}`, toHex(seed)], ...leaves, [`class ${i}`, toHex(classOf(place, seed, cells))]];
  });
  const hashes = classes.map(({ seed, cells }) => classOf(place, seed, cells));
  return { ...run, place: toHex(place), ...Object.fromEntries(lines), root: toHex(rootOf(place, hashes)) };
}

const hex = (text: string): string => toHex(Buffer.from(text, 'utf8'));

function basics(): Record<string, Vector> {
  const key = fromHex('01'.repeat(32));
  const json = { z: 1, a: [true, null, 'é\n"', 1e21, 0.1, -0], '\u20ac': {}, A: 'x' };
  const leaves = ['00', '1122', '33'].map(fromHex);
  const [one, two, three] = leaves.map(leafHash) as [Uint8Array, Uint8Array, Uint8Array];
  const left = nodeHash(one, two);
  return {
    'tagged-hash': {
      kind: 'validator-id',
      part: toHex(key),
      'hashed bytes': `${hex('quorate:validator-id:v1')}1f${toHex(key)}`,
      hash: hashHex('validator-id', key),
    },
    'tagged-hash-of-texts': {
      kind: 'instance',
      parts: 'R, b, T',
      'hashed bytes': hex('quorate:instance:v1\u001fR\u001fb\u001fT'),
      hash: hashHex('instance', 'R', 'b', 'T'),
    },
    canonical: { value: JSON.stringify(json), canonical: canonical(json), sha256: sha256Hex(canonical(json)) },
    merkle: {
      leaves: leaves.map(toHex).join(' '),
      'leaf hashes': [one, two, three].map(toHex).join(' '),
      'node of 0 and 1': toHex(left),
      'root of 3': toHex(merkleRoot(leaves)),
      'path of leaf 1 of 3': inclusionPath(leaves, 1).map(toHex).join(' '),
      'path of leaf 2 of 3': inclusionPath(leaves, 2).map(toHex).join(' '),
      'root of none': toHex(merkleRoot([])),
    },
  };
}

function keysAndTransactions(ledger: Ledger): Record<string, Vector> {
  const { docket } = ledger.dockets[VECTOR_DOCKET]!;
  const tx = docket.transactions[1]!;
  const entry = tx.signatures[0]!;
  const p256 = wallet('p256', 'NISTP256');
  const mlDsa = wallet('ml-dsa', 'ML-DSA-65');
  const digest = signingDigest(tx.txId, tx.header.payloadHash);
  const record = docket.transactions[0]!;
  const published = ledger.dockets[3]!.docket.transactions[0]!;
  return {
    address: {
      'ED25519 key': toHex(alice.publicKey),
      'key hash': toHex(hash('address', alice.publicKey)),
      'ED25519 address': alice.address,
      'NISTP256 key': toHex(p256.publicKey),
      'NISTP256 address': p256.address,
      'SHA-256 of an ML-DSA-65 key': sha256Hex(mlDsa.publicKey),
      'ML-DSA-65 address': addressOf('ML-DSA-65', mlDsa.publicKey),
    },
    transaction: {
      header: canonical(tx.header),
      payload: canonical(tx.payload),
      PayloadHash: payloadHashOf(tx.payload),
      TxId: tx.txId,
      'signed text': `${tx.txId}:${tx.header.payloadHash}`,
      digest: toHex(digest),
      'public key': entry.publicKey,
      signature: entry.signatureValue,
      'number of bytes': String(tx.bytes.length),
      'SHA-256 of the bytes': sha256Hex(tx.bytes),
    },
    'nistp256-signature': {
      digest: toHex(digest),
      'public key': toBase64(p256.publicKey),
      signature: toBase64(sign('NISTP256', p256.privateKey, digest)),
    },
    publication: {
      registerId: REGISTER_ID,
      blueprintId: 'b',
      payload: '{"title":"T"}',
      TxId: publicationTxIdOf(REGISTER_ID, 'b', '{"title":"T"}'),
    },
    'publication-statement': {
      TxId: published.txId,
      header: canonical({ ...published.header, metadata: {} }),
      digest: toHex(statementDigestOf(published.txId, published.header)),
      'public key': published.signatures[0]!.publicKey,
      statement: String(published.header.metadata?.['statement']),
    },
    instance: {
      registerId: REGISTER_ID,
      blueprintId: record.header.blueprintId,
      TxId: record.txId,
      instanceId: instanceIdOf(record),
    },
    cells: cellsVector(),
    gate: gateVector(),
    issued: issuedVector(),
    'delivery-proof': deliveryProofVector(),
    encapsulation: {
      wallet: alice.address,
      'encapsulation key': '0a0b0c',
      digest: toHex(encapsulationDigest(alice.address, fromHex('0a0b0c'))),
    },
    'participant-primary': {
      registerId: REGISTER_ID,
      record: canonical(PRIMARY as unknown as Json),
      digest: toHex(primaryDigest(REGISTER_ID, { ...PRIMARY, primaryProof: 'AA==' })),
    },
  };
}

function rosterBytes(roster: Roster): string {
  const u16 = (n: number) => n.toString(16).padStart(4, '0');
  const counted = (text: string) => u16(Buffer.byteLength(text)) + hex(text);
  const seats = roster.validators.map(
    (seat) => seat.validatorId + seat.consensusKey + counted(seat.orgId) + counted(seat.peerId),
  );
  return u16(seats.length) + seats.join('') + (roster.mode === undefined ? '' : counted(roster.mode));
}

function dockets(ledger: Ledger): Record<string, Vector> {
  const { docket } = ledger.dockets[VECTOR_DOCKET]!;
  const { header, transactions } = docket;
  const roster: Roster = ledger.state.roster;
  const lie = annexEntryOf({
    kind: 'DuplicateVote',
    voter: liar().seat.validatorId,
    votes: [voteOf(liar(), scene(ledger), 'one'), voteOf(liar(), scene(ledger), 'other')],
  });
  const changes = [
    { key: 'a', value: { n: 1 } },
    { key: 'b', value: null },
  ];
  return {
    header: {
      ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
      bytes332: toHex(encodeHeader(header)),
      docketHash: docketHash(header),
    },
    'body-roots': {
      TxIds: transactions.map(({ txId }) => txId).join(' '),
      PayloadHashes: transactions.map((tx) => tx.header.payloadHash).join(' '),
      'leaf 1 of txRoot': toHex(txLeaf(transactions[1]!)),
      txRoot: header.txRoot,
      'SHA-256 of 00 and the bytes of each': transactions.map(({ bytes }) => toHex(leafHash(bytes))).join(' '),
      bodyRoot: header.bodyRoot,
    },
    history: {
      'docket hashes 0 to 3': ledger.dockets
        .slice(0, VECTOR_DOCKET)
        .map((one) => one.docket.hash)
        .join(' '),
      'historyRoot of docket 4': header.historyRoot,
    },
    roster: {
      validators: canonical(roster.validators),
      bytes: rosterBytes(roster),
      rosterHash: rosterHashOf(roster),
      'bytes with mode bft': rosterBytes({ ...roster, mode: 'bft' }),
      'rosterHash with mode bft': rosterHashOf({ ...roster, mode: 'bft' }),
    },
    'validator-id': { consensusKey: SECOND.consensusKey, validatorId: validatorIdOf(SECOND.consensusKey) },
    annex: {
      entry: canonical(lie),
      evidenceHash: evidenceHashOf(lie),
      'annexRoot of this entry': annexRootOf([lie]),
      'annexRoot of none': annexRootOf([]),
    },
    state: {
      previous: '00'.repeat(32),
      changes: canonical(changes),
      stateHash: stateHashOf('00'.repeat(32), changes),
    },
  };
}

function scene({ state }: Ledger) {
  const { registerId, genesisHash, roster } = state;
  return { registerId, genesisHash, rosterHash: rosterHashOf(roster), height: 4, round: 0 };
}

function signed(ledger: Ledger): Record<string, Vector> {
  const { docket, certificate } = ledger.dockets[VECTOR_DOCKET]!;
  const { genesisHash, registerId } = ledger.state;
  const { rosterHash } = docket.header;
  const id = registerId.replaceAll('-', '');
  const vote = {
    kind: 'COMMIT' as const,
    registerId,
    genesisHash,
    height: 4,
    round: 0,
    docketHash: docket.hash,
    rosterHash,
  };
  const first = { ...vote, voter: ledger.state.roster.validators[0]!.validatorId, approve: true, code: '' };
  const change = {
    registerId,
    genesisHash,
    height: 4,
    round: 2,
    preparedRound: 0,
    preparedHash: docket.hash,
    rosterHash,
  };
  const payload = ledger.dockets[0]!.docket.transactions[0]!.payload as unknown as GenesisPayload;
  const attestation = payload.attestations[0]!;
  const { role, subject, grantedAt } = attestation;
  const said = { role, subject, registerId, registerName: payload.name, grantedAt };
  return {
    vote: {
      docketHash: docket.hash,
      genesisHash,
      rosterHash,
      voter: first.voter,
      bytes: `0002${id}${genesisHash}${'4'.padStart(16, '0')}00000000${docket.hash}${rosterHash}${first.voter}0001`,
      digest: toHex(voteDigest(first)),
      consensusKey: ledger.state.roster.validators[0]!.consensusKey,
      signature: certificate.signatures[0]!.signature,
    },
    'round-change': {
      bytes: `${id}${genesisHash}${'4'.padStart(16, '0')}0000000200000001${docket.hash}${rosterHash}${first.voter}`,
      digest: toHex(roundChangeDigest({ ...change, voter: first.voter })),
      'digest with nothing prepared': toHex(
        roundChangeDigest({ ...change, preparedRound: -1, preparedHash: null, voter: first.voter }),
      ),
    },
    'genesis-attestation': {
      registerId,
      genesisHash,
      bytes: `${id}${genesisHash}`,
      digest: toHex(genesisAttestationDigest(registerId, genesisHash)),
      signature: ledger.dockets[0]!.certificate.signatures[0]!.signature,
    },
    'owner-attestation': {
      'signed text': canonical(said),
      digest: attestationDigest(said),
      publicKey: attestation.publicKey,
      signature: attestation.signature,
    },
    quorum: Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7, 10, 31].map((n) => [
        `n ${n}`,
        `majority ${quorum('majority', n).commit}${n < 4 ? '' : `, bft ${quorum('bft', n).commit}`}`,
      ]),
    ),
    checkpoint: { text: checkpointText(ledger.state) },
  };
}

function governance(ledger: Ledger): Record<string, Vector> {
  const { registerId, genesisHash } = ledger.state;
  const said = {
    ...operation('remove-validator', { validatorId: SECOND.validatorId, justification: 'x' }),
    proposedAt: AT,
  };
  const approverDid = walletDid(owner.address);
  const statement = { registerId, approverDid, isApproval: true, operation: said };
  const ready = {
    registerId,
    height: 1,
    docketHash: 'aa'.repeat(32),
    stateHash: 'bb'.repeat(32),
    consensusKey: SECOND.consensusKey,
    rules: RULES_LATEST,
  };
  const candidate = { registerId, genesisHash, validator: { ...SECOND } };
  const text = canonical(said as unknown as JsonObject);
  return {
    governance: {
      operation: text,
      proposalId: proposalIdOf(registerId, said),
      'approval, joined by |': ['quorate:governance-approval:v2', registerId, approverDid, 'approve', text].join('|'),
      'approval digest': toHex(statementDigest(statement)),
      'remarks, joined by |': [
        'quorate:governance-approval-remarks:v1',
        registerId,
        approverDid,
        'reject',
        text,
        '{"comment":"no"}',
      ].join('|'),
      'digest with remarks': toHex(statementDigest({ ...statement, isApproval: false, comment: 'no' })),
    },
    candidacy: { statement: canonical(candidate), digest: toHex(candidacyDigest(candidate)) },
    readiness: { statement: canonical(ready), digest: toHex(readinessDigest(ready)) },
    trust: trustVector(),
  };
}

/** Every vector of the document by the name of its block. */
export function hashVectors(): Readonly<Record<string, Vector>> {
  const ledger = vectorLedger();
  const seed = generate('ED25519', sha256('wallet alice'));
  if (toHex(seed.publicKey) !== toHex(alice.publicKey)) throw new Error('wallets are made of their names');
  return { ...basics(), ...keysAndTransactions(ledger), ...dockets(ledger), ...signed(ledger), ...governance(ledger) };
}
