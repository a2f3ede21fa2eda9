// Wallets that misbehave before a verifier: each line is a case of the checklist of HAIP 1.0. What cannot be read as an
// answer leaves the request open; what is judged and refused ends it.

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { CompactEncrypt } from 'jose';
import { fromBase64Url, toBase64Url } from '../../../core/base/bytes.js';
import { writeCbor } from '../../../core/credentials/cbor/write.js';
import { heldMdocOf, issuerSignedMap } from '../../../core/credentials/mdoc/issuer-signed.js';
import {
  DOC_TYPE,
  FOREIGN_CHAIN,
  licence as issuedLicence,
  LIST,
  listTokens,
  STRANGER,
  showLicence,
  VCT,
} from '../../support/credentials/office.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import {
  answerOf,
  ask,
  fetchObject,
  licenceTo,
  MDOC_QUESTION,
  POLICY,
  post,
  QUESTION,
  type RequestObject,
  resultOf,
  sealed,
  seedVerifier,
  shownTo,
} from './verifier-fixtures.js';

type Fields = Readonly<Record<string, string>>;
type Answer = (world: World, request: RequestObject) => Fields | Promise<Fields>;

const show =
  (token: unknown): Answer =>
  (_, request) =>
    answerOf(request, token);
const permit =
  (change: object = {}, issuing: object = {}): Answer =>
  (world, request) =>
    answerOf(request, { credential: [shownTo(world, request, change, issuing)] });
const licence =
  (change: object = {}, issuing: object = {}): Answer =>
  async (world, request) =>
    answerOf(request, { credential: [await licenceTo(world, request, change, issuing)] });
/** Another text of the permit. */
const changed =
  (change: (text: string) => string): Answer =>
  (world, request) =>
    answerOf(request, { credential: [change(shownTo(world, request))] });
const encrypted =
  (header: object, members?: object): Answer =>
  async (world, request) => ({
    response: await sealed(
      request,
      members ?? { vp_token: { credential: [shownTo(world, request)] }, state: request.state },
      header,
    ),
  });
const HAIP = { ...QUESTION, profile: 'haip' };
const ages = (ms: number) => (world: World, request: RequestObject) =>
  permit({ atMs: world.deps.clock.now() + ms })(world, request);
const claim = (claims: object) => permit({}, { claims });
const seconds = (world: World, ms: number) => Math.floor((world.deps.clock.now() + ms) / 1000);

/** Case, question, answer, and the name of the refusal. */
const UNREAD: readonly (readonly [what: string, question: object, answer: Answer, error: string])[] = [
  ['state-differs', QUESTION, () => ({ vp_token: '{"credential":["x"]}', state: 'x' }), 'invalid_presentation'],
  ['vp-token-absent', QUESTION, (_, { state }) => ({ state }), 'invalid_presentation'],
  ['vp-token-is-a-text', QUESTION, (_, { state }) => ({ state, vp_token: 'eyJ~' }), 'invalid_presentation'],
  [
    'presentation-submission',
    QUESTION,
    (_, { state }) => ({ state, vp_token: 'x', presentation_submission: '{}' }),
    'LEGACY_DIALECT',
  ],
  ['unknown-query-id', QUESTION, show({ other: ['x'] }), 'DCQL_UNKNOWN_QUERY_ID'],
  [
    'plain-instead-of-jwe',
    HAIP,
    (_, { state }) => ({ state, vp_token: '{"credential":["x"]}' }),
    'invalid_presentation',
  ],
  ['jwe-instead-of-plain', QUESTION, () => ({ response: 'a.b.c.d.e' }), 'invalid_presentation'],
  ['jwe-no-jwe', HAIP, () => ({ response: 'nothing' }), 'invalid_presentation'],
  ['alg-differs', HAIP, encrypted({ alg: 'ECDH-ES+A128KW' }), 'invalid_presentation'],
  ['enc-differs', HAIP, encrypted({ enc: 'A128CBC-HS256' }), 'invalid_presentation'],
  ['kid-of-another-key', HAIP, encrypted({ kid: 'other' }), 'invalid_presentation'],
  [
    'state-in-jwe-differs',
    HAIP,
    encrypted({}, { vp_token: { credential: ['x'] }, state: 'x' }),
    'invalid_presentation',
  ],
  ['jwe-without-an-object', HAIP, encrypted({}, []), 'invalid_presentation'],
  [
    'zip',
    HAIP,
    async (world, request) => {
      const { response = '' } = await encrypted({})(world, request);
      const [head, ...rest] = response.split('.');
      const header = JSON.parse(Buffer.from(head as string, 'base64url').toString()) as object;
      return {
        response: [Buffer.from(JSON.stringify({ ...header, zip: 'DEF' })).toString('base64url'), ...rest].join('.'),
      };
    },
    'invalid_presentation',
  ],
  [
    'key-of-another-request',
    HAIP,
    async (world, request) => {
      const { claims } = await fetchObject(world, await ask(world, HAIP));
      const other = { ...request, client_metadata: claims.client_metadata };
      return { response: await sealed(other, { vp_token: { credential: ['x'] }, state: request.state }) };
    },
    'invalid_presentation',
  ],
  [
    'key-of-a-stranger',
    HAIP,
    async () => {
      const key = STRANGER.privateKey;
      const jwe = new CompactEncrypt(Buffer.from('{}')).setProtectedHeader({ alg: 'ECDH-ES', enc: 'A128GCM' });
      const { createPublicKey } = await import('node:crypto');
      return { response: await jwe.encrypt(createPublicKey(key)) };
    },
    'invalid_presentation',
  ],
];

