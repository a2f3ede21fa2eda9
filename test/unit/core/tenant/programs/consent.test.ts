// The word of a person to a program: what it covers, and what a later one changes.
import { expect } from 'chai';
import { PROGRAM_CONSENTS_MAX } from '../../../../../core/base/limits/node/accounts.js';
import { coveringConsent, type ProgramConsent, withConsent } from '../../../../../core/tenant/programs/consent.js';

const CONSENT: ProgramConsent = {
  ...{ id: 'c1', clientId: 'p', name: 'P', organisationId: 'o', membershipId: 'm', grantedAtMs: 1 },
  scopes: ['ledger:read', 'workflow:read'],
};
const ASKED = { clientId: 'p', organisationId: 'o', scopes: ['ledger:read'] } as const;

describe('core/tenant/programs/consent', () => {
  it('covers fewer scopes, and nothing else', () => {
    expect(coveringConsent([CONSENT], ASKED)).to.equal(CONSENT);
    const others = [
      ...[{ clientId: 'q' }, { organisationId: 'other' }, { resource: 'mcp' as const }],
      { scopes: ['ledger:read', 'workflow:act'] as const },
    ];
    for (const change of others)
      expect(coveringConsent([CONSENT], { ...ASKED, ...change }), JSON.stringify(change)).to.equal(undefined);
  });

  it('takes the place of an earlier one, and keeps its scopes', () => {
    const later: ProgramConsent = { ...CONSENT, id: 'c2', scopes: ['workflow:act'], grantedAtMs: 2 };
    expect(withConsent([CONSENT], later)).to.deep.equal([
      { ...later, id: 'c1', scopes: ['ledger:read', 'workflow:read', 'workflow:act'] },
    ]);
    const other: ProgramConsent = { ...later, resource: 'mcp' };
    expect(withConsent([CONSENT], other)).to.deep.equal([CONSENT, other]);
  });

  it('is one of a bounded number, of which the oldest goes', () => {
    const many = Array.from({ length: PROGRAM_CONSENTS_MAX }, (_, i) => ({ ...CONSENT, id: `${i}`, clientId: `${i}` }));
    const after = withConsent(many, CONSENT);
    expect([after.length, after[0]?.id, after.at(-1)?.id]).to.deep.equal([PROGRAM_CONSENTS_MAX, '1', 'c1']);
  });
});
