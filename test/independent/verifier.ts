// A verifier of evidence that was written from docs/hashes.md alone: it imports nothing of the product and no package,
// so that an error of the product is not its own as well. It throws Refused with the step of section 12 that failed.
import {
  addressOf,
  bytesOf,
  canonical,
  docketHash,
  exactly,
  type Header,
  headerOf,
  isEd25519,
  isInTree,
  isSigned,
  join,
  list,
  type Members,
  need,
  number,
  object,
  part,
  Refused,
  rosterHash,
  sha256,
  tagged,
  type Value,
} from './encodings.js';
import { formed, isRoster, isText } from './form.js';
import { checkGateFacts } from './gate.js';
import { checkMove, checkPolicy } from './moves.js';
import { checkOpening } from './openings.js';
import { checkTimer, isTimer } from './timer.js';
import { type Form, formOf } from './transaction.js';

export { Refused };

export interface KnownPoint {
  /** HASH@HEIGHT of section 15. */
  readonly head?: string;
  readonly genesisHash?: string;
  readonly notBeforeMs?: number;
}

/** The verdict of section 12. */
export function verdictOf(file: unknown, known: KnownPoint = {}): 'valid' | 'consistent' {
  const evidence = formed(file as Value);
  const genesis = checkGenesis(evidence);
  const rosters = checkRosters(evidence, genesis);
  const head = part(evidence, 'head');
  const rosterAt = (height: number): Members => rosters.findLast(({ from }) => from <= height)!.roster;
  checkCertificate(head, rosterAt(headerOf(head).height), genesis, 'head');
  const docket = part(evidence, 'docket');
  const { anchor } = evidence;
  const earlier = 'earlier' in evidence ? list(evidence.earlier) : [];
  const placed = [
    docket,
    part(evidence, 'genesis'),
    ...list(evidence.rosterChanges),
    ...(anchor ? [object(anchor)] : []),
    ...earlier.map((move) => part(move, 'docket')),
  ];
  for (const one of placed) checkHistory(one, head, genesis.registerId);
  const moves = [...earlier, { transaction: evidence.transaction!, docket }].map((move): Move => {
    const [transaction, its] = [part(move, 'transaction'), part(move, 'docket')];
    checkCertificate(its, rosterAt(headerOf(its).height), genesis, 'docket');
    return { transaction, docket: its, txId: checkTransaction(transaction, its, genesis.registerId) };
  });
  need(moves.at(-1)!.txId === evidence.txId, 'txId');
  if ('earlier' in evidence) checkMoves(moves);
  checkLinks([...placed, head], (height) => rosterHash(rosterAt(height)));
  if (anchor) {
    const header = headerOf(object(anchor));
    need(header.height < headerOf(docket).height, 'anchor');
    need('roster' in object(anchor) || header.rosterHash === rosterHash(rosterAt(header.height)), 'anchor');
    need(header.nextRosterHash === rosterHash(rosterAt(header.height + 1)), 'anchor');
  }
  const verdict = compared([head, ...placed], { head, genesisHash: genesis.hash, known });
  if (anchor && 'roster' in object(anchor)) {
    const height = Number(known.head?.split('@')[1] ?? -1);
    need([headerOf(head).height, headerOf(object(anchor)).height].includes(height), 'begins at the anchor');
  }
  if ('opening' in evidence) checkOpening(evidence.opening!, evidence);
  if ('gate' in evidence) checkGateFacts(evidence);
  return verdict;
}

function compared(
  dockets: readonly Members[],
  { head, genesisHash, known }: { readonly head: Members; readonly genesisHash: string; readonly known: KnownPoint },
): 'valid' | 'consistent' {
  if (known.genesisHash !== undefined) need(known.genesisHash === genesisHash, 'another genesis');
  if (known.notBeforeMs !== undefined) need(headerOf(head).timestampMs >= known.notBeforeMs, 'too old');
  if (known.head === undefined) return 'consistent';
  const [, hash, height] = /^([0-9a-f]{64})@(0|[1-9]\d*)$/.exec(known.head) ?? [];
  need(hash !== undefined, 'no checkpoint');
  for (const one of dockets)
    need((headerOf(one).height === Number(height)) === (docketHash(headerOf(one)) === hash), 'another branch');
  return headerOf(head).height === Number(height) ? 'valid' : 'consistent';
}

// Step 2.

interface Genesis {
  readonly registerId: string;
  readonly hash: string;
  readonly mode: string;
  readonly roster: Members;
}

