// The participants of an organisation, as far as governance vouches for it: the publisher of a record states its name
// as it likes, so a name alone makes no candidate. Pure.
import { CANDIDATES_MAX } from '../../base/limits/ledger/people.js';
import type { StateChange, StateView } from '../../model/register.js';
import { STATE_KEY } from '../state-keys.js';
import { type ParticipantRow, participantAt } from './participants.js';

/**
 * The lists of an organisation that the record joins and leaves. An organisation that was revoked makes room for
 * others.
 */
export function organisationChanges(
  view: Pick<StateView, 'state'>,
  {
    participantId,
    before,
    row,
  }: {
    readonly participantId: string;
    readonly before: ParticipantRow | undefined;
    readonly row: ParticipantRow;
  },
): StateChange[] {
  const [left, joined] = [before?.attested, row.own === true ? row.attested : undefined];
  const changes: StateChange[] = [];
  const put = (name: string, records: readonly string[]): void =>
    void changes.push({ key: STATE_KEY.organisation(name), value: { records: [...records] } });
  const old = left === undefined || left === joined ? [] : recordsOf(view, left);
  if (left !== undefined && old.includes(participantId))
    put(
      left,
      old.filter((id) => id !== participantId),
    );
  if (joined === undefined) return changes;
  const known = recordsOf(view, joined);
  if (known.includes(participantId)) return changes;
  const there = known.filter((id) => {
    const other = participantAt(view, id);
    return other?.status !== 'Revoked' || other.contested === true;
  });
  if (there.length < CANDIDATES_MAX) put(joined, [...there, participantId]);
  return changes;
}

/** Own records for whose organisation governance vouches, in the order in which they came; at most CANDIDATES_MAX. */
export function recordsOf(view: Pick<StateView, 'state'>, organisation: string): readonly string[] {
  return (view.state(STATE_KEY.organisation(organisation))?.records ?? []) as readonly string[];
}
