// Wallets that misbehave: each line is a request of the checklist of HAIP 1.0. An issuer has to refuse it, by the name
// that its standard has for it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { issuedCredentialRoutes } from '../../../api/groups/credentials/issued-credentials/routes.js';
import { call } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { accessOf, FORMATS, issue, offer, TYPE } from './fixtures.js';
import { aKey, type Changes, jwtOf, Phone, type Told } from './phone.js';

const named = ({ status, json }: Told) => [status, json.error];

describe('a wallet gets no token', () => {
  const world = worldOfAll();
  const phone = new Phone(world);

  it('for a code twice, of another issuer, over, or unknown', async () => {
    const { preAuthorizedCode: code } = await offer(world);
    expect(named(await new Phone(world, '/credentials/system-admin').token(code)), 'another').to.deep.equal([
      400,
      'invalid_grant',
    ]);
    expect((await phone.token(code)).status).to.equal(200);
    expect(named(await phone.token(code)), 'twice').to.deep.equal([400, 'invalid_grant']);
    const { preAuthorizedCode: late } = await offer(world, { expiresIn: 60 });
    world.advance(60_000);
    expect(named(await phone.token(late)), 'over').to.deep.equal([400, 'invalid_grant']);
    expect(named(await phone.token('A'.repeat(43))), 'unknown').to.deep.equal([400, 'invalid_grant']);
  });

  it('once the tx_code was wrong five times; one that is absent or not asked for does not count', async () => {
    const { preAuthorizedCode: code, txCode = '' } = await offer(world, { txCode: {} });
    const wrong = txCode === '000000' ? '000001' : '000000';
    for (let i = 0; i < 7; i++)
      expect(named(await phone.token(code)), 'absent').to.deep.equal([400, 'invalid_request']);
    for (let i = 0; i < 4; i++)
      expect(named(await phone.token(code, { txCode: wrong }))).to.deep.equal([400, 'invalid_grant']);
    expect((await phone.token(code, { txCode })).status, 'right the fifth time').to.equal(200);
    const other = await offer(world, { txCode: {} });
    const no = other.txCode === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i++) await phone.token(other.preAuthorizedCode, { txCode: no });
    expect(named(await phone.token(other.preAuthorizedCode, { txCode: other.txCode ?? '' }))).to.deep.equal([
      400,
      'invalid_grant',
    ]);
    const plain = await offer(world);
    expect(named(await phone.token(plain.preAuthorizedCode, { txCode: '1' }))).to.deep.equal([400, 'invalid_request']);
  });

  const FORMS: readonly (readonly [string, string, string])[] = [
    ['without a grant', 'pre-authorized_code=x', 'invalid_request'],
    ['without a code', 'grant_type=urn:ietf:params:oauth:grant-type:pre-authorized_code', 'invalid_request'],
    ['with the code of another grant', 'grant_type=authorization_code&pre-authorized_code=x', 'invalid_request'],
    ['of another grant', 'grant_type=password&pre-authorized_code=x', 'unsupported_grant_type'],
    ['of a grant by a name of every object', 'grant_type=toString&code=x', 'unsupported_grant_type'],
  ];
  for (const [what, form, name] of FORMS)
    it(`for a form ${what}`, async () => expect(named(await phone.post('/token', form))).to.deep.equal([400, name]));

  const PROOFS: readonly (readonly [string, Changes & { readonly nonce?: string }, string])[] = [
    ['htu', { payload: { htu: 'http://localhost:8080/credentials/northwind/credential' } }, 'invalid_dpop_proof'],
    ['htm', { payload: { htm: 'GET' } }, 'invalid_dpop_proof'],
    ['iat-old', { payload: { iat: 1 } }, 'invalid_dpop_proof'],
    ['exp-over', { payload: { exp: 1 } }, 'invalid_dpop_proof'],
    ['jti-absent', { payload: { jti: undefined } }, 'invalid_dpop_proof'],
    ['typ', { header: { typ: 'jwt' } }, 'invalid_dpop_proof'],
    ['other-key', { header: { jwk: aKey().jwk } }, 'invalid_dpop_proof'],
    ['alg-none', { header: { alg: 'none' } }, 'invalid_dpop_proof'],
    ['nonce-absent', { payload: { nonce: undefined } }, 'use_dpop_nonce'],
    ['nonce-of-proofs', { nonce: 'proof' }, 'use_dpop_nonce'],
  ];
  for (const [what, { nonce, ...changes }, name] of PROOFS)
    it(`with a proof of DPoP: ${what}`, async () => {
      const { preAuthorizedCode } = await offer(world);
      const nonces = await phone.nonces();
      const dpop = phone.dpop('/token', nonce === undefined ? nonces.dpop : nonces.proof, changes);
      const answer = await phone.token(preAuthorizedCode, { dpop });
      expect(named(answer)).to.deep.equal([400, name]);
      expect(answer.headers['dpop-nonce']).to.match(/./);
      const good = phone.dpop('/token', nonces.dpop);
      const given = await phone.token(preAuthorizedCode, { dpop: good });
      expect(given.json.token_type, 'the code is still good').to.equal('DPoP');
    });

  it('by a proof of DPoP that came before', async () => {
    const { dpop: nonce } = await phone.nonces();
    const dpop = phone.dpop('/token', nonce);
    const { dpop: proofs } = world.deps.credentials;
    const spend = proofs.spend.bind(proofs);
    const holders: (string | undefined)[] = [];
    proofs.spend = (proof, from) => {
      holders.push(from === proof.thumbprint ? 'its key' : from);
      return spend(proof, from);
    };
    expect((await phone.token((await offer(world)).preAuthorizedCode, { dpop })).status).to.equal(200);
    const again = await phone.token((await offer(world)).preAuthorizedCode, { dpop });
    expect(named(again)).to.deep.equal([400, 'invalid_dpop_proof']);
    expect(holders, 'who holds the places of proofs').to.deep.equal(['its key', 'its key']);
    proofs.spend = spend;
  });
});

