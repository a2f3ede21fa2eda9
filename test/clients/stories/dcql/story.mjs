// Random queries over random wallets, answered by Quorate and by the library dcql: both find the same credentials, and say
// alike whether the query can be answered. QUORATE_DIST is the compiled program.
import { DcqlQuery } from 'dcql';

const core = (path) => import(`${process.env.QUORATE_DIST}/core/credentials/query/${path}.js`);
const { readDcql } = await core('dcql');
const { matchDcql } = await core('match');

const ROUNDS = 3000;
let seed = 7;
/** mulberry32: the same queries in each run. */
const next = () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};
const below = (n) => Math.floor(next() * n);
const pick = (list) => list[below(list.length)];
const some = (list) => {
  const chosen = list.filter(() => next() < 0.5);
  return chosen.length > 0 ? chosen : [pick(list)];
};
const maybe = (chance, value) => (next() < chance ? value() : {});

const NAMES = ['name', 'age', 'list'];
const SPACES = ['space.1', 'space.2'];
const VALUES = ['Ada', 'Bob', 36, true];
const TYPES = ['urn:a', 'urn:b'];
const KEYS = ['AAAA', 'BBBB'];
const value = () =>
  next() < 0.6 ? pick(VALUES) : next() < 0.5 ? { name: pick(VALUES) } : [pick(VALUES), { name: pick(VALUES) }];
const claims = () => Object.fromEntries(some(NAMES).map((name) => [name, value()]));

const credential = () => {
  const aki = pick(KEYS);
  const common = { cryptographic_holder_binding: next() < 0.8, authority: { type: 'aki', values: [aki] } };
  return next() < 0.5
    ? { credential_format: 'dc+sd-jwt', vct: pick(TYPES), claims: claims(), ...common }
    : {
        ...{ credential_format: 'mso_mdoc', doctype: pick(TYPES), ...common },
        namespaces: Object.fromEntries(
          some(SPACES).map((space) => [space, Object.fromEntries(some(NAMES).map((n) => [n, pick(VALUES)]))]),
        ),
      };
};

/** Paths that both read alike: the library stops at a step that does not fit, as the standard asks. */
const PATHS = [
  ['name'],
  ['age'],
  ['list'],
  ['name', 'name'],
  ['list', 'name'],
  ['list', 0],
  ['list', 1, 'name'],
  ['none'],
];
const query = (i) => {
  const isMdoc = next() < 0.5;
  const paths = isMdoc ? SPACES.flatMap((space) => NAMES.map((name) => [space, name])) : PATHS;
  const asked = some(paths).map((path, at) => ({
    id: `c${at}`,
    path,
    ...maybe(0.3, () => ({ values: some(VALUES) })),
  }));
  const ids = asked.map(({ id }) => id);
  return {
    ...{ id: `q${i}`, format: isMdoc ? 'mso_mdoc' : 'dc+sd-jwt' },
    meta: isMdoc ? { doctype_value: pick(TYPES) } : { vct_values: some(TYPES) },
    ...maybe(0.3, () => ({ trusted_authorities: [{ type: 'aki', values: some(KEYS) }] })),
    ...maybe(0.2, () => ({ require_cryptographic_holder_binding: false })),
    ...maybe(0.3, () => ({ multiple: true })),
    ...maybe(0.8, () => ({ claims: asked, ...maybe(0.4, () => ({ claim_sets: [some(ids), some(ids)] })) })),
  };
};

const held = (given, i) => ({
  ...{ id: String(i), format: given.credential_format, types: [given.vct ?? given.doctype] },
  ...{ claims: given.claims ?? given.namespaces, authorityKeys: given.authority.values },
  hasHolderKey: given.cryptographic_holder_binding,
});

let answered = 0;
for (let round = 0; round < ROUNDS; round++) {
  const wallet = Array.from({ length: 1 + below(5) }, credential);
  const credentials = Array.from({ length: 1 + below(4) }, (_, i) => query(i));
  const ids = credentials.map(({ id }) => id);
  const asked = {
    credentials,
    ...maybe(0.5, () => ({
      credential_sets: Array.from({ length: 1 + below(2) }, () => ({
        options: [some(ids), some(ids)],
        ...maybe(0.3, () => ({ required: false })),
      })),
    })),
  };
  const parsed = DcqlQuery.parse(asked);
  DcqlQuery.validate(parsed);
  const theirs = DcqlQuery.query(parsed, wallet);
  const ours = matchDcql(readDcql(asked), wallet.map(held));
  for (const id of ids) {
    const match = theirs.credential_matches[id];
    const expected = (match.valid_credentials ?? []).map(({ input_credential_index }) =>
      String(input_credential_index),
    );
    const found = ours.candidates.get(id).map(({ credential: { id: name } }) => name);
    if (expected.join() !== found.join())
      throw new Error(
        `round ${round}, ${id}: dcql finds [${expected}], Quorate [${found}]: ${JSON.stringify({ asked, wallet })}`,
      );
  }
  if (theirs.can_be_satisfied !== (ours.shown !== undefined))
    throw new Error(`round ${round}: dcql says ${theirs.can_be_satisfied}: ${JSON.stringify({ asked, wallet })}`);
  if (ours.shown !== undefined) answered++;
}
process.stdout.write(`${ROUNDS} queries answered alike, ${answered} of them with credentials\n`);