const dcql = (members: object, more: object = {}) => ({
  ...{ trustPolicy: POLICY, ...more },
  dcqlQuery: { credentials: [{ id: 'credential', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, ...members }] },
});
const SETS = {
  trustPolicy: POLICY,
  dcqlQuery: {
    credentials: [
      { id: 'credential', format: 'dc+sd-jwt', meta: { vct_values: [VCT] } },
      { id: 'licence', format: 'mso_mdoc', meta: { doctype_value: DOC_TYPE } },
    ],
    credential_sets: [{ options: [['credential', 'licence']] }],
  },
};

/** Case, question, answer, and the ground in the result. */
const REFUSED: readonly (readonly [what: string, question: object, answer: Answer, code: string])[] = [
  ['kb-missing', QUESTION, changed((text) => text.replace(/[^~]*$/, '')), 'form/proof'],
  ['kb-wrong-aud', QUESTION, permit({ audience: 'x509_san_dns:else.example' }), 'binding'],
  ['kb-aud-not-the-whole-client_id', QUESTION, permit({ audience: 'localhost' }), 'binding'],
  ['kb-wrong-nonce', QUESTION, permit({ nonce: 'other' }), 'binding'],
  [
    'kb-wrong-sd-hash',
    QUESTION,
    (world, request) => answerOf(request, { credential: [withoutNumber(shownTo(world, request, WITH_NUMBER))] }),
    'binding',
  ],
  ['claim-taken-away', QUESTION, changed((text) => text.replace(/~[^~]+~/, '~')), 'claims/name'],
  ['kb-wrong-signature', QUESTION, permit({ holder: STRANGER }), 'binding'],
  ['kb-iat-old', QUESTION, ages(-301_000), 'binding'],
  ['kb-iat-future', QUESTION, ages(61_000), 'binding'],
  ['kb-unasked-data', QUESTION, permit({ transactionData: ['e30'] }), 'binding'],
  ['disclosure-without-digest', QUESTION, changed((text) => withDisclosure(text, '["s","admin",true]')), 'claims'],
  [
    'decoy-claimed',
    QUESTION,
    (world, request) => answerOf(request, { credential: [withDecoy(shownTo(world, request, EVERYTHING))] }),
    'form/claims',
  ],
  ['digest-twice', QUESTION, changed((text) => text.replace(/~([^~]+)~/, '~$1~$1~')), 'claims'],
  ['exp', QUESTION, (world, request) => claim({ exp: seconds(world, 0) })(world, request), 'validity'],
  ['nbf', QUESTION, (world, request) => claim({ nbf: seconds(world, 60_000) })(world, request), 'validity'],
  ['type-differs', QUESTION, claim({ vct: 'urn:office:other:1' }), 'type'],
  ['issuer-forged', QUESTION, permit({}, { signer: STRANGER }), 'signature'],
  ['issuer-foreign', QUESTION, permit({}, { chain: FOREIGN_CHAIN }), 'issuer'],
  ['issuer-without-chain', QUESTION, permit({}, { chain: [] }), 'issuer'],
  [
    'value-differs',
    { ...QUESTION, requiredClaims: [{ claimName: 'name', expectedValue: 'Bob' }] },
    permit(),
    'claims/name',
  ],
  ['claim-absent', { ...QUESTION, requiredClaims: [{ claimName: 'number' }] }, permit(), 'claims/number'],
  [
    'aki-foreign',
    dcql({ trusted_authorities: [{ type: 'aki', values: [toBase64Url(STRANGER.keyId)] }] }),
    permit(),
    'issuer',
  ],
  [
    'two-for-single',
    QUESTION,
    (world, request) => answerOf(request, { credential: [shownTo(world, request), shownTo(world, request)] }),
    'query',
  ],
  ['set-unsatisfied', SETS, permit(), 'query'],
  ['status-of-another-anchor', QUESTION, permit({}, { place: 5 }), 'status'],
  [
    'mdoc-for-sd-jwt',
    QUESTION,
    async (world, request) => answerOf(request, { credential: [await licenceTo(world, request)] }),
    'form',
  ],
  [
    'sd-jwt-for-mdoc',
    MDOC_QUESTION,
    (world, request) => answerOf(request, { credential: [shownTo(world, request)] }),
    'form',
  ],
  ['transcript-other-nonce', MDOC_QUESTION, licence({ nonce: 'other' }), 'binding'],
  ['transcript-other-response-uri', MDOC_QUESTION, licence({ responseUri: 'https://else.example' }), 'binding'],
  ['transcript-other-client', MDOC_QUESTION, licence({ clientId: 'localhost' }), 'binding'],
  ['transcript-thumbprint-unasked', MDOC_QUESTION, licence({ encryptionKey: new Uint8Array(32) }), 'binding'],
  [
    'transcript-thumbprint-absent',
    { ...MDOC_QUESTION, profile: 'haip' },
    licence({ encryptionKey: undefined }),
    'binding',
  ],
  ['device-key-foreign', MDOC_QUESTION, licence({ holder: STRANGER }), 'binding'],
  ['digest-id-twice', MDOC_QUESTION, itemTwice, 'claims/name'],
  ['item-tampered', MDOC_QUESTION, tampered, 'claims/name'],
  [
    'mso-expired',
    MDOC_QUESTION,
    (world, request) => licence({}, { atMs: world.deps.clock.now() - 7_200_000 })(world, request),
    'validity',
  ],
  ['doctype-differs', { ...MDOC_QUESTION, credentialType: 'org.office.other' }, licence(), 'type'],
  ['mdoc-issuer-foreign', MDOC_QUESTION, licence({}, { chain: FOREIGN_CHAIN }), 'issuer'],
];

