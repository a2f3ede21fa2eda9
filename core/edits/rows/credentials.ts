// Edits of what an action asks for and issues in credentials.
import type { Json, JsonObject } from '../../base/json.js';
import { itemsOf } from '../draft.js';
import { type EditRow, pickMembers, row } from '../edit.js';
import { issuancesOf } from '../issuances.js';
import { actionText, changeAction, replaceNamed, withMember } from '../members.js';
import { actionId, membersAt } from '../shapes.js';

type OfAction = JsonObject & { readonly action: number };

const addRequirement = row<OfAction>({
  name: 'add_credential_requirement',
  about: 'Asks the sender of an action for a credential. An earlier one of this `id` is replaced.',
  members: { action: actionId, ...membersAt('actions.credentialRequirements') },
  required: ['action'],
  example: { action: 1, id: 'licence', type: 'TradeLicence', acceptedIssuers: ['did:web:chamber.example'] },
  change: (parts, input) =>
    changeAction(parts, input.action, (action) => {
      const asked = pickMembers(input, 'action');
      const before = itemsOf(action, 'credentialRequirements');
      const { list, isNew } = replaceNamed(before, asked, ({ id }) => id);
      const its = asked.type ?? asked.vct ?? asked.doctype ?? asked.id ?? 'a credential';
      return {
        action: withMember(action, 'credentialRequirements', list),
        words: [`${isNew ? 'Now' : 'As changed,'} ${actionText(action)} asks its sender for ${its}.`],
      };
    }),
});

const addIssuance = row<OfAction & { readonly credentialType: string; readonly recipientParticipantId: string }>({
  name: 'add_issuance',
  about:
    'Has the sender of an action issue a credential to a role. An earlier one of this `id`, or else type, is replaced.',
  members: { action: actionId, ...membersAt('actions.credentialIssuanceConfig') },
  required: ['action', 'credentialType', 'claimMappings', 'recipientParticipantId'],
  example: {
    action: 2,
    credentialType: 'Receipt',
    claimMappings: [{ claimName: 'paid', sourceField: '/paid' }],
    recipientParticipantId: 'supplier',
  },
  change: (parts, input) =>
    changeAction(parts, input.action, (action) => {
      const issued = pickMembers(input, 'action');
      const nameOf = ({ id, credentialType }: JsonObject): Json | undefined => id ?? credentialType;
      const { list, isNew } = replaceNamed(issuancesOf(action), issued, nameOf);
      return {
        action: withIssuances(action, list),
        words: [
          `${isNew ? 'Now' : 'As changed,'} ${actionText(action)} issues ${input.credentialType} to ${input.recipientParticipantId}.`,
        ],
      };
    }),
});

export const credentialRows: readonly EditRow[] = [addRequirement, addIssuance];

/** The action with these credentials; without any for an empty list. */
export function withIssuances(action: JsonObject, list: readonly JsonObject[]): JsonObject {
  const [only] = list;
  return withMember(action, 'credentialIssuanceConfig', list.length > 1 ? list : only);
}
