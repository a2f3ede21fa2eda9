// The parties of a scenario: each role has one wallet, and each candidate that a definition names another one. No
// register is there, so the records of candidates are made up, and the wallet of a role is among its candidates. Pure.
import type { JsonObject } from '../base/json.js';
import { candidacyOf } from '../blueprint/role-candidates.js';
import type { Definition, Participant } from '../blueprint/types.js';
import { STATE_KEY } from '../register/state-keys.js';

/** The definition with the wallet of each role with candidates among them, and the records of all of these. */
export function withParties(definition: Definition): {
  readonly definition: Definition;
  readonly rows: ReadonlyMap<string, JsonObject>;
} {
  const rows = new Map<string, JsonObject>();
  const add = (record: string, wallet: string): void => {
    const row = {
      addresses: [wallet],
      latest: '',
      ordinal: 0,
      own: true,
      primary: wallet,
      status: 'Active',
      version: 1,
    };
    rows.set(STATE_KEY.participant(record), row);
  };
  const participants = definition.participants.map((role): Participant => {
    if (!candidacyOf(role)) return role;
    const { candidates: _, disclose: _1, ...rest } = role;
    const named = candidatesNamed(role);
    add(loneRecord(role.id), walletOf(definition, role.id));
    for (const id of named) add(id, candidateWallet(id));
    return { ...rest, candidates: [loneRecord(role.id), ...named] };
  });
  return rows.size === 0 ? { definition, rows } : { definition: { ...definition, participants }, rows };
}

/** Ids of the candidates of a role; those of an organisation have none here. */
export function candidatesNamed({ candidates }: Pick<Participant, 'candidates'>): readonly string[] {
  return Array.isArray(candidates) ? (candidates as readonly string[]) : [];
}

/** The wallet that the definition fixes for a role, or one that stands for its holder. */
export function walletOf({ participants }: Definition, role: string): string {
  return participants.find(({ id }) => id === role)?.walletAddress ?? `the wallet of ${role}`;
}

export function candidateWallet(id: string): string {
  return `the wallet of candidate ${id}`;
}

/** No id of a record has a space. */
function loneRecord(role: string): string {
  return `role ${role}`;
}
