// Credential requirements of a text of language 1, whose gate one node judged by whom it trusted. On a ledger all who
// read the evidence judge it: the other roles, and by the issuers for whom the register vouches. Pure.
import type { Json, JsonObject } from '../../base/json.js';
import type { CredentialRequirement, Definition } from '../../blueprint/definition/types.js';
import { gateFormatsOf } from '../../credentials/gate/rule.js';
import { type LiftNote, put } from './lift-note.js';

/** Names readers of the evidence and trusted issuers where the text has none. */
export function tellGates(definition: Definition): readonly LiftNote[] {
  const { actions, participants } = definition;
  return actions.flatMap(({ sender, credentialRequirements = [] }, i) =>
    credentialRequirements.flatMap((requirement, j) => {
      const tokens = ['actions', String(i), 'credentialRequirements', String(j)];
      const others = participants.flatMap(({ id }) => (id === sender ? [] : id));
      const add = (name: string, value: Json, message: string): LiftNote => {
        put(definition as unknown as JsonObject, [...tokens, name], value);
        return { location: `/${[...tokens, name].join('/')}`, message };
      };
      return [
        ...(isRead(requirement) || others.length === 0
          ? []
          : [add('readers', others, 'All other roles read what is shown, and judge it: name those that have to.')]),
        ...(isTrusting(requirement)
          ? []
          : [
              add('trustPolicy', REGISTER, 'Issuers count for whom the register vouches: say whose credentials count.'),
            ]),
      ];
    }),
  );
}

const REGISTER: Json = { sources: [{ kind: 'register' }] };

function isRead({ evidence, readers, verifiedBy }: CredentialRequirement): boolean {
  return evidence === 'public' || verifiedBy !== undefined || readers !== undefined;
}

/** The issuers that are accepted count by their DID, which an mdoc has not. */
function isTrusting(requirement: CredentialRequirement): boolean {
  const { trustPolicy, acceptedIssuers } = requirement;
  const isNamed = acceptedIssuers !== undefined && gateFormatsOf(requirement).includes('sd-jwt-vc');
  return trustPolicy !== undefined || isNamed;
}