const WITH_NUMBER = { paths: [['name'], ['number']] };

/** Without a disclosure that nobody asked for, which the proof of the holder covers. */
function withoutNumber(text: string): string {
  const parts = text.split('~');
  return parts.filter((part) => !Buffer.from(part, 'base64url').toString().includes('"number"')).join('~');
}

const EVERYTHING = { paths: [['name'], ['number'], ['classes'], ['address']] };

/** With the one digest that no disclosure has, as if it were a disclosure. */
function withDecoy(text: string): string {
  const [issued = '', ...rest] = text.split('~');
  const payload = JSON.parse(Buffer.from(issued.split('.')[1] ?? '', 'base64url').toString()) as { _sd: string[] };
  const digests = rest.map((part) => createHash('sha256').update(part).digest('base64url'));
  const decoys = payload._sd.filter((digest) => !digests.includes(digest));
  expect(decoys).to.have.length(1);
  return text.replace('~', `~${decoys[0]}~`);
}

/** An element that is there a second time. */
async function itemTwice(world: World, request: RequestObject): Promise<Fields> {
  const held = heldMdocOf(issuedLicence({ atMs: world.deps.clock.now() }));
  const doubled = writeCbor(issuerSignedMap({ ...held, elements: [...held.elements, ...held.elements] }));
  const asked = { clientId: request.client_id, nonce: request.nonce, responseUri: request.response_uri };
  return answerOf(request, { credential: [showLicence(doubled, { ...asked, names: ['name'] })] });
}

function withDisclosure(text: string, disclosure: string): string {
  return text.replace('~', `~${Buffer.from(disclosure).toString('base64url')}~`);
}

