// The knowledge of the reader beside an evidence file: what contradicts it, where a file that does not begin at genesis
// begins, and why what is known does not make a file valid. It proves nothing by itself.
import { type Issue, issue } from '../../base/issue.js';
import type { Hash } from '../../model/register.js';
import type { Checkpoint } from '../../register/checkpoint.js';
import { docketHash } from '../../register/docket.js';
import type { Evidence } from './evidence.js';
import { headersOf } from './links.js';

/** The facts that the reader knows from outside of the document. */
export interface Known {
  /** A tip of the register, from another organisation or a publication. It alone makes evidence valid. */
  readonly head?: Checkpoint;
  readonly genesisHash?: Hash;
  /** The head has to be at least this new. */
  readonly notBeforeMs?: number;
}

/**
 * Compares the knowledge of the reader with the document: genesis, time, and every docket in it with the height or the
 * hash that the reader names.
 */
export function knownIssues(document: Evidence, genesisHash: Hash, known: Known): Issue[] {
  const { docket, head } = document;
  if (known.genesisHash !== undefined && known.genesisHash !== genesisHash)
    return [
      issue(
        'EVIDENCE_INVALID',
        '/genesis',
        `The evidence is of another register: its genesis docket is ${genesisHash}.`,
      ),
    ];
  const last = (head ?? docket).header;
  if (known.notBeforeMs !== undefined && last.timestampMs < known.notBeforeMs)
    return [
      issue(
        'EVIDENCE_TOO_OLD',
        head ? '/head/header/timestampMs' : '/docket/header/timestampMs',
        `The head is of ${new Date(last.timestampMs).toISOString()}. Ask for the evidence again.`,
      ),
    ];
  const { head: point } = known;
  const begins = document.anchor?.roster && document.anchor.header.height;
  if (begins !== undefined && point?.height !== begins && point?.height !== last.height)
    return [
      issue(
        'EVIDENCE_ANCHOR_MISMATCH',
        '/anchor/roster',
        `The evidence begins at docket ${begins} and not at genesis: it proves something to who knows that docket, or docket ${last.height}, from elsewhere. Prove docket ${begins} first, by evidence under it.`,
      ),
    ];
  if (!point) return [];
  const other = headersOf(document)
    .map(({ header }) => header)
    .findLast((header) => (header.height === point.height) !== (docketHash(header) === point.hash));
  if (!other) return [];
  return [
    issue(
      'EVIDENCE_ANCHOR_MISMATCH',
      other === last ? '/head/header' : '',
      other.height === point.height
        ? `Docket ${other.height} is ${docketHash(other)} in the evidence, and not the one that you know. The chain of one of the two was split or made up: keep both.`
        : `The docket that you know at height ${point.height} has height ${other.height} in the evidence. Ask again which height it has.`,
    ),
  ];
}

/** Why a head that the reader knows does not make a good document valid. */
export function whyUnanchored({ docket, head, anchor }: Evidence, { height }: Checkpoint): string {
  if (!head) return 'Evidence of version 1 carries no head. Ask for it again from a newer node.';
  if (height >= docket.header.height)
    return `The evidence ends in docket ${head.header.height}, and says what lies below that head only by the word of its signers. Ask for evidence with head ${height}.`;
  const since = `docket ${docket.header.height} was sealed after the docket ${height} that you know, so it rests on the validators since then. Ask for a head of docket ${docket.header.height} or later.`;
  return anchor?.header.height === height
    ? `The evidence goes on from your docket, but ${since}`
    : `The evidence does not prove your docket, and ${since}`;
}
