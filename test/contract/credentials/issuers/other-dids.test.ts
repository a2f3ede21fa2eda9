// Issuers that are DIDs, before a verifier, a wallet of the node and the gate of an action: a did:web whose document is
// fetched from the host that it names. Also W3C credentials in JWT.
import { expect } from 'chai';
import { HOLDER_PATH } from '../../../../api/credentials/holding/holder-keys.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { presentationRoutes } from '../../../../api/groups/credentials/presentations/routes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { ISSUER_DOCUMENT_KEPT_MS } from '../../../../core/base/limits/node/wallets.js';
import { p256Jwk } from '../../../../core/crypto/keys/jwk.js';
import { good } from '../../../support/base/good.js';
import { DEGREE, ISSUER_DID, jwt, shownDegree } from '../../../support/credentials/degree.js';
import { LIST, listTokens, OFFICE, pointOf, STRANGER, VCT } from '../../../support/credentials/office.js';
import { HOLDER, ISSUER } from '../../../support/credentials/shown.js';
import { ask as ledger } from '../../ledger/fixtures.js';
import {
  gatedOrder,
  gatedRegister,
  type PreparedGate,
  prepared,
  wallet as SENDER,
  shownAt,
} from '../../workflow/gate-fixtures.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { seedHoldingWallet } from '../fixtures.js';
import { askWallet } from '../presenting/other-verifier.js';
import { answerOf, ask, fetchObject, post, resultOf, seedVerifier, shownTo } from '../verifier-fixtures.js';

const DID = 'did:web:office.example:permits';
const URL_OF_DID = 'https://office.example/permits/did.json';
const KEY = `${DID}#k1`;
const documentOf = (jwk: object, id = DID) =>
  JSON.stringify({
    id,
    verificationMethod: [{ id: `${id}#k1`, type: 'JsonWebKey', controller: id, publicKeyJwk: jwk }],
    assertionMethod: [`${id}#k1`],
  });
const DOCUMENT = documentOf(p256Jwk(pointOf(OFFICE)));
/** Of the office, without certificates. */
const ISSUING = { chain: [], keyId: KEY, claims: { iss: DID } };
const QUESTION = { credentialType: VCT, requiredClaims: [{ claimName: 'name' }], acceptedIssuers: [DID] };
const DEGREE_QUESTION = {
  ...{ credentialType: 'ExampleDegreeCredential', format: 'jwt_vc_json', acceptedIssuers: [ISSUER_DID] },
  requiredClaims: [{ claimName: '["credentialSubject","degree","name"]' }],
};

