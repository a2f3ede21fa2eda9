// Services have rights by their scopes alone: each row of the table of operations that takes them names one, each hub
// too, and each scope opens something. Rows in which a service asks about itself are listed here.
import { expect } from 'chai';
import { type Capability, ITSELF, scopeOf, tiersOf } from '../../api/auth/policy.js';
import { hubs } from '../../api/hubs/table.js';
import { SCOPE_WORDS, SCOPES } from '../../core/tenant/services/principal.js';
import { operations } from '../contract/world/caller.js';

/** It reads who it is, ends its own token, and renews its own secret. */
const OF_ITSELF = ['getMe', 'logout', 'revokeToken', 'rotateOwnSecret'];
/** Asked for where tokens are made, because it opens no operation by itself. */
const AT_THE_TOKEN: readonly string[] = [SCOPES.delegate];

interface Row {
  readonly name: string;
  readonly can: Capability;
}

const taking: readonly Row[] = [
  ...operations().flatMap(({ id, definition }) => {
    const takes = tiersOf(definition).some((tier) => tier === 'service' || tier === 'delegated');
    return takes ? [{ name: id, can: definition.can }] : [];
  }),
  ...hubs.filter(({ can }) => tiersOf({ can }).includes('service')).map(({ name, can }) => ({ name, can })),
];

describe('scopes of services', () => {
  it('are named by each row that takes services', () => {
    const without = taking.filter(({ can }) => !SCOPE_WORDS.some((word) => word === scopeOf(can)));
    expect(without.map(({ name }) => name)).to.have.members(OF_ITSELF);
    for (const { name, can } of without) expect(scopeOf(can), name).to.equal(ITSELF);
  });

  it('open something, each of them', () => {
    const asked = new Set<string>(taking.map(({ can }) => scopeOf(can) ?? ''));
    for (const word of SCOPE_WORDS) expect(asked.has(word) || AT_THE_TOKEN.includes(word), word).to.equal(true);
  });
});
