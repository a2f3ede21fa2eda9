// Openings of evidence (docs/hashes.md section 14), checked by a program that was written from that page alone.
import {
  bytesOf,
  canonical,
  exactly,
  join,
  list,
  type Members,
  need,
  object,
  part,
  tagged,
  type Value,
} from './encodings.js';

/** Throws Refused where what is shown was not stated in the transaction of the evidence. */
export function checkOpening(value: Value, evidence: Members): void {
  const opening = object(value);
  need(opening.v === 1 && opening.txId === evidence.txId, 'opening');
  const transaction = part(evidence, 'transaction');
  const payload = part(transaction, 'payload');
  checkCells(opening, payload, part(transaction, 'header'));
}

function checkCells(opening: Members, payload: Members, header: Members): void {
  exactly(opening, ['v', 'txId', 'classes', ...('manifests' in opening ? ['manifests'] : [])]);
  need(payload.v === 2, 'root');
  const names = ['registerId', 'instanceId', 'actionId', 'publicationTxId', 'previousTransactionId', 'senderWallet'];
  const place = bytesOf(tagged('cell-place', ...names.map((name) => String(header[name] ?? ''))));
  const manifests = 'manifests' in opening ? list(opening.manifests) : [];
  const used = new Set<Members>();
  const leafOf = (cell: Members): Buffer => {
    const named = manifests.filter(({ fileId }) => isNaming(cell.value ?? null, String(fileId)));
    for (const one of named) used.add(one);
    const hashes = [...named]
      .sort((a, b) => (String(a.fileId) < String(b.fileId) ? -1 : 1))
      .map((one) => tagged('file-manifest', canonical(one)));
    const text = 'value' in cell ? canonical(cell.value!) : '';
    return bytesOf(tagged('cell', base64url(cell.salt, 16), place, canonical(String(cell.pointer)), text, ...hashes));
  };
  const hashes = list(opening.classes).map((one) => {
    if ('hash' in one) {
      exactly(one, ['hash']);
      return base64url(one.hash, 32);
    }
    exactly(one, ['leaves', 'open']);
    need(Array.isArray(one.leaves), 'leaves');
    const leaves = one.leaves as readonly (string | null)[];
    const open = [...list(one.open)];
    const bytes = leaves.map((leaf, i) => {
      if (leaf !== null) return base64url(leaf, 32);
      const cell = object(open.shift());
      exactly(cell, ['i', 'pointer', 'salt', 'value' in cell ? 'value' : 'absent']);
      need(cell.i === i && typeof cell.pointer === 'string' && ('value' in cell || cell.absent === true), 'cell');
      return leafOf(cell);
    });
    need(open.length === 0, 'open');
    return bytesOf(tagged('cell-class', join(...bytes)));
  });
  need(bytesOf(tagged('cells', place, join(...hashes))).toString('base64url') === payload.root, 'root');
  need(used.size === manifests.length, 'manifests');
  need(
    list(opening.classes).some((one) => 'open' in one && list(one.open).length > 0),
    'nothing shown',
  );
}

function isNaming(value: Value, fileId: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) =>
    name === 'fileId' && typeof member === 'string' ? member === fileId : isNaming(member as Value, fileId),
  );
}

function base64url(text: Value | undefined, length: number): Buffer {
  const bytes = Buffer.from(String(text), 'base64url');
  need(bytes.length === length && bytes.toString('base64url') === text, 'base64url');
  return bytes;
}
