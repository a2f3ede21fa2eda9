// Claims of strangers: what of them becomes a subject, an address and a name.
import { expect } from 'chai';
import { IDENTITIES_MAX, SUBJECT_MAX } from '../../../../../core/base/limits/node/federation.js';
import { isFailure } from '../../../../../core/base/result.js';
import { type ExternalIdentity, withIdentity } from '../../../../../core/tenant/federation/identity.js';
import { nameOf, nameOfPosted, profileOfClaims, profileOfUser } from '../../../../../core/tenant/federation/profile.js';

const of = { issuer: 'https://i.example' };

describe('core/tenant/federation: profiles', () => {
  it('take a subject of ASCII, and nothing in its place', () => {
    for (const sub of [undefined, '', 7, 'ü', 'a\u0000', 'x'.repeat(SUBJECT_MAX + 1)]) {
      const found = profileOfClaims({ sub, email: 'a@b.example' }, of);
      expect(isFailure(found) && found.issue.code, String(sub)).to.equal('IDENTITY_INVALID');
    }
    expect(profileOfClaims({ sub: 'x'.repeat(SUBJECT_MAX) }, of)).to.deep.include({
      issuer: of.issuer,
      email: undefined,
    });
  });

  it('take an address of one form, and what is said of it in truths of several spellings', () => {
    const email = (text: unknown) => (profileOfClaims({ sub: 's', email: text }, of) as { email: unknown }).email;
    expect(email(' Ada@Northwind.EXAMPLE ')).to.equal('ada@northwind.example');
    for (const text of [
      1,
      '',
      'a',
      '@b.example',
      'a@b',
      'a b@c.example',
      'a@b.example, c@d.example',
      '"a"@b.example',
      'a@b@c.example',
      `${'a'.repeat(65)}@b.example`,
    ])
      expect(email(text), String(text)).to.equal(undefined);
    const verified = (claims: object, verifiedClaim?: string) =>
      (profileOfClaims({ sub: 's', ...claims }, { ...of, verifiedClaim }) as { emailVerified: unknown }).emailVerified;
    expect([true, 'true', 1, '1'].map((said) => verified({ email_verified: said }))).to.deep.equal([
      true,
      true,
      true,
      true,
    ]);
    expect([false, 'false', 0].map((said) => verified({ email_verified: said }))).to.deep.equal([false, false, false]);
    expect([undefined, 'yes', {}, null].map((said) => verified({ email_verified: said }))).to.deep.equal([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(verified({ xms_edov: 1 }, 'xms_edov')).to.equal(true);
    expect(verified({ xms_edov: 1, email_verified: false }, 'xms_edov')).to.equal(false);
    expect(verified({ email_verified: true }, 'xms_edov'), 'the word of a directory').to.equal(undefined);
    expect(verified({ xms_edov: 1 })).to.equal(undefined);
  });

  it('take names as one clean line', () => {
    expect(nameOf('  Ada\n\u202e Lovelace\u0000 ')).to.equal('Ada Lovelace');
    expect([nameOf(''), nameOf('\u200b'), nameOf(3)]).to.deep.equal([undefined, undefined, undefined]);
    expect([...(nameOf('😀'.repeat(300)) ?? '')]).to.have.length(100);
    expect(profileOfClaims({ sub: 's', given_name: 'Ada', family_name: 'L' }, of)).to.deep.include({
      displayName: 'Ada L',
    });
    expect(nameOfPosted('{"name":{"firstName":"Ada","lastName":"L"}}')).to.equal('Ada L');
    expect(
      ['', '{', '[]', 'null', '{"name":3}', `{"name":{"firstName":"${'x'.repeat(2000)}"}}`].map(nameOfPosted),
    ).to.deep.equal(Array(6).fill(undefined));
  });

  it('of a code-hosting provider are told by the number of the user and the primary address', () => {
    const emails = [
      { email: 'a@b.example', verified: true },
      { email: 'p@b.example', primary: true, verified: false },
    ];
    expect(profileOfUser({ id: 7, login: 'octo', name: null }, emails, of.issuer)).to.deep.equal({
      ...{ issuer: of.issuer, subject: '7', email: 'p@b.example', emailVerified: false, displayName: 'octo' },
    });
    expect(profileOfUser({ id: 7 }, undefined, of.issuer)).to.deep.include({
      email: undefined,
      emailVerified: undefined,
    });
    for (const user of [undefined, null, 'x', {}, { id: '7' }, { id: 1.5 }])
      expect(isFailure(profileOfUser(user, [null, 3], of.issuer)), JSON.stringify(user)).to.equal(true);
  });

  it('are bounded for one account', () => {
    const one = (subject: string): ExternalIdentity => ({
      ...{ id: subject, organisationId: 'o', slot: 'idp', preset: 'Custom', issuer: 'i', subject, createdAt: '' },
    });
    const list = Array.from({ length: IDENTITIES_MAX }, (_, i) => one(`${i}`));
    expect(isFailure(withIdentity(list, one('more')))).to.equal(true);
    expect(withIdentity(list, { ...one('3'), email: 'new@b.example' })).to.have.length(IDENTITIES_MAX);
    expect(withIdentity([one('a')], { ...one('a'), organisationId: 'p' }), 'of another organisation').to.have.length(2);
  });
});