function checkGenesis(evidence: Members): Genesis {
  const genesis = part(evidence, 'genesis');
  const header = headerOf(genesis);
  const transaction = part(genesis, 'transaction');
  const { bytes, payloadHash, txId } = checkSigned(transaction, header);
  const said = part(transaction, 'header');
  need(said.blueprintId === 'genesis' && said.actionId === 'register-creation', 'genesis');
  const payload = part(transaction, 'payload');
  const names = [
    'registerId',
    'name',
    'description',
    'tenantId',
    'createdAt',
    'attestations',
    'validators',
    'policy',
    'metadata',
  ];
  exactly(payload, names);
  need(payload.registerId === evidence.registerId && said.registerId === payload.registerId, 'registerId');
  const members = attested(payload);
  const roster = { validators: payload.validators! };
  isRoster(roster);
  const register = {
    name: payload.name!,
    description: payload.description!,
    tenantId: payload.tenantId!,
    createdAt: payload.createdAt!,
    systemWallet: said.senderWallet!,
  };
  const changes = Object.entries({ members: { members }, policy: payload.policy!, register, roster });
  const state = canonical(changes.map(([key, value]) => ({ key, value })));
  const zeros = '0'.repeat(64);
  const none = sha256('');
  const hash = rosterHash(roster);
  const expected: Members = {
    ...{ v: 1, height: 0, prevHash: zeros, rosterHash: hash, nextRosterHash: hash, txCount: 1, bytes: bytes.length },
    registerId: payload.registerId!,
    txRoot: sha256(join(Buffer.of(0), bytesOf(txId + payloadHash))),
    bodyRoot: sha256(join(Buffer.of(0), bytes)),
    stateHash: tagged('state', bytesOf(zeros), state),
    historyRoot: none,
    annexRoot: none,
  };
  for (const [name, value] of Object.entries(expected)) need(header[name] === value, `genesis ${name}`);
  need(
    list(payload.validators).some((seat) => seat.validatorId === header.proposer),
    'genesis proposer',
  );
  const { mode } = checkPolicy(part(payload, 'policy'), list(payload.validators).length);
  for (const [name, max, min = 0] of TEXTS) need(isText(payload[name], min, max), name);
  for (const text of Object.values(part(payload, 'metadata'))) need(isText(text, 0, 1024), 'metadata');
  const made = { registerId: String(payload.registerId), hash: docketHash(header), mode: String(mode), roster };
  checkCertificate(genesis, roster, made, 'genesis');
  return made;
}

const TEXTS = [
  ['name', 38, 1],
  ['description', 2048],
  ['tenantId', 128, 1],
] as const;

/** The members of a genesis payload, each with a good attestation. */
function attested(payload: Members): Members[] {
  const attestations = list(payload.attestations);
  need(attestations.length >= 1 && attestations.length <= 10, 'attestations');
  need(
    attestations.some((one) => one.role === 'Owner'),
    'owner',
  );
  need(new Set(attestations.map((one) => one.subject)).size === attestations.length, 'subjects');
  return attestations.map((one) => {
    exactly(one, ['role', 'subject', 'publicKey', 'signature', 'algorithm', 'grantedAt']);
    const { signature, ...member } = one;
    const { role, subject, grantedAt } = one;
    const text = canonical({
      role,
      subject,
      registerId: payload.registerId,
      registerName: payload.name,
      grantedAt,
    } as Members);
    need(subject === `did:quorate:w:${addressOf(one)}`, 'subject');
    need(isSigned(one, text, String(signature)), 'attestation');
    return member;
  });
}

// Steps 3 to 6.

function checkRosters(evidence: Members, genesis: Genesis): { readonly from: number; readonly roster: Members }[] {
  const rosters: { from: number; roster: Members }[] = [{ from: 0, roster: genesis.roster }];
  let last = 0;
  const anchor = 'anchor' in evidence ? part(evidence, 'anchor') : {};
  if ('roster' in anchor) {
    last = headerOf(anchor).height;
    rosters.push({ from: last + 1, roster: part(anchor, 'roster') });
  }
  for (const change of list(evidence.rosterChanges)) {
    const header = headerOf(change);
    need(header.height > last && header.height < headerOf(part(evidence, 'head')).height, 'order of changes');
    checkCertificate(change, rosters.at(-1)!.roster, genesis, 'change');
    const roster = part(change, 'roster');
    need(header.nextRosterHash !== header.rosterHash && rosterHash(roster) === header.nextRosterHash, 'next roster');
    rosters.push({ from: header.height + 1, roster });
    last = header.height;
  }
  return rosters;
}

function checkHistory(one: Members, head: Members, registerId: string): void {
  const [header, top] = [headerOf(one), headerOf(head)];
  const path = one.historyPath as readonly string[];
  need(header.registerId === registerId && top.registerId === registerId, 'registerId');
  const hash = docketHash(header);
  if (header.height === top.height) need(path.length === 0 && hash === docketHash(top), 'history');
  else
    need(isInTree(bytesOf(hash), { index: header.height, size: top.height, path, root: top.historyRoot! }), 'history');
}

/** The links between the headers of the file. */
function checkLinks(dockets: readonly Members[], rosterHashAt: (height: number) => string): void {
  const headers = dockets.map(headerOf).sort((a, b) => a.height - b.height);
  const top = headers.at(-1)!.height;
  for (const header of headers) {
    if (header.height < top) need(header.nextRosterHash === rosterHashAt(header.height + 1), 'nextRosterHash');
    for (const below of headers)
      if (below.height === header.height - 1) need(header.prevHash === docketHash(below), 'prevHash');
    if (header.height === 1)
      need(header.historyRoot === sha256(join(Buffer.of(0), bytesOf(docketHash(headers[0]!)))), 'historyRoot');
    need(Number(header.rules) === 1, 'rules');
  }
}

