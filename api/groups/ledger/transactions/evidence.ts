// Gathers what the evidence of a sealed transaction contains. The document itself is made in
// core/chain/evidence/evidence.ts. It reads O(log n) of the chain for each docket that is proven, and gives the loop
// back in between.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { buildEvidence, type Evidence } from '../../../../core/chain/evidence/evidence.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { pathsTo } from '../../../views/history-paths.js';
import { type Room, type RosterWay, rosterAfter, rosterWay } from './roster-changes.js';

type Chain = Pick<ApiDeps['chain'], 'sealedDocket' | 'docket' | 'view' | 'head' | 'history'>;

export interface EvidenceWanted {
  /**
   * Height of the docket that the reader knows: the tip of the evidence, or below the transaction its anchor. The
   * newest docket unless told.
   */
  readonly head?: number | undefined;
  /** First height of which the branches of a split chain may say different things. */
  readonly forkedFrom?: number | undefined;
  /** The changes of the roster that one file carries: as many as a verifier takes unless told. */
  readonly room?: Room | undefined;
}

interface PlaceAt {
  readonly height: number;
  readonly index: number;
}

/**
 * The evidence of a transaction at its place, with the moves before it of its instance where these are stated.
 * DOCKET_NOT_FOUND for a tip that is not sealed here; GOVERNANCE_ROSTER_UNAVAILABLE when a docket that changed the
 * roster cannot be read; EVIDENCE_TOO_LONG where more of them lie between than one file carries.
 */
export async function evidenceAt(
  chain: Chain,
  reg: number,
  at: EvidenceWanted & PlaceAt & { readonly earlier?: readonly PlaceAt[] | undefined },
): Promise<Result<Evidence>> {
  const last = Math.min(chain.head(reg)?.height ?? -1, (at.forkedFrom ?? Number.POSITIVE_INFINITY) - 1);
  if (at.head !== undefined && at.head > last)
    return fail(
      issue('DOCKET_NOT_FOUND', '/head', `Docket ${at.head} is not sealed here; the newest is docket ${last}.`),
    );
  const [first] = at.earlier ?? [];
  const way = await wayTo(chain, reg, { ...at, first: first?.height ?? at.height, last });
  if (isFailure(way)) return way;
  const { beginsAt, headHeight, changes: rosterChanges } = way;
  const known = at.head !== undefined && at.head < at.height ? at.head : undefined;
  const anchorHeight = beginsAt ?? known;
  const head = chain.docket(reg, headHeight);
  const anchor = anchorHeight === undefined ? undefined : chain.docket(reg, anchorHeight);
  const genesis = await chain.sealedDocket(reg, 0);
  const sealed = at.height === 0 ? genesis : await chain.sealedDocket(reg, at.height);
  const earlier = at.earlier && (await placesOf(chain, reg, at.earlier));
  if (!genesis || !sealed || !head || earlier?.length !== at.earlier?.length)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The transaction is not sealed here.'));
  const roster = beginsAt === undefined ? undefined : await rosterAfter(chain, reg, beginsAt);
  const before = at.earlier?.map(({ height }) => height) ?? [];
  const heights = [at.height, 0, ...before, ...rosterChanges.map(({ header }) => header.height)];
  const paths = await pathsTo(chain, reg, {
    head: head.header,
    heights: [...heights, ...(anchor ? [anchor.header.height] : [])],
  });
  return buildEvidence({
    sealed,
    genesis,
    index: at.index,
    earlier,
    rosterChanges,
    head: { header: head.header, certificate: head.certificate },
    pathOf: (height) => paths.get(height) as Uint8Array[],
    ...(anchor ? { anchor: { header: anchor.header, ...(roster && { roster }) } } : {}),
  });
}

async function placesOf(chain: Chain, reg: number, places: readonly PlaceAt[]) {
  const sealedPlaces = [];
  for (const { height, index } of places) {
    const sealed = await chain.sealedDocket(reg, height);
    if (sealed) sealedPlaces.push({ sealed, index });
  }
  return sealedPlaces;
}

/** The changes that lead to a head, and the docket that they begin at where that is not genesis. */
interface Way {
  readonly changes: RosterWay['changes'];
  readonly headHeight: number;
  readonly beginsAt?: number;
}

/**
 * From genesis, where one file has room for all changes. Else from a docket that the reader knows, or, under a head
 * that the reader knows, from the docket below the transaction's: the history of that head proves it. EVIDENCE_TOO_LONG
 * where that is too far as well.
 */
async function wayTo(
  chain: Chain,
  reg: number,
  {
    height,
    first,
    head,
    room,
    last,
  }: Pick<EvidenceWanted, 'head' | 'room'> & Record<'height' | 'first' | 'last', number>,
): Promise<Result<Way>> {
  const isHead = head !== undefined && head >= height;
  const below = isHead ? head : last;
  const beginsAt = isHead ? first - 1 : (head ?? 0);
  const whole = await rosterWay(chain, reg, { above: 0, below, room });
  if (isFailure(whole)) return whole;
  if (whole.until > below) return { changes: whole.changes, headHeight: below };
  const way = beginsAt > 0 ? await rosterWay(chain, reg, { above: beginsAt, below, room }) : whole;
  if (isFailure(way)) return way;
  const headHeight = Math.min(below, way.until);
  if (isHead ? headHeight < head : headHeight < height) return fail(tooLong(headHeight));
  return { changes: way.changes, headHeight, ...(beginsAt > 0 && { beginsAt }) };
}

function tooLong(height: number): Issue {
  return issue(
    'EVIDENCE_TOO_LONG',
    '/head',
    `A file has room for the changes of the validator roster up to docket ${height}. Prove docket ${height} first: by evidence with head ${height} of a transaction up to it; or by evidence of a transaction of docket ${height + 1} under the head that you know. Then ask with head ${height}.`,
  );
}
