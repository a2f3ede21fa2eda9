// The invariants of docs/protocol.md 6 over everything that honest members ever signed, judged when an object is
// signed. They know the protocol's promises, not its code.
import type { RoundChange, Vote } from '../../core/consensus/types.js';
import type { Signed } from './node.js';
import { idOf, membersAt, nameOf, type World } from './world.js';

export function keyOf(signed: Signed): string {
  if (signed.type === 'withdrawn') return `W|${signed.voter}|${signed.height}|${signed.above}|${signed.below}`;
  if (signed.type === 'certificate') return `C|${JSON.stringify(signed.certificate)}`;
  if (signed.type === 'vote') {
    const { kind, voter, height, round, docketHash } = signed.vote;
    return `${kind}|${voter}|${height}|${round}|${docketHash}`;
  }
  const { voter, height, round, preparedRound, preparedHash } = signed.change;
  return `RC|${voter}|${height}|${round}|${preparedRound}|${preparedHash}`;
}

type Withdrawn = Extract<Signed, { type: 'withdrawn' }>;

/** Without the votes that were taken back before anybody saw them: they are as if they had never been. */
function effective(signed: readonly Signed[]): readonly Signed[] {
  const gone = signed.filter((one): one is Withdrawn => one.type === 'withdrawn');
  if (gone.length === 0) return signed;
  return signed.filter(
    (one) => one.type !== 'vote' || one.vote.kind !== 'COMMIT' || !gone.some((of) => covers(of, one.vote)),
  );
}

function covers({ voter, height, above, below }: Withdrawn, about: Pick<Vote, 'voter' | 'height' | 'round'>): boolean {
  return about.voter === voter && about.height === height && about.round > above && about.round <= below;
}

/** The first contradiction between a new object and those that were signed before. */
export function contradictionWith(earlier: readonly Signed[], signed: Signed): string | undefined {
  for (const one of effective(earlier)) {
    const found = contradiction(one, signed) ?? decidedByNone(one, signed) ?? decidedByNone(signed, one);
    if (found) return found;
  }
  return undefined;
}

/** I15: a vote that was taken back is in no certificate. */
function decidedByNone(a: Signed, b: Signed): string | undefined {
  if (a.type !== 'withdrawn' || b.type !== 'certificate') return undefined;
  const { height, round } = b.certificate;
  const counted = b.voters.some((voter) => covers(a, { voter, height, round }));
  return counted ? 'I15 a vote that was taken back decides nothing' : undefined;
}

/** I2, I3, I4: what a member may not sign after what it signed before. */
function contradiction(before: Signed, after: Signed): string | undefined {
  if (before.type === 'vote' && after.type === 'vote') {
    const [a, b] = [before.vote, after.vote];
    const double =
      a.voter === b.voter &&
      a.kind === b.kind &&
      a.height === b.height &&
      a.round === b.round &&
      a.docketHash !== b.docketHash;
    return double ? 'I2 one vote for each kind, height and round' : undefined;
  }
  if (before.type === 'change' && after.type === 'vote') return broken(before.change, after.vote);
  if (before.type === 'vote' && after.type === 'change') return concealed(before.vote, after.change);
  if (before.type === 'change' && after.type === 'change') {
    const [a, b] = [before.change, after.change];
    const same = a.voter === b.voter && a.height === b.height && a.round === b.round;
    return same ? 'I4 one round change for each round' : undefined;
  }
  return undefined;
}

function broken(change: RoundChange, vote: Vote): string | undefined {
  const kept = change.voter !== vote.voter || change.height !== vote.height || vote.round >= change.round;
  return kept ? undefined : 'I3 no vote below a promised round';
}

function concealed(vote: Vote, change: RoundChange): string | undefined {
  const honest =
    vote.voter !== change.voter ||
    vote.height !== change.height ||
    vote.kind !== 'COMMIT' ||
    vote.round >= change.round ||
    change.preparedRound >= vote.round;
  return honest ? undefined : 'I4 a round change reports the highest value';
}

/** I1, I5, I11 over all signed objects of the honest members. A liar counts as voting for everything. */
export function agreementProblem(world: World, signed: readonly Signed[]): string | undefined {
  const votes = effective(signed).flatMap((object) => (object.type === 'vote' ? [object.vote] : []));
  for (const vote of votes)
    if (!membersAt(world, vote.height).includes(nameOf(vote.voter))) return 'I11 only members of the roster vote';
  const groups = new Map<string, Vote[]>();
  for (const vote of votes) {
    if (vote.kind !== 'COMMIT' || vote.voter === (world.liar && idOf(world.liar))) continue;
    const key = `${vote.height}|${vote.round}|${vote.docketHash}`;
    groups.set(key, [...(groups.get(key) ?? []), vote]);
  }
  const chosen = new Map<number, Vote>();
  for (const group of groups.values()) {
    const vote = group[0] as Vote;
    const members = membersAt(world, vote.height);
    const n = members.length;
    const liars = world.liar && members.includes(world.liar) ? 1 : 0;
    const count = new Set(group.map((v) => v.voter)).size + liars;
    const enough = world.mode === 'bft' ? 3 * count > 2 * n : 2 * count > n;
    if (!enough) continue;
    const other = chosen.get(vote.height);
    if (other && other.docketHash !== vote.docketHash) return 'I1 at most one docket is chosen for a height';
    if (!other || other.round > vote.round) chosen.set(vote.height, vote);
  }
  for (const vote of votes) {
    const x = chosen.get(vote.height);
    if (x && vote.round > x.round && vote.docketHash !== x.docketHash)
      return 'I5 a chosen docket is carried into every later round';
  }
  return undefined;
}
