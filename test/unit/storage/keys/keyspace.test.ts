// The key table is a format: this snapshot makes every change of it a line in a review. A prefix that begins with
// another would mix two tables.
import { expect } from 'chai';
import { STORE_VERSION } from '../../../../core/base/version.js';
import {
  bodyKey,
  heightKey,
  locationKey,
  metaKey,
  registerKey,
  regKey,
  ringKey,
  rowRange,
  stateKey,
  transactionKey,
} from '../../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../../storage/keys/chain-rows.js';
import { countKey, groupOf, runKey } from '../../../../storage/keys/index-keys.js';
import { FAMILY_ROWS } from '../../../../storage/keys/keyspace.js';
import { keyName } from '../../../../storage/keys/names.js';
import {
  CODES,
  codeOf,
  codeOfName,
  type KeyspaceRow,
  prefixCode,
  prefixLength,
  TWO,
} from '../../../../storage/keys/row.js';
import { promiseKey, refusalKey } from '../../../../storage/keys/submission-keys.js';
import { MIGRATIONS } from '../../../../storage/migrate/index.js';

describe('keyspace', () => {
  const rows: readonly KeyspaceRow[] = [...Object.values(CHAIN_ROWS), ...Object.values(FAMILY_ROWS)];
  const chain = Object.entries(CHAIN_ROWS).map(([name, row]) => [name, row.prefix] as const);
  const families = Object.entries(FAMILY_ROWS).map(([name, row]) => [name, row.prefix] as const);

  const prefixes: readonly string[] = [...chain, ...families].map(([, prefix]) => prefix);

  it('uses no prefix twice, and none that is the beginning of another', () => {
    for (const [at, prefix] of prefixes.entries()) {
      expect(prefix).to.match(/^([!-}]|~[!-~])$/);
      const meets = prefixes.filter((other, i) => i !== at && other.startsWith(prefix));
      expect(meets, prefix).to.deep.equal([]);
    }
  });

  it('gives a new row two characters, of which more than 20 are free', () => {
    expect(
      prefixes.filter((prefix) => prefix.length === 1),
      'docs/decisions/0116',
    ).to.have.length(84);
    const free = Array.from({ length: 94 }, (_, n) => TWO + String.fromCharCode(0x21 + n));
    expect(free.filter((prefix) => !prefixes.includes(prefix)).length).to.be.greaterThan(20);
  });

  it('tells every row by the first bytes of its keys', () => {
    const all = Array.from({ length: 94 }, (_, n) => String.fromCharCode(0x21 + n)).flatMap((one) =>
      one === TWO ? Array.from({ length: 94 }, (_, n) => TWO + String.fromCharCode(0x21 + n)) : [one],
    );
    const codes = all.map((prefix) => {
      const key = Buffer.from(`${prefix}x`, 'latin1');
      expect(codeOf(key)).to.equal(prefixCode(prefix));
      expect(codeOfName(keyName(key))).to.equal(prefixCode(prefix));
      expect(prefixLength(key)).to.equal(prefix.length);
      return prefixCode(prefix);
    });
    expect(new Set(codes).size).to.equal(all.length);
    expect(Math.max(...codes)).to.be.lessThan(CODES);
  });

  it('builds each key of the chain behind the prefix of its row', () => {
    const hash = Buffer.alloc(32);
    const txId = 'ab'.repeat(32);
    const built: readonly (readonly [ChainRow, Uint8Array])[] = [
      ['meta', metaKey('boot')],
      ['ring', ringKey(1)],
      ['register', registerKey(Buffer.alloc(16))],
      ['state', stateKey(1, 'inst/x')],
      ['body', bodyKey(1, 2, hash)],
      ['transaction', transactionKey({ reg: 1, height: 2, hash }, 0)],
      ['location', locationKey(1, txId)],
      ['refusal', refusalKey(txId)],
      ['promise', promiseKey('11111111-1111-4111-8111-111111111111', txId)],
      ...(['consensus', 'undecided', 'candidates', 'head', 'terms'] as const).map(
        (row) => [row, regKey(row, 1)] as const,
      ),
      ...(['certificate', 'justification', 'pointer', 'history'] as const).map(
        (row) => [row, heightKey(row, 1, 2)] as const,
      ),
      ...(['wallet', 'blueprint', 'instance', 'successor'] as const).flatMap((family) => [
        [`${family}Count` as const, countKey(family, groupOf('a'), 1)] as const,
        [`${family}Run` as const, runKey({ family, group: groupOf('a'), reg: 1 }, 2)] as const,
      ]),
    ];
    expect(built.map(([row]) => row)).to.have.members(Object.keys(CHAIN_ROWS));
    for (const [row, key] of built) {
      expect(codeOf(key), row).to.equal(prefixCode(CHAIN_ROWS[row].prefix));
      expect(rowRange(row).gte, row).to.deep.equal(Buffer.from(CHAIN_ROWS[row].prefix, 'latin1'));
    }
  });

  it('leaves no row above the version of the store, which its newest migration leads to', () => {
    for (const row of rows) expect(row.since).to.be.within(1, STORE_VERSION);
    expect(MIGRATIONS.map(({ to }) => to)).to.deep.equal(
      Array.from({ length: STORE_VERSION - 1 }, (_, index) => index + 2),
    );
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
      '~s service-principals text json',
      '~0 program-clients text json',
      '~1 program-consents text json',
      '~N personal-heads text json',
      '~M personal-marks text,text,u64 json',
      '~e personal-entries text,text json',
      '~d devices text json',
      '~k device-flips text json',
      '~p preferences text json',
      '~l pairing-links text json',
      '~m user-pairing-links text json',
      '$ organisation-usage text json',
      '~! user-factors text json',
      '~q platform text json',
      '~j participant-wallets text,text json',
      '~v participant-by-wallet text,text json',
      '~f identity-providers text,text json',
      '~g external-identities text,text,text json',
      '~h user-external-identities text json',
      '~i managed-accounts text,text json',
      'w wallets text json',
      'y wallet-addresses text json',
      'W wallets-by-reader text,u64,text json',
      'g wallet-grants text,text json',
      '~G wallet-subjects text json',
      '~o organisation-master-keys text json',
      '~O organisation-derived-keys text json',
      '~w pending-applications text json',
      '~x presentation-histories text json',
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
      '~U schemas text,text json',
      '~u schema-lists text json',
      '~V schema-catalogues text json',
      '~( conversations text,text,text json',
      '~) conversation-drafts text json',
      '~* conversation-messages text,u64 json',
      'z file-chunks text bytes',
      'X file-chunk-uses text json',
      'U uploads text,text json',
      '9 upload-expiries u64,text,text json',
      'Y upload-usage text json',
      '{ file-claims text,text json',
      '| file-tasks text,text json',
      'I instance-openings text json',
      'C instance-opening-lists text json',
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
      '~3 away-checks u64,u64 bytes',
      '? found-runs text,u64,text json',
      '~T webhook-targets text,text json',
      '~P webhook-progress text json',
      '~L webhook-logs text json',
      '~E webhook-events text,u64 json',
      '~D webhook-deliveries text,u64 json',
      '~I webhook-delivery-ids text,text json',
      '~R webhook-due text,u64,u64 bytes',
      '~C webhook-cursors u64 json',
      '~Y trust-lists text,text json',
      '~Z organisation-certificates text,text json',
      '~Q credential-issuers text json',
      '~4 credential-types text json',
      '~a credential-offers text json',
      '~A credential-offer-codes text json',
      '~K credential-recipients text,text,text json',
      '~t credential-tokens text json',
      '~b issued-credentials text,text json',
      '~z status-lists text json',
      '~n status-places text,u64 json',
      '~F run-issuances text json',
      '~W instance-issuances text,text,text json',
      '~2 sealed-issuances text json',
      '~B issuing-owed text,text,text json',
      '~S status-owed text json',
      '~X issuing-cursors u64 json',
      '~r presentation-requests text json',
      '~y prepared-actions text json',
      '~6 kept-evidence text,text,text json',
      '~7 kept-evidence-ends u64,text,text,text json',
      '~c kept-credentials text,text json',
      '~H kept-credential-heads text json',
      '~J pending-credentials text json',
      '~9 taking-credentials text,text json',
    ]);
  });

  it('says for every row what it holds', () => {
    for (const row of rows) expect(row.layout).to.match(/ -> /);
  });
});
