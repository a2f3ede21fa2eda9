// The worked vector of docs/hashes.md on what a register has pinned: two lists, and the way of one entry.
import { canonical } from '../../../core/base/json.js';
import { proofOf, trustRootAt } from '../../../core/register/trust/as-of.js';
import { operation } from '../register/governance.js';
import { anchor, anchors, PinnedRows } from '../register/trust.js';

export function trustVector(): Readonly<Record<string, string>> {
  const rows = new PinnedRows();
  const eu = { listId: 'eu', kind: 'x509', sequence: 340, entries: anchors('a', 'b', 'c') } as const;
  const key = { issuer: 'did:web:works.example', key: anchor('works') };
  const works = { listId: 'works', kind: 'keys', sequence: 1, entries: [key], assurance: 'High' } as const;
  for (const pin of [eu, works]) rows.act(operation('set-trust', pin));
  const { view, height } = rows;
  const entry = eu.entries[1] as string;
  const proof = proofOf(view, { listId: 'eu', entry, height });
  return {
    'list 0': canonical({ ...eu, entries: undefined }),
    'entries of list 0': eu.entries.join(' '),
    'list 1': canonical({ ...works, entries: undefined }),
    'entry of list 1': canonical(key),
    root: trustRootAt(view, height),
    'entry 1 of list 0, beside its way': proof?.entryPath.path.join(' ') ?? '',
    'list 0, beside its way': proof?.listPath.path.join(' ') ?? '',
  };
}
