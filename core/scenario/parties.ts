// The parties of a scenario: each role has one wallet, and each candidate that a definition names another one. No
// register is there, so the records of candidates are made up, and the wallet of a role is among its candidates. Pure.
import type { Json, JsonObject } from '../base/json.js';
import type { Definition, Participant } from '../blueprint/definition/types.js';
import { candidacyOf } from '../blueprint/plan/role-candidates.js';
import type { Delegation } from '../register/people/delegations.js';
import { STATE_KEY } from '../register/state-keys.js';
import type { ScenarioDelegation } from './form.js';

/** Id of the one instance of a scenario, of its register and of its blueprint. */
export const INSTANCE = 'scenario';

/** The delegations of the holder of each role that has some. */
export type DeputiesByRole = ReadonlyMap<string, readonly ScenarioDelegation[]>;

/** The participants of which whom a register has records. */
export interface Cast {
  readonly deputies?: DeputiesByRole;
  /** Names to whom roles are handed over; undefined where none is: then no record is needed for that. */
  readonly receivers?: readonly string[] | undefined;
}

/**
 * The definition with the wallet of each role with candidates among them, and the records of all of these; those of
 * roles with deputies, and of the deputies, as rows of the register. Where roles are handed over each party has a
 * record.
 */
export function withParties(
  definition: Definition,
  { deputies = new Map(), receivers }: Cast = {},
): {
  readonly definition: Definition;
  readonly rows: ReadonlyMap<string, JsonObject>;
} {
  const rows = new Map<string, JsonObject>();
  const add = (record: string, wallet: string, more: JsonObject = {}): void => {
    const row = {
      ...more,
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
    // A deputy stands in for who holds a role: here from the start.
    if (!candidacyOf(role))
      return deputies.has(role.id) ? { ...role, walletAddress: walletOf(definition, role.id) } : role;
    const { candidates: _, disclose: _1, ...rest } = role;
    const named = candidatesNamed(role);
    add(loneRecord(role.id), walletOf(definition, role.id));
    for (const id of named) add(id, candidateWallet(id));
    return { ...rest, candidates: [loneRecord(role.id), ...named] };
  });
  /** No two records have one wallet: a participant with several roles has one record. */
  const enrol = (record: string, wallet: string, more?: JsonObject): void => {
    if (rows.has(STATE_KEY.address(wallet))) return;
    // Each is an organisation of its own: no scenario says which of them are one.
    add(record, wallet, { attested: record, ...more });
    const address = { algorithm: 'Ed25519', own: true, participantId: record, publicKey: '', status: 'Active' };
    rows.set(STATE_KEY.address(wallet), address);
  };
  for (const [role, lines] of deputies) {
    for (const { to } of lines) enrol(namedRecord(to), namedWallet(to));
    enrol(loneRecord(role), walletOf(definition, role), { delegations: lines.map(delegationOf) as unknown as Json });
  }
  if (receivers) {
    const { participants: roles } = definition;
    for (const role of roles) {
      enrol(loneRecord(role.id), walletOf(definition, role.id));
      for (const id of candidatesNamed(role)) enrol(id, candidateWallet(id));
    }
    for (const name of receivers) enrol(namedRecord(name), namedWallet(name));
  }
  if (deputies.size > 0 || receivers) rows.set(STATE_KEY.participants, { count: rows.size });
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

export function namedWallet(name: string): string {
  return `the wallet of participant ${name}`;
}

function namedRecord(name: string): string {
  return `participant ${name}`;
}

/** As the record of the holder has it. */
function delegationOf({ to, actions, ...line }: ScenarioDelegation): Delegation {
  const only = actions && { actions, blueprints: [INSTANCE] };
  return { ...ALWAYS, ...line, ...only, to: namedRecord(to) };
}

/** From the first to the last time that can be written. */
const ALWAYS = { from: '0000-01-01T00:00:00.000Z', until: '9999-12-31T23:59:59.999Z' };

/** The record of the holder of a role. No id that a definition names has a space. */
export function loneRecord(role: string): string {
  return `role ${role}`;
}