describe('a status list that is lost', () => {
  const world = worldOfAll();
  const ask = (phone: Phone, token: string, jwt: readonly string[]) =>
    phone.credential(token, { credential_configuration_id: TYPE, proofs: { jwt } });

  it('is told as a fault: no place is given in another one, and no revocation is said to count', async () => {
    const { phone, token, credentialId } = await issue(world);
    const { lists, issued } = world.deps.credentials;
    const { find } = lists;
    const { listId } = issued.find(EXAMPLE.organisationId, credentialId) ?? {};
    lists.find = (id) => (id === listId ? undefined : find.call(lists, id));
    try {
      const { proof } = await phone.nonces();
      expect((await ask(phone, token, [phone.proof(proof)])).status, 'another copy').to.equal(500);
      const other = await accessOf(world);
      const nonces = await other.phone.nonces();
      expect((await ask(other.phone, other.token, [other.phone.proof(nonces.proof)])).status, 'another').to.equal(500);
      const bearer = { token: await world.token('administrator') };
      const asked = { params: { credentialId }, body: {} };
      const revoked = await call(world, issuedCredentialRoutes.revokeCredential, asked, bearer);
      expect(revoked.status, 'revoked').to.equal(500);
      expect(issued.find(EXAMPLE.organisationId, credentialId)?.state).to.equal('Valid');
      expect((world.errors as object[]).splice(0)).to.have.length(3);
    } finally {
      lists.find = find;
    }
  });
});