function checkCertificate(one: Members, roster: Members, genesis: Omit<Genesis, 'roster'>, what: string): void {
  const header = headerOf(one);
  const certificate = part(one, 'certificate');
  const hash = docketHash(header);
  const seats = list(roster.validators);
  const isGenesis = header.height === 0;
  need(header.registerId === genesis.registerId, what);
  need(certificate.kind === (isGenesis ? 'GENESIS' : 'COMMIT') && (!isGenesis || certificate.round === 0), what);
  need(certificate.height === header.height && certificate.docketHash === hash, what);
  need(certificate.rosterHash === rosterHash(roster) && certificate.rosterHash === header.rosterHash, what);
  const n = seats.length;
  const mode = roster.mode ?? genesis.mode;
  const quorum = isGenesis ? n : mode === 'bft' ? Math.floor((2 * n) / 3) + 1 : Math.floor(n / 2) + 1;
  const signatures = list(certificate.signatures);
  need(signatures.length >= quorum, `${what}: quorum`);
  const id = bytesOf(genesis.registerId.replaceAll('-', ''));
  let last = -1;
  for (const { voterIndex, signature } of signatures) {
    need(Number.isInteger(voterIndex) && Number(voterIndex) > last && Number(voterIndex) < n, `${what}: voters`);
    last = Number(voterIndex);
    const seat = seats[last]!;
    const digest = isGenesis
      ? tagged('genesis-attestation', join(id, bytesOf(hash)))
      : tagged(
          'vote',
          join(
            number(2, 2),
            id,
            bytesOf(genesis.hash),
            number(header.height, 8),
            number(Number(certificate.round), 4),
            bytesOf(hash),
            bytesOf(certificate.rosterHash),
            bytesOf(seat.validatorId),
            number(1, 2),
          ),
        );
    const signed = { key: bytesOf(seat.consensusKey), signature: bytesOf(signature) };
    need(isEd25519(signed, bytesOf(digest)), `${what}: signature`);
  }
}

// Step 7.

/** It gives the TxId. */
function checkTransaction(transaction: Members, docket: Members, registerId: string): string {
  const { bytes, payloadHash, txId } = checkSigned(transaction, headerOf(docket));
  checkMove(transaction);
  const said = part(transaction, 'header');
  if (said.actionId === 'blueprint-publish') {
    const { statement, ...metadata } = part(said, 'metadata');
    const key = list(transaction.signatures)[0]!;
    const text = `quorate:publication-statement:v1\u001f${txId}\u001f${canonical({ ...said, metadata } as Members)}`;
    need(typeof statement === 'string' && isSigned(key, text, statement), 'statement');
  }
  need(said.registerId === registerId, 'registerId');
  const { txCount: size, txRoot, bodyRoot } = headerOf(docket);
  const at = (path: Value | undefined, root: Value | undefined) => ({
    ...{ index: Number(docket.index), size, path: path as readonly string[], root: String(root) },
  });
  need(isInTree(bytesOf(txId + payloadHash), at(docket.path, txRoot)), 'path');
  need(isInTree(bytes, at(docket.bodyPath, bodyRoot)), 'bodyPath');
  if (size === 1) need(headerOf(docket).bytes === bytes.length, 'bytes');
  return txId;
}

function checkSigned(transaction: Members, docket: Header): Form {
  const made = formOf(transaction);
  const { header, txId, payloadHash } = made;
  if (isTimer(header)) {
    checkTimer(transaction, docket);
    return made;
  }
  const signatures = list(transaction.signatures);
  need(signatures.length > 0 && header.senderWallet === addressOf(signatures[0]!), 'senderWallet');
  for (const one of signatures) need(isSigned(one, `${txId}:${payloadHash}`, String(one.signatureValue)), 'signature');
  return made;
}

// Step 12.

interface Move {
  readonly transaction: Members;
  readonly docket: Members;
  readonly txId: string;
}

function checkMoves(moves: readonly Move[]): void {
  const instances = moves.map(({ transaction, txId }) => {
    const { instanceId, registerId, blueprintId } = part(transaction, 'header');
    return instanceId ?? tagged('instance', String(registerId), String(blueprintId), txId);
  });
  need(new Set(instances).size === 1, 'instance');
  const before = new Set<Value | undefined>();
  for (const [i, { transaction, docket, txId }] of moves.entries()) {
    const { previousTransactionId, publicationTxId } = part(transaction, 'header');
    const isStart = previousTransactionId === undefined || previousTransactionId === publicationTxId;
    need(isStart || before.has(previousTransactionId), 'a move was left out');
    before.add(txId);
    const last = moves[i - 1]?.docket;
    if (last === undefined) continue;
    const higher = headerOf(docket).height - headerOf(last).height;
    need(higher > 0 || (higher === 0 && Number(docket.index) > Number(last.index)), 'order of moves');
  }
}
