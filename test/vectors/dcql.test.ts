// The queries of OpenID4VP 1.0: each is read, and answered by the wallet that it is about.
import { expect } from 'chai';
import type { Json } from '../../core/base/json.js';
import { readDcql } from '../../core/credentials/query/dcql.js';
import { type HeldCredential, matchDcql } from '../../core/credentials/query/match.js';
import { vectorLines } from './lines.js';

const QUERIES = new Map(
  vectorLines<{ readonly name: string; readonly query: Json }>('dcql/queries.jsonl').map(({ name, query }) => [
    name,
    query,
  ]),
);
const held = (id: string, format: string, type: string, claims: Json): HeldCredential => ({
  ...{ id, format, types: [type], claims, authorityKeys: [], hasHolderKey: true },
});
const ADDRESS = { street_address: '42 Market Street', locality: 'Milliways' };
const PERSON = { given_name: 'John', family_name: 'Doe' };
const PID = held('pid', 'dc+sd-jwt', 'https://credentials.example.com/identity_credential', {
  ...PERSON,
  ...{ address: ADDRESS, postal_code: '90210', date_of_birth: '1990-01-01' },
});
const REDUCED = [
  held('name', 'dc+sd-jwt', 'https://credentials.example.com/reduced_identity_credential', PERSON),
  held('home', 'dc+sd-jwt', 'https://cred.example/residence_credential', {
    postal_code: '1',
    locality: 'L',
    region: 'R',
  }),
];
const REWARDS = held('rewards', 'dc+sd-jwt', 'https://company.example/company_rewards', { rewards_number: 7 });
const CAR = held('car', 'mso_mdoc', 'org.iso.7367.1.mVRC', {
  'org.iso.7367.1': { vehicle_holder: 'John Doe' },
  'org.iso.18013.5.1': { given_name: 'John' },
});
const PHOTO = held('photo', 'mso_mdoc', 'org.iso.23220.photoid.1', {
  'org.iso.18013.5.1': { ...PERSON, portrait: 'AQI', resident_address: 'Here', resident_country: 'NL' },
});

/** Ids that are shown, each with the credentials that answer it; nothing where the query cannot be answered. */
function answers(name: string, wallet: readonly HeldCredential[]): unknown {
  const { candidates, shown } = matchDcql(readDcql(QUERIES.get(name)!), wallet);
  return shown?.map((id) => [id, ...(candidates.get(id) ?? []).map(({ credential }) => credential.id)].join(' '));
}

const EXPECTED: readonly (readonly [
  name: string,
  wallet: readonly HeldCredential[],
  shown: readonly string[] | undefined,
])[] = [
  ['simple', [PID, CAR], ['my_credential pid']],
  ['simple', [CAR], undefined],
  ['simple_mdoc', [PID, CAR], ['my_credential car']],
  ['multi_credentials', [PID, CAR], ['pid pid', 'mdl car']],
  ['multi_credentials', [PID], undefined],
  ['value_matching_simple', [PID], ['my_credential pid']],
  ['value_matching_simple', [{ ...PID, claims: { ...PERSON, address: ADDRESS, postal_code: '1' } }], undefined],
  ['claims_alternatives', [PID], ['pid pid']],
  ['credentials_alternatives', [...REDUCED, PID], ['pid pid']],
  ['credentials_alternatives', [REWARDS, ...REDUCED], ['pid_reduced_cred_1 name', 'pid_reduced_cred_2 home']],
  ['credentials_alternatives', [REWARDS, REDUCED[0]!], undefined],
  ['complex_mdoc', [PHOTO], ['photo_card-id photo']],
];

describe('vectors: DCQL (OpenID4VP 1.0)', () => {
  it('are seven queries', () => expect(QUERIES.size).to.equal(7));

  for (const [name, wallet, shown] of EXPECTED)
    it(`${name} over ${wallet.map(({ id }) => id).join(', ')} shows ${shown ?? 'nothing'}`, () =>
      expect(answers(name, wallet)).to.deep.equal(shown));

  it('shows of alternatives the claims that there are', () => {
    const { candidates } = matchDcql(readDcql(QUERIES.get('claims_alternatives')!), [PID]);
    expect(candidates.get('pid')?.[0]?.paths).to.deep.equal([['family_name'], ['postal_code'], ['date_of_birth']]);
  });
});
