// The workflow of the self-build house: works start with a permit, and an inspector looks at the foundations. Data
// only.
import type { JsonObject } from '../../core/base/json.js';
import type { Player } from '../harness/cast.js';

export const HOUSE = 'self-build-house';
export const START = 1;
export const INSPECT = 2;

const text = { type: 'string', minLength: 1, maxLength: 200 };

interface HouseRoles {
  readonly builder: Player;
  readonly inspector: Player;
  readonly permitType: string;
}

/** The builder shows the permit, and the inspector's node judges what was shown. */
export function houseOf({ builder, inspector, permitType }: HouseRoles): JsonObject {
  return {
    id: HOUSE,
    language: 2,
    title: 'Self-build house',
    description: 'Works start with a permit of the town, and an inspector looks at the foundations.',
    cancellation: { by: ['opener'] },
    participants: [
      { id: 'builder', name: builder.organisation, walletAddress: builder.address },
      { id: 'inspector', name: inspector.organisation, walletAddress: inspector.address },
    ],
    actions: [
      {
        id: START,
        title: 'Start the works',
        sender: 'builder',
        isStartingAction: true,
        dataSchemas: [{ type: 'object', required: ['plot'], properties: { plot: text } }],
        disclosures: [{ participantAddress: 'inspector', dataPointers: ['/plot'] }],
        credentialRequirements: [
          {
            id: 'permit',
            vct: permitType,
            readers: ['inspector'],
            requiredClaims: [{ claimName: 'permitNumber' }],
            trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: 'town' }] },
          },
        ],
        routes: [{ id: 'inspect', nextActionIds: [INSPECT] }],
      },
      {
        id: INSPECT,
        title: 'Inspect the foundations',
        sender: 'inspector',
        dataSchemas: [{ type: 'object', required: ['depth'], properties: { depth: text } }],
        disclosures: [{ participantAddress: 'builder', dataPointers: ['/depth'] }],
        routes: [],
      },
    ],
  };
}
