// Whose turn somebody takes where all share something: that of the organisation, which may have any number of users.
// Citizens have one share together, because anybody may become one, and each a turn of its own in it.
import { memberKey, shareOf } from '../base/queues/turn-key.js';
import { PUBLIC_ORGANISATION_ID } from './roles.js';

const ORGANISATION = 'organisation ';

/** A caller without an organisation counts by itself. */
export function turnKey({
  organisationId,
  subject,
}: {
  readonly organisationId: string;
  readonly subject: string;
}): string {
  if (organisationId === '') return `subject ${subject}`;
  const share = `${ORGANISATION}${organisationId}`;
  return organisationId === PUBLIC_ORGANISATION_ID ? memberKey(share, subject) : share;
}

/** The organisation that a key counts for; undefined for peers, and for who belongs to none. */
export function organisationOfTurn(key: string): string | undefined {
  const share = shareOf(key);
  return share.startsWith(ORGANISATION) ? share.slice(ORGANISATION.length) : undefined;
}
