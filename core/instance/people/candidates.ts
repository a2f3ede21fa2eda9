// Candidates of open roles as the sealed state has them: records, by the definition or by the word of governance. Pure.
import type { Candidacy } from '../../blueprint/plan/role-candidates.js';
import type { StateView } from '../../model/register.js';
import { comparedName } from '../../register/people/organisation-name.js';
import { recordsOf } from '../../register/people/organisations.js';
import { participantAt } from '../../register/people/participants.js';
import { lacksKey } from './able.js';

type View = Pick<StateView, 'state'>;

/** A candidate, by the record and its primary wallet. */
export interface Candidate {
  readonly record: string;
  readonly wallet: string;
}

/**
 * The participants with an Active record that its owner signed and a wallet that can receive. Their order is that of
 * the definition or of the organisation. The data that the role reads is sealed to all of them.
 */
export function candidatesOfRole(view: View, { records, organisation = '' }: Candidacy): readonly Candidate[] {
  const name = comparedName(organisation);
  return (records ?? recordsOf(view, name)).flatMap((record) => {
    const row = participantAt(view, record);
    if (row?.status !== 'Active' || row.own !== true || lacksKey(view, row.primary)) return [];
    return records || row.attested === name ? [{ record, wallet: row.primary }] : [];
  });
}
