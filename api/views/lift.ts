// How a blueprint of language 1 came to be one of language 2, as answers tell it.
import type { LiftNotes } from '../../core/design/lift/lift.js';

/** The member `lift` of an answer; none for a blueprint of language 2. */
export function liftMember(lift: LiftNotes | undefined) {
  return lift ? { lift: { changes: [...lift.changes], questions: [...lift.questions] } } : {};
}
