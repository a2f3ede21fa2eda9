// The transaction that founds a register: docket 0 holds it and nothing else.
import type { JsonObject } from '../base/json.js';
import { GENESIS_ACTION, GENESIS_BLUEPRINT, type GenesisPayload, genesisMembers } from '../register/genesis/payload.js';
import type { KindRow } from '../register/kind-row.js';
import { STATE_KEY } from '../register/state-keys.js';
import { checkNoOthers } from '../transaction/structure.js';

const HEADER = ['registerId', 'blueprintId', 'actionId', 'senderWallet', 'payloadHash', 'createdAt', 'metadata'];

export const genesis: KindRow = {
  kind: 'genesis',
  matches: (header) => header.blueprintId === GENESIS_BLUEPRINT && header.actionId === GENESIS_ACTION,
  check: (tx) => checkNoOthers(tx.header as unknown as JsonObject, HEADER, '/header'),
  apply(tx) {
    const payload = tx.payload as unknown as GenesisPayload;
    const members = genesisMembers(payload);
    const roster = { validators: payload.validators };
    const register = {
      name: payload.name,
      description: payload.description,
      tenantId: payload.tenantId,
      createdAt: payload.createdAt,
      systemWallet: tx.header.senderWallet,
    };
    return {
      changes: [
        { key: STATE_KEY.register, value: register },
        { key: STATE_KEY.roster, value: roster as unknown as JsonObject },
        { key: STATE_KEY.members, value: { members } as unknown as JsonObject },
        { key: STATE_KEY.policy, value: payload.policy as unknown as JsonObject },
      ],
      roster,
      members,
      policy: payload.policy,
    };
  },
  leaves: () => [STATE_KEY.register, STATE_KEY.roster, STATE_KEY.members, STATE_KEY.policy],
};