describe('who reads the audit trail', () => {
  const world = worldOfAll();
  it('finds no offer to take there', async () => {
    const made = await offer(world, { txCode: {} });
    const phone = new Phone(world);
    for (let i = 0; i < 5; i++) await phone.token(made.preAuthorizedCode, { txCode: '1234567' });
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    const told = rows.filter(({ eventType }) => eventType.startsWith('CredentialOffer'));
    expect(told.map(({ eventType }) => eventType).sort()).to.deep.equal([
      'CredentialOfferCancelled',
      'CredentialOffered',
    ]);
    expect(told.map(({ details }) => details.offer)).to.deep.equal(Array(2).fill(made.offerId.slice(0, 13)));
    expect(JSON.stringify(told)).not.to.contain(made.offerId);
  });

  it('finds which credential was issued, and nothing that it says', async () => {
    const { credentialId } = await issue(world, { claims: { given_name: 'Evelyn' } });
    const { rows } = await world.deps.audit.page([EXAMPLE.organisationId], {}, 50);
    const [row] = rows.filter(({ eventType }) => eventType === 'CredentialIssued');
    expect(row?.details).to.deep.equal({ credentialId, credentialType: TYPE, copies: 1 });
    expect(JSON.stringify(rows)).not.to.contain('Evelyn');
  });
});

describe('a wallet gets no token without DPoP', () => {
  const world = worldOfAll({ issuing: { dpop: 'required' } });
  it('where the node wants it', async () => {
    const { preAuthorizedCode } = await offer(world);
    expect(named(await new Phone(world).token(preAuthorizedCode))).to.deep.equal([400, 'invalid_dpop_proof']);
  });
});

