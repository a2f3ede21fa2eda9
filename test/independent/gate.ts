// What evidence proves of the ledger for one gate (docs/hashes.md section 12, step 11), by a program that was written
// from that page alone: which gate, under which definition, what was shown, and whom the register trusted and knew. The
// credential itself is not judged here.
import {
  bytesOf,
  canonical,
  docketHash,
  exactly,
  type Header,
  headerOf,
  isHash,
  isInTree,
  list,
  type Members,
  need,
  object,
  part,
  rootOver,
  tagged,
  type Value,
} from './encodings.js';
import { isHeader, isPath } from './form.js';
import { checkMove } from './moves.js';
import { isAction } from './timer.js';
import { formOf } from './transaction.js';

/** Of evidence that was verified otherwise. Throws Refused where a word of the ledger does not prove itself. */
export function checkGateFacts(evidence: Members): void {
  const gate = part(evidence, 'gate');
  exactly(gate, ['id', 'publication', 'pins', 'sealed']);
  const transaction = part(evidence, 'transaction');
  const header = part(transaction, 'header');
  const { gates } = part(header, 'metadata');
  const statement = list(gates).find(({ id }) => id === gate.id);
  need(statement !== undefined, 'a statement of the gate');
  const published = formOf(part(gate, 'publication'));
  need(published.header.actionId === 'blueprint-publish' && published.txId === header.publicationTxId, 'publication');
  if (!isInClear(part(transaction, 'payload'), String(gate.id))) checkCells(evidence, String(gate.id));
  const [pins, sealed] = [list(gate.pins), list(gate.sealed)];
  need(pins.length <= 100 && sealed.length <= 8, 'too many');
  for (const pin of pins) need(trustOf(pin) === statement.trust, 'trust');
  for (const one of sealed) checkSealed(one, headerOf(part(evidence, 'docket')), Number(statement.asOf));
}

function isInClear(payload: Members, id: string): boolean {
  return '@gate' in payload && id in part(payload, '@gate');
}

/** The opening proves the values; here that it shows all five. */
function checkCells({ opening }: Members, id: string): void {
  const names = ['', '/claims', '/issued', '/proof', '/status'].map((cell) => `/@gate/${id}${cell}`);
  const classes = list(object(opening).classes).map(({ open }) =>
    open === undefined ? [] : list(open).map(({ pointer }) => pointer),
  );
  need(
    classes.some((shown) => shown.length === names.length && names.every((name) => shown.includes(name))),
    'the five cells',
  );
}

/** Section 11: the root of all that is pinned, by the way of one entry. */
function trustOf({ list: of, entry, entryPath, listPath, ...more }: Members): string {
  exactly(more, []);
  const facts = object(of);
  exactly(facts, ['listId', 'kind', 'sequence', ...['source', 'assurance'].filter((name) => name in facts)]);
  if (typeof entry !== 'string') exactly(object(entry), ['issuer', 'key']);
  else need(isHash(entry), 'entry');
  const leaf = typeof entry === 'string' ? bytesOf(entry) : Buffer.from(canonical(object(entry)), 'utf8');
  const entries = climbed(leaf, entryPath);
  return climbed(bytesOf(tagged('trust', canonical(facts), bytesOf(entries))), listPath);
}

function climbed(leaf: Buffer, value: Value | undefined): string {
  const place = object(value);
  exactly(place, ['index', 'size', 'path']);
  const { index, size, path } = place;
  isPath(path!);
  need(Number.isSafeInteger(size), 'size');
  const root = rootOver(leaf, { index: index as number, size: size as number, path: path as readonly string[] });
  need(root !== undefined, 'path');
  return root;
}

/** A record of a participant or an Issuance, in a docket of the history that was there as of that height. */
function checkSealed(one: Members, docket: Header, asOf: number): void {
  exactly(one, ['header', 'transaction', 'index', 'path', 'historyPath']);
  isHeader(one.header!);
  for (const path of [one.path, one.historyPath]) isPath(path!);
  const below = headerOf(one);
  const transaction = part(one, 'transaction');
  const { header, txId, payloadHash } = formOf(transaction);
  need(below.registerId === docket.registerId && header.registerId === docket.registerId, 'registerId');
  need(below.height <= asOf, 'asOf');
  const [path, historyPath] = [one.path, one.historyPath] as readonly (readonly string[])[];
  const history = { index: below.height, size: docket.height, path: historyPath!, root: docket.historyRoot! };
  need(isInTree(bytesOf(docketHash(below)), history), 'historyPath');
  const place = { index: Number(one.index), size: below.txCount, path: path!, root: below.txRoot! };
  need(isInTree(bytesOf(txId + payloadHash), place), 'path');
  const { blueprintId, actionId, metadata } = header;
  const isRecord = blueprintId === 'register-participants-v1' && actionId === 'participant-publish';
  need(isRecord || (isAction(header) && (metadata as Members | undefined)?.type === 'Issuance'), 'a record');
  checkMove(transaction);
}
