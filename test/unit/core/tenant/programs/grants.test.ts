// Standing grants: which act one covers, how acts of a day are counted, and which may be stated.
import { expect } from 'chai';
import { STANDING_GRANT_MS_MAX, STANDING_GRANTS_MAX } from '../../../../../core/base/limits/node/accounts.js';
import { type ProgramConsent, withConsent } from '../../../../../core/tenant/programs/consent.js';
import {
  grantProblem,
  grantWords,
  isCovered,
  lastingGrants,
  leftToday,
  type StandingGrant,
  withUse,
} from '../../../../../core/tenant/programs/grants.js';

const DAY_MS = 86_400_000;
const NOON_MS = Date.parse('2026-11-30T12:00:00Z');
const GRANT: StandingGrant = {
  ...{ id: 'g', registerId: 'r', blueprintId: 'b', publicationTxId: 'v', wallet: 'w', perDay: 2 },
  ...{ title: 'Orders', actions: [{ id: 1, title: 'Confirm' }], grantedAtMs: NOON_MS, untilMs: NOON_MS + DAY_MS },
};
const ACT = { registerId: 'r', blueprintId: 'b', publicationTxId: 'v', wallet: 'w', actionId: 1 };
const CONSENT: ProgramConsent = {
  ...{ id: 'c', clientId: 'p', name: 'P', organisationId: 'o', membershipId: 'm', grantedAtMs: 1 },
  ...{ scopes: ['workflow:act'], resource: 'mcp' },
};

describe('core/tenant/programs/grants', () => {
  it('covers its act alone, while it lasts', () => {
    expect(isCovered(GRANT, ACT, NOON_MS)).to.equal(true);
    const others = [
      ...[{ registerId: 'x' }, { blueprintId: 'x' }, { publicationTxId: 'x' }, { wallet: 'x' }, { actionId: 2 }],
    ];
    for (const change of others)
      expect(isCovered(GRANT, { ...ACT, ...change }, NOON_MS), JSON.stringify(change)).to.equal(false);
    expect(isCovered(GRANT, ACT, GRANT.untilMs)).to.equal(false);
    expect(lastingGrants({ grants: [GRANT] }, GRANT.untilMs)).to.deep.equal([]);
  });

  it('counts the acts of a day, and a clock that was set back begins no new one', () => {
    const once = withUse(GRANT, NOON_MS);
    const spent = withUse(once, NOON_MS);
    expect([GRANT, once, spent].map((grant) => leftToday(grant, NOON_MS))).to.deep.equal([2, 1, 0]);
    expect(leftToday(spent, NOON_MS - DAY_MS)).to.equal(0);
    expect(leftToday(spent, NOON_MS + DAY_MS)).to.equal(2);
    expect(withUse(once, NOON_MS - DAY_MS).used).to.deep.equal({ day: '2026-11-30', count: 2 });
    expect(withUse(spent, NOON_MS + DAY_MS).used).to.deep.equal({ day: '2026-12-01', count: 1 });
  });

  it('is stated for a program that may act over MCP, for a bounded time, once for an act, and a bounded number', () => {
    const place = { consent: CONSENT, consents: [CONSENT], nowMs: NOON_MS };
    expect(grantProblem(GRANT, place)).to.equal(undefined);
    const { resource: _, ...ofApi } = CONSENT;
    for (const consent of [ofApi, { ...CONSENT, scopes: ['workflow:read'] as const }])
      expect(grantProblem(GRANT, { ...place, consent })).to.deep.include({ path: '/consentId' });
    for (const untilMs of [NOON_MS, NOON_MS + STANDING_GRANT_MS_MAX + 1, Number.NaN])
      expect(grantProblem({ ...GRANT, untilMs }, place)).to.deep.include({ path: '/until' });
    const holding = { ...CONSENT, grants: [{ ...GRANT, actions: [...GRANT.actions, { id: 7, title: '' }] }] };
    const overlap = grantProblem(GRANT, { ...place, consent: holding });
    expect(overlap?.code).to.equal('STANDING_GRANT_OVERLAPS');
    expect(grantProblem({ ...GRANT, wallet: 'x' }, { ...place, consent: holding })).to.equal(undefined);
    const full = { ...CONSENT, grants: Array.from({ length: STANDING_GRANTS_MAX }, () => GRANT) };
    expect(grantProblem(GRANT, { ...place, consents: [full] })?.code).to.equal('STANDING_GRANTS_FULL');
    expect(grantProblem(GRANT, { ...place, consents: [full], nowMs: GRANT.untilMs })?.code).to.not.equal(
      'STANDING_GRANTS_FULL',
    );
  });

  it('stays where the person lets the program in again', () => {
    const after = withConsent([{ ...CONSENT, grants: [GRANT] }], { ...CONSENT, id: 'd', grantedAtMs: 2 });
    expect(after[0]).to.deep.include({ id: 'c', grants: [GRANT], grantedAtMs: 2 });
  });

  it('is told in words, with what others wrote in quotes and nothing hidden', () => {
    const rule = { '<=': [{ var: 'in.amount' }, '1000.00'] };
    expect(grantWords({ ...GRANT, title: 'Or\u202e"ders', rule })).to.equal(
      '"Confirm" (1) of the workflow "Or\\u{202e}\\"ders" on the register r with the wallet w. At most 2 acts a day, until 2026-12-01T12:00:00.000Z, where this is true of the data: {"<=":[{"var":"in.amount"},"1000.00"]}',
    );
    expect(grantWords({ ...GRANT, perDay: 1 }))
      .to.contain('At most 1 act a day')
      .and.to.contain('with any data');
  });
});