for (const [format, { credentialType: type }] of Object.entries(FORMATS))
  describe(`a wallet gets no credential of ${format}`, () => {
    const world = worldOfAll();
    const [member, other] = format === 'mso_mdoc' ? ['doctype', 'dc+sd-jwt'] : ['vct', 'mso_mdoc'];
    const ask = (phone: Phone, token: string, jwt: readonly string[], headers: Record<string, string> = {}) =>
      phone.credential(token, { credential_configuration_id: type, proofs: { jwt } }, headers);

    const CHANGED: readonly (readonly [string, Changes, string])[] = [
      ['wrong-aud', { payload: { aud: 'http://localhost:8080' } }, 'invalid_proof'],
      ['iat-future', { payload: { iat: 4_000_000_000 } }, 'invalid_proof'],
      ['exp-over', { payload: { exp: 1 } }, 'invalid_proof'],
      ['exp-of-no-number', { payload: { exp: '4000000000' } }, 'invalid_proof'],
      ['nbf-later', { payload: { nbf: 4_000_000_000 } }, 'invalid_proof'],
      ['nbf-of-no-number', { payload: { nbf: '1' } }, 'invalid_proof'],
      ['iat-absent', { payload: { iat: undefined } }, 'invalid_proof'],
      ['typ-missing', { header: { typ: undefined } }, 'invalid_proof'],
      ['typ-of-dpop', { header: { typ: 'dpop+jwt' } }, 'invalid_proof'],
      ['private-key-in-header', { header: { jwk: { ...aKey().jwk, d: 'AA' } } }, 'invalid_proof'],
      ['alg-none', { header: { alg: 'none' } }, 'invalid_proof'],
      ['hs256', { header: { alg: 'HS256' } }, 'invalid_proof'],
      ['jwk-and-kid', { header: { kid: 'did:key:z#0' } }, 'invalid_proof'],
      ['jwk-absent', { header: { jwk: undefined } }, 'invalid_proof'],
      ['jwk-of-another', { header: { jwk: aKey().jwk } }, 'invalid_proof'],
      ['p-384', { key: aKey('P-384') }, 'invalid_proof'],
      ['crit', { header: { crit: ['b64'] } }, 'invalid_proof'],
      ['x5c', { header: { x5c: ['AA=='] } }, 'invalid_proof'],
      ['nonce-missing', { payload: { nonce: undefined } }, 'invalid_proof'],
      ['nonce-unknown', { payload: { nonce: 'abc' } }, 'invalid_nonce'],
    ];
    for (const [what, changes, name] of CHANGED)
      it(`with a proof: ${what}`, async () => {
        const { phone, token } = await accessOf(world, { format });
        const { proof } = await phone.nonces();
        expect(named(await ask(phone, token, [phone.proof(proof, changes)]))).to.deep.equal([400, name]);
        // The nonce was not spent by it.
        expect((await ask(phone, token, [phone.proof(proof)])).status).to.equal(200);
      });

    it('with a proof of 61 seconds ago; one of 60 is good', async () => {
      const { phone, token } = await accessOf(world, { format });
      const { proof } = await phone.nonces();
      const made = [61, 60].map((age) =>
        phone.proof(proof, { payload: { iat: Math.floor(world.deps.clock.now() / 1000) - age } }),
      );
      expect(named(await ask(phone, token, [made[0] as string]))).to.deep.equal([400, 'invalid_proof']);
      expect((await ask(phone, token, [made[1] as string])).status).to.equal(200);
    });

    it('with a nonce twice, of another issuer, of DPoP, or over', async () => {
      const { phone, token } = await accessOf(world, { format });
      const { proof, dpop } = await phone.nonces();
      const other = await new Phone(world, '/credentials/system-admin').nonces();
      expect(named(await ask(phone, token, [phone.proof(other.proof)])), 'another').to.deep.equal([
        400,
        'invalid_nonce',
      ]);
      expect(named(await ask(phone, token, [phone.proof(dpop)])), 'dpop').to.deep.equal([400, 'invalid_nonce']);
      expect((await ask(phone, token, [phone.proof(proof)])).status).to.equal(200);
      expect(named(await ask(phone, token, [phone.proof(proof)])), 'twice').to.deep.equal([400, 'invalid_nonce']);
      const old = (await phone.nonces()).proof;
      world.advance(300_001);
      expect(named(await ask(phone, token, [phone.proof(old)])), 'over').to.deep.equal([400, 'invalid_nonce']);
    });

    it('with 17 proofs, none, two of one key, two nonces, or more copies than there are', async () => {
      const { phone, token } = await accessOf(world, { format });
      const several = async (count: number, key?: ReturnType<typeof aKey>) => {
        const { proof } = await phone.nonces();
        return Array.from({ length: count }, () => phone.proof(proof, key && { key }));
      };
      expect(named(await ask(phone, token, await several(17)))).to.deep.equal([400, 'invalid_proof']);
      expect(named(await ask(phone, token, await several(2, aKey())))).to.deep.equal([400, 'invalid_proof']);
      expect(named(await ask(phone, token, [...(await several(1)), ...(await several(1))]))).to.deep.equal([
        400,
        'invalid_proof',
      ]);
      const none = await phone.credential(token, { credential_configuration_id: type });
      expect(named(none)).to.deep.equal([400, 'invalid_proof']);
      expect((await ask(phone, token, await several(16))).status).to.equal(200);
      expect(named(await ask(phone, token, await several(1)))).to.deep.equal([400, 'credential_request_denied']);
    });

    const BODIES: readonly (readonly [string, object, string])[] = [
      ['another configuration', { credential_configuration_id: 'urn:other' }, 'unknown_credential_configuration'],
      ['an identifier', { credential_identifier: type }, 'unknown_credential_identifier'],
      ['no configuration', {}, 'invalid_credential_request'],
      [
        'an answer to encrypt',
        { credential_configuration_id: type, credential_response_encryption: {} },
        'invalid_encryption_parameters',
      ],
      [
        'proofs of two types',
        { credential_configuration_id: type, proofs: { jwt: ['a'], attestation: ['b'] } },
        'invalid_proof',
      ],
      ['another format', { format: other, proof: { proof_type: 'jwt', jwt: 'a' } }, 'unsupported_credential_format'],
      ['another type, as drafts do', { format, [member]: 'urn:other' }, 'unknown_credential_configuration'],
      ['another proof, as drafts do', { format, proof: { proof_type: 'cwt' } }, 'invalid_proof'],
      ['a member of another form', { proofs: 7 }, 'invalid_credential_request'],
    ];
    for (const [what, body, name] of BODIES)
      it(`asked for ${what}`, async () => {
        const { phone, token } = await accessOf(world, { format });
        expect(named(await phone.credential(token, body))).to.deep.equal([400, name]);
      });

    it('without a token, with one that is over, of another issuer, or of another type than it says', async () => {
      const { phone, token } = await accessOf(world, { format });
      const body = { credential_configuration_id: type, proofs: { jwt: ['a'] } };
      const at = async (authorization: string, of = phone) =>
        named(await of.post('/credential', body, { authorization }));
      expect(named(await phone.post('/credential', body))).to.deep.equal([401, 'invalid_token']);
      expect(await at(`DPoP ${token}`)).to.deep.equal([401, 'invalid_token']);
      expect(await at(`Bearer ${'A'.repeat(43)}`)).to.deep.equal([401, 'invalid_token']);
      expect(await at(`Bearer ${token}`, new Phone(world, '/credentials/system-admin'))).to.deep.equal([
        401,
        'invalid_token',
      ]);
      expect(await at(`Bearer ${await world.token('administrator')}`)).to.deep.equal([401, 'invalid_token']);
      world.advance(600_000);
      expect(await at(`Bearer ${token}`)).to.deep.equal([401, 'invalid_token']);
    });

    it('with a token in the query, or in its body', async () => {
      const { phone, token } = await accessOf(world, { format });
      const body = { credential_configuration_id: type, proofs: { jwt: [phone.proof((await phone.nonces()).proof)] } };
      const query = await phone.post(`/credential?access_token=${token}`, body);
      // RFC 6750 section 3.1: a parameter that is not supported.
      expect(named(query)).to.deep.equal([400, 'invalid_request']);
      expect(named(await phone.post('/credential', { ...body, access_token: token }))).to.deep.equal([
        401,
        'invalid_token',
      ]);
      expect((await phone.credential(token, body)).status).to.equal(200);
    });

    it('by a token of DPoP without its proof: ath, key, nonce, jti, or as a bearer token', async () => {
      const phone = new Phone(world);
      const { preAuthorizedCode } = await offer(world, { format });
      const given = await phone.token(preAuthorizedCode, { dpop: phone.dpop('/token', (await phone.nonces()).dpop) });
      const token = String(given.json.access_token);
      const ath = Phone.ath(token);
      const { proof, dpop: nonce } = await phone.nonces();
      const at = async (dpop?: string, scheme = 'DPoP') =>
        ask(phone, token, [phone.proof(proof)], { authorization: `${scheme} ${token}`, ...(dpop && { dpop }) });
      const made = (changes: Changes = {}) =>
        phone.dpop('/credential', nonce, { ...changes, payload: { ath, ...changes.payload } });
      const refused: readonly (readonly [string | undefined, string])[] = [
        [undefined, 'invalid_dpop_proof'],
        [made({ payload: { ath: Phone.ath('another') } }), 'invalid_dpop_proof'],
        [made({ payload: { ath: undefined } }), 'invalid_dpop_proof'],
        [made({ key: aKey() }), 'invalid_dpop_proof'],
        [made({ payload: { nonce: 'abc' } }), 'use_dpop_nonce'],
        [phone.dpop('/token', nonce, { payload: { ath } }), 'invalid_dpop_proof'],
      ];
      for (const [dpop, name] of refused) {
        const answer = await at(dpop);
        expect(named(answer), name).to.deep.equal([401, name]);
        expect(answer.headers['www-authenticate']).to.equal(`DPoP error="${name}", algs="ES256"`);
        expect(answer.headers['dpop-nonce']).to.match(/./);
      }
      expect(named(await at(made(), 'Bearer'))).to.deep.equal([401, 'invalid_token']);
      const good = made();
      expect((await at(good)).status).to.equal(200);
      expect(named(await at(good)), 'jti twice').to.deep.equal([401, 'invalid_dpop_proof']);
    });

    it('of JWTs that are none, or beyond their bounds', async () => {
      const { phone, token } = await accessOf(world, { format });
      const { proof } = await phone.nonces();
      const bad = ['', 'a.b.c', 'a.b', `${phone.proof(proof)}.x`, `${phone.proof(proof)}=`, jwtOf(aKey(), [], {})];
      for (const text of bad)
        expect(named(await ask(phone, token, [text])), text).to.deep.equal([400, 'invalid_proof']);
      expect((await ask(phone, token, ['a'.repeat(40_000)])).json.error).to.equal('invalid_credential_request');
    });
  });
