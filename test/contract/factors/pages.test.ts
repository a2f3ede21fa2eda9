// How the pages for people are served: with headers that no page and no proxy can loosen, the same for everybody; and
// not at all where the operator has a console of its own; and the ways to sign in that they show.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { aWorld } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { withRegistration } from './fixtures.js';

const PAGES = ['/login', '/enrol', '/verify-email', '/reset-password', '/invitation'];

describe('pages for people', () => {
  const world = worldOfAll();

  const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
  const options = async (query = '') => (await get(`/api/auth/sign-in-options${query}`)).json();

  for (const url of PAGES)
    it(`${url} names each of its scripts by its hash, stands in no frame, and is kept nowhere`, async () => {
      const { statusCode, headers, body } = await get(url);
      expect([statusCode, headers['content-type']]).to.deep.equal([200, 'text/html; charset=utf-8']);
      const policy = String(headers['content-security-policy']);
      const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]));
      for (const tag of ['script', 'style']) {
        const hashes = [...body.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(
          ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
        );
        expect(hashes.length).to.be.greaterThan(0);
        expect(directives.get(`${tag}-src`), tag).to.deep.equal(hashes);
      }
      for (const name of ['default-src', 'base-uri', 'form-action', 'frame-ancestors'])
        expect(directives.get(name), name).to.deep.equal(["'none'"]);
      expect(directives.get('connect-src')).to.deep.equal(["'self'"]);
      expect(headers).to.include({
        ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' },
        ...{ 'x-content-type-options': 'nosniff', 'cross-origin-opener-policy': 'same-origin' },
      });
      expect(headers['set-cookie']).to.equal(undefined);
      expect(headers['access-control-allow-origin']).to.equal(undefined);
    });

  it('are the same whatever the address says', async () => {
    const evil = '?org=<script>alert(1)</script>&returnUrl=https://evil.example&reason="><img src=x>';
    for (const url of ['/login', '/enrol']) {
      const [plain, asked] = [await get(url), await get(`${url}${encodeURI(evil)}`)];
      expect(asked.body).to.equal(plain.body);
      expect(asked.headers.location).to.equal(undefined);
    }
  });

  it('are not served where they are switched off, and all operations go on', async () => {
    const other = await aWorld({ pages: false });
    for (const url of PAGES) expect((await other.app.inject({ url })).statusCode, url).to.equal(404);
    expect((await other.app.inject({ url: '/api/auth/sign-in-options' })).statusCode).to.equal(200);
    await other.close();
  });

  it('show the ways of an organisation; one that is not there looks like one that is suspended', async () => {
    await world.token('administrator');
    expect(await options(`?orgSubdomain=${EXAMPLE.subdomain}`)).to.deep.include({
      ...{
        organizationName: EXAMPLE.organisationName,
        identityProvider: null,
        socialProviders: [],
        takesPeople: false,
      },
    });
    const { tenants } = world.deps;
    const organisation = tenants.organisation(EXAMPLE.organisationId);
    if (!organisation) throw new Error('no organisation');
    await world.deps.commit(tenants.putOrganisation({ ...organisation, status: 'Suspended' }));
    const suspended = await options(`?orgSubdomain=${EXAMPLE.subdomain}`);
    expect(suspended).to.deep.equal(await options('?orgSubdomain=nowhere'));
    await world.deps.commit(tenants.putOrganisation(organisation));
  });

  it('let people in who come alone where the public organisation does', async () => {
    expect(await options()).to.include({ organizationName: null, takesPeople: false });
    await withRegistration(world);
    expect(await options()).to.include({ takesPeople: true });
    const name = world.deps.tenants.organisation(PUBLIC_ORGANISATION_ID)?.name;
    expect(await options('?orgSubdomain=public')).to.include({ organizationName: name, takesPeople: true });
  });
});
