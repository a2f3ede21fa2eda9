// Status lists that a verifier must not believe (HAIP 1.0, Token Status List sections 5 and 8.3): the credential is
// good, and its list is not. Both formats, each with lists of its form.
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { draftStatusCwt } from '../../../../core/credentials/status/cwt.js';
import { draftStatusJwt } from '../../../../core/credentials/status/jwt.js';
import {
  CHAIN,
  FOREIGN_CHAIN,
  LIST,
  listTokens,
  OFFICE,
  STRANGER,
  signedBy,
} from '../../../support/credentials/office.js';
import { worldOfAll } from '../../world/world-of.js';
import {
  answerOf,
  ask,
  fetchObject,
  licenceTo,
  MDOC_QUESTION,
  post,
  QUESTION,
  resultOf,
  seedVerifier,
  shownTo,
} from '../verifier-fixtures.js';

type Tokens = ReturnType<typeof listTokens>;
const HOUR_MS = 3_600_000;
const PLACE = 5;

const FORMATS = [
  ['an SD-JWT VC', QUESTION, shownTo, ({ jwt }: Tokens) => jwt],
  ['an mdoc', MDOC_QUESTION, licenceTo, ({ cwt }: Tokens) => cwt],
] as const;

/** 50 MB of zeros in 50 KB. */
function bomb(atMs: number): Tokens {
  const now = Math.floor(atMs / 1000);
  const content = { uri: LIST, list: { bits: 2 as const, bytes: new Uint8Array(0) }, ttlSeconds: 300 };
  const dates = { issuedAtSeconds: now - 60, expiresAtSeconds: now + 3600 };
  const deflate = () => deflateSync(Buffer.alloc(50_000_000));
  return {
    jwt: signedBy(OFFICE, draftStatusJwt({ ...content, ...dates, issuer: { chain: CHAIN } }, deflate)),
    cwt: signedBy(OFFICE, draftStatusCwt({ ...content, ...dates, chain: CHAIN }, deflate)),
  };
}

/** Without its signature: an empty one, and the algorithm that says so. */
function unsigned({ jwt, cwt }: Tokens): Tokens {
  const [head = '', payload] = jwt.split('.');
  const header = { ...(JSON.parse(Buffer.from(head, 'base64url').toString()) as object), alg: 'none' };
  const bare = Buffer.from(cwt);
  // Its last 64 bytes are the signature, behind the head of a byte string of that length.
  const start = bare.subarray(0, -66);
  return {
    jwt: `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}.`,
    cwt: new Uint8Array(Buffer.concat([start, Buffer.from([0x40])])),
  };
}

/** Case, the list that is served, and the place that the credential names. */
const CASES: readonly (readonly [what: string, list: (atMs: number) => Tokens, place?: number])[] = [
  ['index-outside', (atMs) => listTokens({ atMs }), 1024],
  ['list-expired', (atMs) => listTokens({ atMs: atMs - 2 * HOUR_MS })],
  ['list-of-later', (atMs) => listTokens({ atMs: atMs + HOUR_MS })],
  ['sub-differs', (atMs) => listTokens({ atMs, uri: `${LIST}1` })],
  ['bomb', bomb],
  ['list-unsigned', (atMs) => unsigned(listTokens({ atMs }))],
  ['list-of-another-key', (atMs) => listTokens({ atMs, signer: STRANGER })],
  ['list-of-another-anchor', (atMs) => listTokens({ atMs, chain: FOREIGN_CHAIN })],
  ['list-without-x5c', (atMs) => listTokens({ atMs, chain: [] })],
  ['revoked', (atMs) => listTokens({ atMs, statuses: [[PLACE, 1]] })],
  ['suspended', (atMs) => listTokens({ atMs, statuses: [[PLACE, 2]] })],
  ['application-specific', (atMs) => listTokens({ atMs, statuses: [[PLACE, 3]] })],
];

interface Shown {
  readonly state: string;
  readonly result: { readonly isValid: boolean; readonly errors: readonly { readonly code: string }[] };
}

for (const [format, question, show, formOf] of FORMATS)
  describe(`a verifier believes no bad status list of ${format}`, () => {
    const world = worldOfAll();
    before(() => seedVerifier(world));

    /** What came of a credential at the place, where the list is served. */
    async function presented(list: (atMs: number) => Tokens, place: number): Promise<Shown> {
      // The list of the case before was kept for five minutes.
      world.advance(301_000);
      world.verifying.served.set(LIST, () => formOf(list(world.deps.clock.now())));
      const asked = await ask(world, question);
      const { claims } = await fetchObject(world, asked);
      const token = { credential: [await show(world, claims, {}, { place })] };
      await post(world, claims.response_uri, await answerOf(claims, token));
      return (await resultOf(world, asked)).json as Shown;
    }

    for (const [what, list, place = PLACE] of CASES)
      it(what, async () => {
        const shown = await presented(list, place);
        expect([shown.state, shown.result.isValid]).to.deep.equal(['Refused', false]);
        expect(shown.result.errors.map(({ code }) => code)).to.deep.equal(['status']);
      });

    it('takes one that its issuer signed while it was fetched', async () => {
      const { state } = await presented((atMs) => {
        // Longer than the minute that a list of these is old when it is served.
        world.advance(61_000);
        return listTokens({ atMs: atMs + 61_000 });
      }, PLACE);
      expect(state).to.equal('Verified');
    });

    it('takes the same credential with a good one', async () => {
      const { state } = await presented((atMs) => listTokens({ atMs, statuses: [[PLACE + 1, 1]] }), PLACE);
      expect(state).to.equal('Verified');
    });
  });
