// Credentials between the node and libraries that share no code with it, nor with @openid4vc (./second-wallet.ts): what
// our issuer gives is read and shown by them, and what they issue and show is taken by our verifier.
import { expect } from 'chai';
import { toBase64 } from '../../../core/base/bytes.js';
import { certificate } from '../../support/certificates/certificates.js';
import {
  CHAIN,
  HOLDER,
  OFFICE,
  DOC_TYPE as OFFICE_DOC_TYPE,
  ROOT_DER,
  SPACE,
  VCT,
} from '../../support/credentials/office.js';
import { signedList } from '../../support/trust-lists/signed-list.js';
import type { World } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { DOC_TYPE, issue, ROOT, TYPE } from './fixtures.js';
import { aKey } from './phone.js';
import { claimsOfSdJwt, faultsOfMdoc, issueMdoc, issueSdJwt, showMdoc, showSdJwt } from './second-wallet.js';
import {
  answerOf,
  ask,
  fetchObject,
  LIST_URL,
  licenceTo,
  MDOC_QUESTION,
  POLICY,
  post,
  QUESTION,
  type RequestObject,
  resultOf,
  seedVerifier,
  shownTo,
} from './verifier-fixtures.js';

const NORTHWIND_ROOT = certificate(ROOT, ROOT, {}, 'authority');
const NORTHWIND_SPACE = 'org.northwind.1';
const ISSUER = { privateKey: OFFICE.privateKey, certificate: CHAIN[0] as Uint8Array };
const WAYS = [{ responseMode: 'direct_post' }, { profile: 'haip' }] as const;
/** The library was written for driving licences, whose certificates name a country. */
const NO_COUNTRY = 'ISSUER_SUBJECT_COUNTRY_NAME_PRESENCE';

type Show = (request: RequestObject) => string | Promise<string>;

/** What comes of a request that is answered so. */
async function answered(world: World, question: object, show: Show) {
  const asked = await ask(world, question);
  const { claims } = await fetchObject(world, asked);
  await post(world, claims.response_uri, await answerOf(claims, { credential: [await show(claims)] }));
  const { json } = await resultOf(world, asked);
  const { errors, verifiedClaims } = json.result;
  return { state: json.state, errors: errors.map(({ code }: { code: string }) => code), verifiedClaims };
}

describe('libraries of a second family', () => {
  const world = worldOfAll();
  before(async () => {
    // Their verifier looks at the clock of the machine.
    world.setClock(Date.now() - world.deps.clock.now());
    const certificates = [ROOT_DER, NORTHWIND_ROOT].map(toBase64);
    world.trust.served.set(LIST_URL, signedList({ services: [{ certificates }] }, world.trust.operator));
    await seedVerifier(world);
  });
  const nowMs = () => world.deps.clock.now();

  for (const way of WAYS) {
    const name = Object.values(way).join();

    it(`show an mdoc of our issuer to our verifier: ${name}`, async () => {
      const claims = { [NORTHWIND_SPACE]: { given_name: 'Eve', birth_date: '2001-02-28', size: 175 } };
      const { text, holder } = await issue(world, { format: 'mso_mdoc', claims });
      const licence = { docType: DOC_TYPE, nameSpace: NORTHWIND_SPACE };
      const path = `["${NORTHWIND_SPACE}","given_name"]`;
      const question = {
        ...{ credentialType: DOC_TYPE, format: 'mso_mdoc', trustPolicy: POLICY, ...way },
        requiredClaims: [{ claimName: path }],
      };
      const by = (key: typeof holder, names: readonly string[]) => (request: RequestObject) =>
        showMdoc(text, { ...licence, names }, { request, holder: key });
      const good = await answered(world, question, by(holder, ['given_name']));
      expect(good).to.deep.equal({ state: 'Verified', errors: [], verifiedClaims: { [path]: 'Eve' } });
      const other = await answered(world, question, by(aKey(), ['given_name']));
      expect([other.state, other.errors], 'another holder').to.deep.equal(['Refused', ['binding']]);
      const less = await answered(world, question, by(holder, ['birth_date']));
      expect([less.state, less.errors], 'another element').to.deep.equal(['Refused', [`claims/${path}`]]);
    });

    it(`show an SD-JWT VC of our issuer to our verifier: ${name}`, async () => {
      const { text, holder } = await issue(world, { trustAnchor: 'register', claims: { given_name: 'Eve', rank: 7 } });
      expect(await claimsOfSdJwt(text)).to.deep.include({ vct: TYPE, given_name: 'Eve', rank: 7 });
      const question = { credentialType: TYPE, requiredClaims: [{ claimName: 'given_name' }], ...way };
      const by = (key: typeof holder, names: readonly string[]) => (request: RequestObject) =>
        showSdJwt(text, names, { request, holder: key, atMs: nowMs() });
      const good = await answered(world, question, by(holder, ['given_name']));
      expect(good).to.deep.equal({ state: 'Verified', errors: [], verifiedClaims: { given_name: 'Eve' } });
      const other = await answered(world, question, by(aKey(), ['given_name']));
      expect([other.state, other.errors], 'another holder').to.deep.equal(['Refused', ['binding']]);
      const less = await answered(world, question, by(holder, ['rank']));
      expect([less.state, less.errors], 'another claim').to.deep.equal(['Refused', ['claims/given_name']]);
    });

    it(`issue and show an mdoc, which our verifier takes: ${name}`, async () => {
      const licence = { docType: OFFICE_DOC_TYPE, nameSpace: SPACE };
      const made = { issuer: ISSUER, holder: HOLDER, atMs: Math.floor(nowMs() / 1000) * 1000 - 5000 };
      const text = await issueMdoc({ ...licence, elements: { name: 'Ada', number: 4711 } }, made);
      const show: Show = (request) => showMdoc(text, { ...licence, names: ['name'] }, { request, holder: HOLDER });
      const { state, errors } = await answered(world, { ...MDOC_QUESTION, ...way }, show);
      expect([state, errors]).to.deep.equal(['Verified', []]);
    });

    it(`issue and show an SD-JWT VC, which our verifier takes: ${name}`, async () => {
      const now = Math.floor(nowMs() / 1000);
      const claims = {
        vct: VCT,
        iss: 'https://office.example',
        nbf: now - 60,
        exp: now + 3600,
        name: 'Ada',
        number: 'P-1',
      };
      const text = await issueSdJwt(claims, { issuer: ISSUER, holder: HOLDER, names: ['name', 'number'] });
      const show: Show = (request) => showSdJwt(text, ['name'], { request, holder: HOLDER, atMs: nowMs() });
      const { state, errors, verifiedClaims } = await answered(world, { ...QUESTION, ...way }, show);
      expect([state, errors, verifiedClaims]).to.deep.equal(['Verified', [], { name: 'Ada' }]);
    });

    it(`judge what our core shows: ${name}`, async () => {
      const { claims: request } = await fetchObject(world, await ask(world, { ...MDOC_QUESTION, ...way }));
      expect(await faultsOfMdoc(await licenceTo(world, request), request, ROOT_DER)).to.deep.equal([NO_COUNTRY]);
      const other = { ...request, nonce: 'other' };
      expect(await faultsOfMdoc(await licenceTo(world, request), other, ROOT_DER)).to.deep.equal([
        NO_COUNTRY,
        'DEVICE_SIGNATURE_VALIDITY',
      ]);
      expect(await claimsOfSdJwt(shownTo(world, request))).to.deep.include({ vct: VCT, name: 'Ada' });
    });
  }
});
