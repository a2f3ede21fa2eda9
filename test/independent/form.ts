// The form of evidence files (docs/hashes.md section 12, step 1), member by member, for the verifier beside it. It
// imports nothing of the product.
import {
  bytesOf,
  exactly,
  HEADER,
  isHash,
  list,
  type Members,
  need,
  object,
  part,
  tagged,
  type Value,
} from './encodings.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The file, with exactly the members of section 12 in their forms. */
export function formed(file: Value): Members {
  need(nestsWithin(file, 67), 'depth');
  const evidence = object(file);
  const all = ['format', 'version', 'registerId', 'txId', 'transaction', 'docket', 'genesis', 'rosterChanges', 'head'];
  exactly(evidence, [...all, ...['anchor', 'earlier', 'opening', 'gate'].filter((name) => name in evidence)]);
  need(evidence.format === 'quorate-evidence' && evidence.version === 2, 'format');
  const sealed = (one: Value, more: readonly string[]) => {
    const each = object(one);
    exactly(each, ['header', 'certificate', ...more]);
    isHeader(each.header!);
    isCertificate(each.certificate!);
    if (more.includes('historyPath')) isPath(each.historyPath!);
  };
  const placed = (docket: Value) => {
    sealed(docket, ['index', 'path', 'bodyPath', 'historyPath']);
    isPath(object(docket).path!);
    isPath(object(docket).bodyPath!);
  };
  placed(evidence.docket!);
  sealed(evidence.genesis!, ['transaction', 'historyPath']);
  sealed(evidence.head!, []);
  need(list(evidence.rosterChanges).length <= 1000, 'rosterChanges');
  for (const change of list(evidence.rosterChanges)) {
    sealed(change, ['roster', 'historyPath']);
    isRoster(change.roster!);
  }
  if ('anchor' in evidence) {
    const anchor = part(evidence, 'anchor');
    exactly(anchor, ['header', 'historyPath', ...('roster' in anchor ? ['roster'] : [])]);
    isHeader(anchor.header!);
    isPath(anchor.historyPath!);
    if ('roster' in anchor) isRoster(anchor.roster!);
  }
  const earlier = 'earlier' in evidence ? list(evidence.earlier) : [];
  need(earlier.length <= 255, 'earlier');
  for (const move of earlier) {
    exactly(move, ['transaction', 'docket']);
    placed(move.docket!);
  }
  return evidence;
}

export function isHeader(value: Value): void {
  const header = object(value);
  exactly(
    header,
    HEADER.map(([name]) => name),
  );
  for (const [name, bytes] of HEADER) {
    const field = header[name]!;
    if (bytes === 32) need(isHash(field), name);
    else if (bytes === 16) need(typeof field === 'string' && UUID.test(field), name);
    else need(Number.isSafeInteger(field) && Number(field) >= 0 && Number(field) < 256 ** bytes, name);
  }
  need(header.v === 1, 'v');
  need(Number(header.timestampMs) <= 253_402_300_799_999, 'timestampMs');
}

function isCertificate(value: Value): void {
  const certificate = object(value);
  exactly(certificate, ['kind', 'height', 'round', 'docketHash', 'rosterHash', 'signatures']);
  need(Number.isSafeInteger(certificate.round) && Number(certificate.round) >= 0, 'round');
  need(Number(certificate.round) < 2 ** 31, 'round');
  for (const one of list(certificate.signatures)) {
    exactly(one, ['voterIndex', 'signature']);
    need(typeof one.signature === 'string' && /^[0-9a-f]{128}$/.test(one.signature), 'signature');
  }
}

/** A text of so many UTF-16 code units. */
export function isText(value: Value | undefined, min: number, max: number): boolean {
  return typeof value === 'string' && value.length >= min && value.length <= max;
}

/** Section 2, rule 4. */
export function nestsWithin(value: Value, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return Object.values(value).every((member) => levels > 0 && nestsWithin(member as Value, levels - 1));
}

export function isPath(value: Value): void {
  need(Array.isArray(value) && value.length <= 53 && value.every(isHash), 'path');
}

export function isRoster(value: Value): void {
  const roster = object(value);
  exactly(roster, 'mode' in roster ? ['validators', 'mode'] : ['validators']);
  if ('mode' in roster) need(roster.mode === 'majority' || roster.mode === 'bft', 'mode');
  const seats = list(roster.validators);
  need(seats.length >= 1 && seats.length <= 31, 'validators');
  for (const seat of seats) {
    exactly(seat, ['validatorId', 'orgId', 'consensusKey', 'peerId']);
    need(isHash(seat.consensusKey!) && isText(seat.orgId, 0, 128) && isText(seat.peerId, 0, 128), 'seat');
    need(seat.validatorId === tagged('validator-id', bytesOf(seat.consensusKey)), 'validatorId');
  }
  const peers = seats.map((seat) => seat.peerId).filter((peer) => peer !== '');
  need(new Set(seats.map((seat) => seat.validatorId)).size === seats.length, 'seats');
  need(new Set(peers).size === peers.length, 'peers');
}