async function tampered(world: World, request: RequestObject): Promise<Fields> {
  const bytes = Buffer.from(fromBase64Url(await licenceTo(world, request)) as Uint8Array);
  // The value of the element, in its bytes.
  bytes[bytes.indexOf('Ada')] = 0x42;
  return answerOf(request, { credential: [toBase64Url(bytes)] });
}

describe('a wallet', () => {
  const world = worldOfAll();
  before(async () => {
    await seedVerifier(world);
    const { served } = world.verifying;
    served.set(LIST, listTokens({ atMs: world.deps.clock.now(), chain: FOREIGN_CHAIN }).jwt);
  });

  describe('is not read, and the request stays open', () => {
    for (const [what, question, answer, error] of UNREAD)
      it(what, async () => {
        const asked = await ask(world, question);
        const { claims } = await fetchObject(world, asked);
        const told = await post(world, claims.response_uri, await answer(world, claims));
        expect([told.status, told.json.error]).to.deep.equal([400, error]);
        expect((await resultOf(world, asked)).json.state).to.equal('Pending');
      });
  });

  describe('is refused, which ends the request', () => {
    for (const [what, question, answer, code] of REFUSED)
      it(`${what}: ${code}`, async () => {
        const asked = await ask(world, question);
        const { claims } = await fetchObject(world, asked);
        const told = await post(world, claims.response_uri, await answer(world, claims));
        expect([told.status, told.json.error]).to.deep.equal([400, 'invalid_presentation']);
        const { json } = await resultOf(world, asked);
        expect([json.state, json.result.isValid, json.result.verifiedClaims]).to.deep.equal(['Refused', false, {}]);
        expect(json.result.errors.map((error: { code: string }) => error.code)).to.deep.equal([code]);
        const again = await post(world, claims.response_uri, await permit()(world, claims));
        expect(again.status, 'one answer a request').to.equal(400);
        expect((await resultOf(world, asked)).json.state).to.equal('Refused');
      });
  });

  it('replays no answer: neither to its request, nor to another one', async () => {
    const [first, second] = [await ask(world), await ask(world)];
    const [one, two] = [(await fetchObject(world, first)).claims, (await fetchObject(world, second)).claims];
    const fields = await permit()(world, one);
    expect((await post(world, one.response_uri, fields)).status).to.equal(200);
    expect((await post(world, one.response_uri, fields)).status, 'twice').to.equal(400);
    const other = await post(world, two.response_uri, { ...fields, state: two.state });
    expect([other.status, other.json.error]).to.deep.equal([400, 'invalid_presentation']);
    expect((await resultOf(world, second)).json.result.errors[0].code).to.equal('binding');
  });

  it('of two answers at once has one counted', async () => {
    const asked = await ask(world);
    const { claims } = await fetchObject(world, asked);
    const fields = await permit()(world, claims);
    const statuses = await Promise.all([1, 2].map(async () => (await post(world, claims.response_uri, fields)).status));
    expect(statuses.sort()).to.deep.equal([200, 400]);
  });

  it('shows more than was asked for, and none of that is told', async () => {
    const asked = await ask(world);
    const { claims } = await fetchObject(world, asked);
    const paths = [['name'], ['number'], ['classes']];
    expect((await post(world, claims.response_uri, await permit({ paths })(world, claims))).status).to.equal(200);
    expect((await resultOf(world, asked)).json.result.verifiedClaims).to.deep.equal({ name: 'Ada' });
  });

  it('answers no request that there is none of, or that is over', async () => {
    const asked = await ask(world);
    const { claims } = await fetchObject(world, asked);
    const none = claims.response_uri.replace(/.{5}\/direct-post$/, 'AAAAA/direct-post');
    expect((await post(world, none, await permit()(world, claims))).status).to.equal(404);
    const late = await permit()(world, claims);
    world.advance(300_000);
    expect((await post(world, claims.response_uri, late)).status).to.equal(400);
    expect((await resultOf(world, asked)).json.state).to.equal('Expired');
  });

  it('sends at most 256 KiB', async () => {
    const { claims } = await fetchObject(world, await ask(world));
    const told = await post(world, claims.response_uri, { state: claims.state, vp_token: 'a'.repeat(256 * 1024) });
    expect([told.status, told.json.error]).to.deep.equal([400, 'invalid_request']);
  });
});
