// The steps about what an action has read. Its rules read runs of other actions. So it states in the clear how many
// moves of the instance were sealed in the state by which it was calculated. Which actions it reads is in the
// definition, so that each validator knows without a key that nothing of that has changed since: bounds, totals and
// withdrawals over branches hold.
import { type Issue, issue } from '../../base/issue.js';
import { changeSince, type RunReads } from '../../blueprint/names/run-reads.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { instanceBefore } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { ownSlot } from '../instance/overtaking.js';
import { readsIn } from '../instance/reading.js';

const AT = '/header/metadata/sees';
const ANEW =
  'Calculate the action anew and sign that: the node of its wallet does so by itself, and quorate tx prepare states the moves of now.';

/**
 * VAL_READ_001, for good: the rules read runs and the move states no number of moves, or it states one and they read
 * none.
 */
export function sees(subject: Pick<Subject, 'tx' | 'definition' | 'plan' | 'planned'>): readonly Issue[] {
  if (!subject.plan) return NONE;
  const stated = subject.tx.header.metadata?.sees;
  const reads = readsIn(subject);
  if (!reads) return stated === undefined ? NONE : [readsIssue('The move reads no runs: leave metadata.sees out.')];
  if (Number.isSafeInteger(stated) && (stated as number) >= 0) return NONE;
  return [
    readsIssue(
      `The rules of the action read ${ofRuns(reads)}: state as metadata.sees, a whole number, how many moves of the instance were sealed in the state by which it was calculated. ${ANEW}`,
    ),
  ];
}

/** VAL_READ_001, which may heal: the state that the action saw is not there yet. Its node may be a docket further. */
export function checkReads(subject: Subject): readonly Issue[] {
  const place = placeOf(subject);
  if (!place || place.seen <= place.instance.moves) return NONE;
  return [
    readsIssue(`It saw ${place.seen} moves of the instance (metadata.sees), and ${place.instance.moves} are sealed.`),
  ];
}

/**
 * VAL_READ_001: what the rules of the action read has changed since the state that it saw. Where it was
 * overtaken for long, it says when its role has a slot of its own.
 */
export function reads(subject: Subject): readonly Issue[] {
  const place = placeOf(subject);
  const change = place && changeSince(place.instance, place.reads, place.seen);
  if (!change) return NONE;
  const { action, move } = change;
  const what = action === undefined ? 'which branches it takes' : `runs of action ${action}`;
  const message = `It saw ${place.seen} moves of the instance (metadata.sees), and reads ${what}: move ${move} changed that. ${ANEW}`;
  return [{ ...readsIssue(message), ...ownSlot(subject, place.instance, 'Action') }];
}

interface ReadingPlace {
  readonly instance: Instance;
  readonly reads: RunReads;
  /** As it is stated, in a form that was checked. */
  readonly seen: number;
}

function placeOf(subject: Subject): ReadingPlace | undefined {
  const runReads = readsIn(subject);
  const instance = runReads && (subject.instance ?? instanceBefore(subject.ctx.view, subject.tx));
  if (!instance) return undefined;
  return { instance, reads: runReads as RunReads, seen: subject.tx.header.metadata?.sees as number };
}

function ofRuns({ actions, isOfBranches }: RunReads): string {
  const ids = [...actions].sort((a, b) => a - b);
  const named = ids.length === 0 ? [] : [`runs of ${ids.length === 1 ? 'action' : 'actions'} ${ids.join(', ')}`];
  return [...named, ...(isOfBranches ? ['which branches it takes'] : [])].join(' and ');
}

function readsIssue(message: string): Issue {
  return issue('VAL_READ_001', AT, message);
}