describe('issuers that are DIDs', () => {
  const world = worldOfEach();

  /** The result of a request that was answered with the text that `show` makes. */
  async function answered(question: object, show: (request: Parameters<typeof shownTo>[1]) => string) {
    const asked = await ask(world, question);
    const { claims } = await fetchObject(world, asked);
    const answer = await post(world, claims.response_uri, await answerOf(claims, { credential: [show(claims)] }));
    expect(answer.status, JSON.stringify(answer.json)).to.be.oneOf([200, 400]);
    return (await resultOf(world, asked)).json.result;
  }
  const shown =
    (issuing: object = {}) =>
    (request: Parameters<typeof shownTo>[1]) =>
      shownTo(world, request, {}, { ...ISSUING, ...issuing });
  const fetched = () =>
    world.verifying.sent.filter(({ purpose }) => purpose === 'issuer-document').map(({ url }) => url);

  it('are accepted by a verifier that names them, by the key in their document', async () => {
    await seedVerifier(world);
    world.verifying.served.set(URL_OF_DID, DOCUMENT);
    const result = await answered(QUESTION, shown());
    expect(result).to.deep.include({ isValid: true, verifiedClaims: { name: 'Ada' }, issuer: DID });
    expect(result.trustEvidence[0].kind).to.equal('did-allowlist');
    expect((await answered(QUESTION, shown())).isValid).to.equal(true);
    expect(fetched(), 'kept').to.deep.equal([URL_OF_DID]);
    world.advance(ISSUER_DOCUMENT_KEPT_MS);
    await answered(QUESTION, shown());
    expect(fetched().length, 'and read again').to.equal(2);
  });

  it('sign their status lists with that key, which a token names by its DID URL', async () => {
    await seedVerifier(world);
    world.verifying.served.set(URL_OF_DID, DOCUMENT);
    const atMs = world.deps.clock.now();
    const resultWith = async (listing: object) => {
      world.verifying.served.set(LIST, listTokens({ atMs, chain: [], keyId: KEY, ...listing }).jwt);
      world.advance(300_000);
      const { isValid, statusCheckResult } = await answered(QUESTION, shown({ place: 3 }));
      return [isValid, statusCheckResult];
    };
    expect(await resultWith({})).to.deep.equal([true, 'Valid']);
    expect(await resultWith({ statuses: [[3, 1]] }), 'revoked').to.deep.equal([false, 'NotValid']);
    expect(await resultWith({ signer: STRANGER }), 'of a stranger').to.deep.equal([false, 'NotValid']);
  });

  for (const [lie, change] of [
    ['that no document has', { signer: STRANGER }],
    ['that the document has under another name', { keyId: `${DID}#k2` }],
    ['of another DID than its own', { claims: { iss: 'did:web:else.example' } }],
  ] as const)
    it(`are refused with a key ${lie}`, async () => {
      await seedVerifier(world);
      world.verifying.served.set(URL_OF_DID, DOCUMENT);
      expect((await answered(QUESTION, shown(change))).isValid).to.equal(false);
    });

  it('are asked for nothing where the policy does not name them, or cannot be had', async () => {
    await seedVerifier(world);
    world.verifying.served.set(URL_OF_DID, DOCUMENT);
    const other = { ...QUESTION, acceptedIssuers: ['did:web:else.example'] };
    expect((await answered(other, shown())).isValid).to.equal(false);
    expect(fetched()).to.deep.equal([]);
    for (const body of ['no JSON', documentOf(p256Jwk(pointOf(OFFICE)), 'did:web:else.example')]) {
      world.verifying.served.set(URL_OF_DID, body);
      expect((await answered(QUESTION, shown())).isValid, body).to.equal(false);
    }
  });

  it('show a W3C credential in JWT to a verifier', async () => {
    await seedVerifier(world);
    const degree = jwt(ISSUER, { typ: 'vc+jwt', kid: `${ISSUER_DID}#0` }, DEGREE);
    const show = (change: object) => (request: Parameters<typeof shownTo>[1]) =>
      shownDegree(degree, { change: { nonce: request.nonce, aud: request.client_id, ...change } });
    const result = await answered(DEGREE_QUESTION, show({}));
    expect(result).to.deep.include({ isValid: true, issuer: ISSUER_DID, holderKeyVerified: true });
    expect(result.verifiedClaims).to.deep.equal({
      '["credentialSubject","degree","name"]': 'Bachelor of Science and Arts',
    });
    const refused = await answered(DEGREE_QUESTION, show({ nonce: 'other' }));
    expect([refused.isValid, refused.errors[0].code]).to.deep.equal([false, 'binding']);
    const stranger = await answered({ ...DEGREE_QUESTION, acceptedIssuers: [DID] }, show({}));
    expect([stranger.isValid, stranger.errors[0].code]).to.deep.equal([false, 'issuer']);
    const statused = jwt(
      ISSUER,
      { typ: 'vc+jwt' },
      { ...DEGREE, credentialStatus: { type: 'BitstringStatusListEntry' } },
    );
    const unread = await answered(DEGREE_QUESTION, (request) =>
      shownDegree(statused, { change: { nonce: request.nonce, aud: request.client_id } }),
    );
    expect([unread.isValid, unread.statusCheckResult]).to.deep.equal([false, 'Unavailable']);
  });

  it('give a wallet of the node a credential in JWT, which it keeps, finds and shows', async () => {
    await seedVerifier(world);
    const held = await seedHoldingWallet(world);
    const token = await world.token('citizen');
    const own = { params: { address: held.address } };
    const store = async (rawToken: string) =>
      call(world, heldCredentialRoutes.storeHeldCredential, { ...own, body: { rawToken } }, { token });
    const issuer = 'did:web:university.example';
    const key = { address: held.address, algorithm: held.algorithm, path: HOLDER_PATH, hybrid: false };
    const jwk = p256Jwk(good(await world.deps.keystore.use(key, ({ publicKey }) => Uint8Array.from(publicKey))));
    const degree = { ...DEGREE, issuer, cnf: { jwk }, credentialSubject: { degree: { name: 'Bachelor' } } };
    const text = jwt(ISSUER, { typ: 'vc+jwt', kid: `${issuer}#k1` }, degree);
    expect((await store(text)).status, 'no document').to.equal(502);
    const served = documentOf(p256Jwk(ISSUER.publicKey), issuer);
    world.remoteHosts.set('https://university.example', () => ({ text: served }));
    const kept = await store(text);
    expect(kept.status, kept.text).to.equal(201);
    const { credentialId, ...row } = kept.json;
    expect(row).to.deep.include({ format: 'jwt_vc_json', type: 'ExampleDegreeCredential', canPresent: true });
    world.verifying.served.set('https://university.example/.well-known/did.json', served);
    const question = { ...DEGREE_QUESTION, acceptedIssuers: [issuer] };
    const { requestId } = (await askWallet(world, question)).json;
    const params = { presentationId: requestId };
    const body = { credentialId, acceptUntrusted: true };
    const sent = await call(world, presentationRoutes.submitPresentation, { params, body }, { token });
    expect([sent.status, sent.json], sent.text).to.deep.equal([200, { outcome: 'Submitted' }]);
    const outcome = await call(
      world,
      presentationRoutes.getPresentationOutcome,
      { params },
      { token: await world.token('administrator') },
    );
    expect(outcome.json.result, outcome.text).to.deep.include({ isValid: true, issuer, holderKeyVerified: true });
    const history = await call(world, presentationRoutes.listPresentationHistory, {}, { token });
    expect(history.json.presentations[0].disclosedClaims, 'all of it left').to.have.members([
      ...['@context', 'id', 'type', 'issuer', 'validFrom', 'credentialSubject.degree.name', 'credentialSchema'],
    ]);
    expect((await store(jwt(HOLDER, { typ: 'vc+jwt', kid: `${issuer}#k1` }, degree))).json.code).to.equal(
      'CREDENTIAL_REFUSED',
    );
  });

  it('are taken at a gate by a key that the register pins under their name', async () => {
    const registerId = await gatedRegister(world);
    const entries = [{ issuer: DID, key: sha256Hex(OFFICE.spki) }];
    const operation = { operationType: 'set-trust', listId: 'dids', kind: 'keys', sequence: 1, entries };
    const pinned = await ledger(world, 'propose', { params: { registerId }, body: { wallet: SENDER, ...operation } });
    expect(pinned.status, pinned.text).to.be.lessThan(300);
    const requirement = {
      ...{ id: 'licence', vct: VCT, readers: ['buyer'], requiredClaims: [{ claimName: 'name' }] },
      trustPolicy: {
        sources: [{ kind: 'did-allowlist', confersAssurance: 'Low', trustListId: 'dids', allowedIssuers: [DID] }],
      },
    };
    const lotl = {
      ...requirement,
      trustPolicy: { sources: [{ kind: 'x509-lotl', confersAssurance: 'Low', trustListId: 'dids' }] },
    };
    for (const requirements of [[requirement], [lotl]]) {
      const { gateId, requirements: gates } = await prepared(
        world,
        await gatedOrder(world, { registerId, requirements }),
      );
      const body = { requirement: 'licence', rawPresentation: shownAt(world, gates[0] as PreparedGate, {}, ISSUING) };
      const show = () => ledger(world, 'presentAtGate', { params: { gateId }, body });
      const before = fetched().length;
      const elsewhere = {
        ...ISSUING,
        keyId: 'did:web:elsewhere.example#k1',
        claims: { iss: 'did:web:elsewhere.example' },
      };
      const strange = shownAt(world, gates[0] as PreparedGate, {}, elsewhere);
      const refused = { requirement: 'licence', rawPresentation: strange };
      expect((await ledger(world, 'presentAtGate', { params: { gateId }, body: refused })).status).to.equal(403);
      expect(fetched().length, 'nothing is fetched for a stranger').to.equal(before);
      world.verifying.served.delete(URL_OF_DID);
      world.advance(ISSUER_DOCUMENT_KEPT_MS);
      expect((await show()).json.code, 'no document').to.equal('CREDENTIAL_REFUSED');
      world.verifying.served.set(URL_OF_DID, documentOf(p256Jwk(pointOf(STRANGER))));
      expect((await show()).json.code, 'another key than is pinned').to.equal('CREDENTIAL_REFUSED');
      world.advance(ISSUER_DOCUMENT_KEPT_MS);
      world.verifying.served.set(URL_OF_DID, DOCUMENT);
      const body2 = { requirement: 'licence', rawPresentation: shownAt(world, gates[0] as PreparedGate, {}, ISSUING) };
      const shownNow = await ledger(world, 'presentAtGate', { params: { gateId }, body: body2 });
      expect([shownNow.status, shownNow.json.isMet], shownNow.text).to.deep.equal([200, true]);
      const done = await ledger(world, 'submitPreparedAction', { params: { gateId } });
      expect([done.status, done.json.status], done.text).to.deep.equal([200, 'sealed']);
    }
  });
});
