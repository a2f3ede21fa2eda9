// Whose turn somebody takes where all share something: that of the organisation, which may have any number of users. Citizens have one share together, because anybody
// may become one, and each a turn of its own in it.
import { memberKey } from '../base/turn-key.js';
import { PUBLIC_ORGANISATION_ID } from './roles.js';

/** Who belongs to no organisation counts by itself. */
export function turnKey({
  organisationId,
  subject,
}: {
  readonly organisationId: string;
  readonly subject: string;
}): string {
  if (organisationId === '') return `subject ${subject}`;
  const share = `organisation ${organisationId}`;
  return organisationId === PUBLIC_ORGANISATION_ID ? memberKey(share, subject) : share;
}
