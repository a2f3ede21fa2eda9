// The key table is a format: this snapshot makes every change of it a line in a review.
import { expect } from 'chai';
import { CHAIN_ROWS, FAMILY_ROWS } from '../../../../storage/engine/keyspace.js';

describe('keyspace', () => {
  const chain = Object.entries(CHAIN_ROWS).map(([name, row]) => [name, row.prefix] as const);
  const families = Object.entries(FAMILY_ROWS).map(([name, row]) => [name, row.prefix] as const);

  it('uses no prefix twice, and one ASCII character each', () => {
    const prefixes = [...chain, ...families].map(([, prefix]) => prefix);
    expect(new Set(prefixes).size).to.equal(prefixes.length);
    for (const prefix of prefixes) expect(prefix).to.match(/^[!-~]$/);
  });

  it('keeps the prefix of every chain row', () => {
    expect(Object.fromEntries(chain)).to.deep.equal({
      meta: 'm',
      ring: 'j',
      register: 'R',
      consensus: 'c',
      undecided: 'u',
      candidates: 'b',
      body: 'B',
      transaction: 'T',
      certificate: 'Q',
      justification: 'J',
      pointer: 'h',
      history: '!',
      head: 'H',
      terms: 'G',
      state: 's',
      location: 'x',
      walletRun: 'a',
      walletCount: 'A',
      blueprintRun: 'p',
      blueprintCount: 'P',
      instanceRun: 'n',
      instanceCount: 'N',
      successorRun: 'v',
      successorCount: 'V',
      submission: 'o',
      promise: '#',
      refusal: 'f',
    });
  });

  it('keeps the prefix and key parts of every family', () => {
    const shown = Object.entries(FAMILY_ROWS).map(
      ([name, row]) => `${row.prefix} ${name} ${row.key.join(',')} ${row.value}`,
    );
    expect(shown).to.deep.equal([
      '0 organisations text json',
      '1 organisation-by-subdomain text json',
      '2 users text json',
      '3 user-by-email text json',
      '4 organisation-users text,text json',
      '5 refresh-families text json',
      '6 user-refresh-families text,text json',
      '7 revoked-tokens text json',
      '8 audit text,u64,text json',
      '/ invitations text json',
      '; invitation-codes text json',
      '$ organisation-usage text json',
      'w wallets text json',
      'y wallet-addresses text json',
      'W wallets-by-reader text,u64,text json',
      'g wallet-grants text,text json',
      'K wallet-secrets text,text bytes',
      'Z node-secrets text bytes',
      'i idempotency-keys text,text json',
      'r pending-registrations text json',
      'S settings text json',
      'M node-meta text json',
      'e evidence text,u64,text json',
      'F fork-proofs text json',
      '. fork-claims text,text json',
      'k peers text json',
      'd blueprints text,text json',
      'D blueprint-list text,text,u64,text json',
      't blueprint-counts text,text json',
      'E blueprint-publications text,text,text,text json',
      ': blueprint-expected text,text json',
      'q rehearsal-passes text,text,text json',
      'O publish-overrides text,text,u64,text json',
      '@ rehearsals text,text,text json',
      ') rehearsal-dues u64,text,text,text json',
      '[ sandboxes text json',
      'l templates text,text json',
      'L template-list text json',
      'I instance-openings text json',
      'C instance-opening-lists text json',
      'z file-chunks text bytes',
      'X file-chunk-uses text json',
      'U uploads text,text json',
      '9 upload-expiries u64,text,text json',
      'Y upload-usage text json',
      '{ file-claims text,text json',
      '| file-tasks text,text json',
      '< operations text json',
      '= operation-work text,text bytes',
      '( operation-lists text json',
      '* inbox-cursors u64 json',
      '+ inbox-instances u64,text json',
      ', inbox-lists text,u64,text,u64,text bytes',
      '- inbox-pending text,u64,u64,text json',
      '_ inbox-reminders u64,u64,text,text bytes',
      '> check-cursors u64 json',
      '^ missed-checks u64,text json',
      '? found-runs text,u64,text json',
    ]);
  });

  it('says for every row what it holds and since when', () => {
    for (const row of [...Object.values(CHAIN_ROWS), ...Object.values(FAMILY_ROWS)]) {
      expect(row.layout).to.match(/ -> /);
      expect(row.since).to.be.greaterThan(0);
    }
  });
});
