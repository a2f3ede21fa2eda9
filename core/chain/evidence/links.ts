// Links between the headers of evidence: of one file, and of two. A history path proves each header in the history of
// the head; what the signers of a made-up head put there can still contradict itself. A change of the roster that was
// left out shows in the docket that made it.
import { fromHex, toHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { merkleRoot } from '../../base/merkle.js';
import { knowsRules, RULES_LATEST } from '../../base/version.js';
import type { DocketHeader, Hash } from '../../model/register.js';
import type { Checkpoint } from '../../register/checkpoint.js';
import { docketHash } from '../../register/docket.js';
import type { Evidence } from './evidence.js';

interface Placed {
  readonly header: DocketHeader;
  /** Pointer to its place in the document. */
  readonly at: string;
}

/** Every header of a document, in order of height. */
export function headersOf({ genesis, rosterChanges, anchor, earlier = [], docket, head }: Evidence): readonly Placed[] {
  return [
    { ...genesis, at: '/genesis' },
    ...rosterChanges.map((change, i) => ({ ...change, at: `/rosterChanges/${i}` })),
    ...(anchor ? [{ ...anchor, at: '/anchor' }] : []),
    ...earlier.map((move, i) => ({ ...move.docket, at: `/earlier/${i}/docket` })),
    { ...docket, at: '/docket' },
    ...(head ? [{ ...head, at: '/head' }] : []),
  ]
    .map(({ header, at }) => ({ header, at: `${at}/header` }))
    .sort((a, b) => a.header.height - b.header.height);
}

/**
 * DOCKET_RULES_UNKNOWN for rules that this program does not know, and for rules that fall: governance only raises them.
 * `latest` is its own, but for tests that play another one.
 */
export function rulesIssues(document: Evidence, latest: number = RULES_LATEST): Issue[] {
  let before = 1;
  for (const { header, at } of headersOf(document)) {
    if (!knowsRules(header.rules, latest)) {
      const known = `the docket follows rules ${header.rules}, and this program knows 1 to ${latest}`;
      return [issue('DOCKET_RULES_UNKNOWN', `${at}/rules`, `The evidence cannot be judged: ${known}.`)];
    }
    if (header.rules < before)
      return [issue('DOCKET_RULES_UNKNOWN', `${at}/rules`, 'The docket follows older rules than a docket below it.')];
    before = header.rules;
  }
  return [];
}

/**
 * The roster that a header names for the next height is the one that the document has there. A header names the docket
 * below it, where the document has that. Above the head the document has no roster. Times are not compared: governance
 * may set them back.
 */
export function linkIssues(document: Evidence, rosterHashAt: (height: number) => Hash): Issue[] {
  const headers = headersOf(document);
  const end = (document.head ?? document.docket).header.height;
  const hashes = new Map(headers.map(({ header }) => [header.height, docketHash(header)]));
  for (const { header, at } of headers) {
    const { height } = header;
    if (height < end && header.nextRosterHash !== rosterHashAt(height + 1))
      return [
        issue(
          'DOCKET_ROSTER_MISMATCH',
          `${at}/nextRosterHash`,
          `Docket ${height} announces another roster than the document has at height ${height + 1}: a change of the roster was left out.`,
        ),
      ];
    const below = hashes.get(height - 1);
    if (below !== undefined && header.prevHash !== below)
      return [issue('EVIDENCE_INVALID', `${at}/prevHash`, 'The docket does not follow the docket below it.')];
    if (height === 1 && header.historyRoot !== toHex(merkleRoot([fromHex(hashes.get(0) as Hash)])))
      return [issue('DOCKET_HISTORY_MISMATCH', `${at}/historyRoot`, 'The history of docket 1 is its genesis alone.')];
  }
  return [];
}

/**
 * Two documents, each verified by itself before. `other-register`: nothing to compare. `fork`: two dockets of one
 * height, and of two geneses at height 0. `same`: the dockets of both lie in the history of one docket. `open`: nothing
 * contradicts, and nothing in the files shows that one head lies in the history of the other.
 */
export type Together =
  | { readonly kind: 'other-register' }
  | { readonly kind: 'fork'; readonly height: number; readonly hashes: readonly [Hash, Hash] }
  | { readonly kind: 'same'; readonly head: Checkpoint }
  | { readonly kind: 'open'; readonly head: Checkpoint };

/** The lowest height at which they differ is told: above it all differs. */
export function compareEvidence(first: Evidence, other: Evidence): Together {
  if (first.registerId !== other.registerId) return { kind: 'other-register' };
  const [its, others] = [hashesOf(first), hashesOf(other)];
  const [height] = [...its.keys()]
    .filter((each) => others.has(each) && others.get(each) !== its.get(each))
    .sort((a, b) => a - b);
  if (height !== undefined)
    return { kind: 'fork', height, hashes: [its.get(height) as Hash, others.get(height) as Hash] };
  const [lower, higher] = [first, other].sort((a, b) => lastOf(a).height - lastOf(b).height) as [Evidence, Evidence];
  const head = { hash: docketHash(lastOf(higher)), height: lastOf(higher).height };
  const below = docketHash(lastOf(lower));
  // Version 1 has no head: it proves of no docket that it lies in the history of the last one.
  const holds = higher.head ? [...hashesOf(higher).values()] : [head.hash];
  return { kind: holds.includes(below) ? 'same' : 'open', head };
}

function lastOf({ head, docket }: Evidence) {
  return (head ?? docket).header;
}

/** Hashes of the dockets that a document has, and of those that its headers name below them. */
function hashesOf(document: Evidence): ReadonlyMap<number, Hash> {
  const headers = headersOf(document).map(({ header }) => header);
  return new Map([
    ...headers.filter(({ height }) => height > 0).map(({ height, prevHash }) => [height - 1, prevHash] as const),
    ...headers.map((header) => [header.height, docketHash(header)] as const),
  ]);
}
