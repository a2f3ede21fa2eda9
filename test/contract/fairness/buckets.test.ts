// Limits that are counted apart although they allow as much: what one thing uses up is there for the other.
import { expect } from 'chai';
import { NO_LIMITS } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';

describe('buckets of requests', () => {
  const limited = worldOfEach({ rates: { ...NO_LIMITS, auth: 2 } });

  const login = async () => {
    const payload = { email: 'nobody@example.org', password: 'a wrong password' };
    return (await limited.app.inject({ method: 'POST', url: '/api/auth/login', payload })).statusCode;
  };
  const subdomain = async (name = 'acme') =>
    (await limited.app.inject({ url: `/api/organizations/by-subdomain/${name}` })).statusCode;
  const three = async (ask: () => Promise<number>) => [await ask(), await ask(), await ask()];

  it('let a form that asks for subdomains leave the logins of an address alone', async () => {
    expect(await three(subdomain)).to.deep.equal([200, 200, 429]);
    expect(await three(login)).to.deep.equal([401, 401, 429]);
  });

  it('let pushed requests of wallets be as few, apart from the logins of an address', async () => {
    const push = async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const url = '/credentials/northwind/par';
      return (await limited.app.inject({ method: 'POST', url, headers, payload: 'scope=a' })).statusCode;
    };
    expect(await three(push)).to.deep.equal([400, 400, 429]);
    expect(await three(login)).to.deep.equal([401, 401, 429]);
  });

  it('let logins leave the subdomains alone, and count what is malformed', async () => {
    expect(await three(login)).to.deep.equal([401, 401, 429]);
    expect([await subdomain('Not a name'), await subdomain(), await subdomain()]).to.deep.equal([200, 200, 429]);
  });
});
