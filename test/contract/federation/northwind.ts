// The provider of Northwind, the example organisation: a world where it answers, its settings, and a person whom it
// knows.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { aWorld, type World } from '../world/world.js';
import { Browser, letIn } from './browser.js';
import { type Person, TestProvider } from './test-provider.js';

export const IDP = `/api/organizations/${EXAMPLE.organisationId}/idp`;
export const NINA: Person = { sub: 'nina-1', email: 'nina@northwind.example', email_verified: true, name: 'Nina New' };
export const SETTINGS = {
  providerPreset: 'GenericOidc',
  issuerUrl: 'https://idp.northwind.example',
  clientId: 'quorate',
  clientSecret: 'q83vEjRWeJq83u8SNFZ4mg',
  admitsNewcomers: true,
};

export interface Northwind {
  readonly world: World;
  readonly provider: TestProvider;
  /** An administrator of the organisation. */
  readonly admin: Browser;
}

/** The provider answers, and people of its domain become members; it is not configured yet. */
export async function northwind(): Promise<Northwind> {
  const world = await aWorld();
  await letIn(world, EXAMPLE.organisationId, ['northwind.example']);
  const provider = await TestProvider.open();
  Object.assign(world.deps, { outgoing: provider });
  return { world, provider, admin: new Browser(world, await world.token('administrator')) };
}

export async function configure(admin: Browser, settings: object = {}): Promise<void> {
  const set = await admin.send('PUT', IDP, { ...SETTINGS, ...settings });
  expect(set.status, JSON.stringify(set.body)).to.equal(200);
  expect((await admin.post(`${IDP}/toggle`, { enabled: true })).body).to.deep.equal({ enabled: true });
}
