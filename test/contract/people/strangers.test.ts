// Instances before a member of another organisation that has no part in them: each operation answers as if there were
// no such instance, with a wallet of its own and with that of another; and two calls at once do one thing.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { ask } from '../ledger/fixtures.js';
import type { RequestParts } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { waitingForClerk } from './claims.js';
import { BLUEPRINT, said } from './draft-register.js';

const NOWHERE = 'no-such-instance';

describe('instances before a stranger', () => {
  const world = worldOfAll();

  /** A user with an organisation, and a wallet, of its own. */
  async function mallory(): Promise<{ readonly token: string; readonly wallet: string }> {
    const user = await world.token('user');
    const founded = await ask(
      world,
      'createOrganization',
      { body: { name: 'Mallory', subdomain: 'mallory' } },
      { token: user },
    );
    expect(founded.status, founded.text).to.equal(201);
    const switched = await ask(
      world,
      'switchOrganization',
      { body: { organizationId: founded.json.id } },
      { token: user },
    );
    const token = switched.json.accessToken as string;
    const made = await ask(world, 'createWallet', { body: { title: 'Of Mallory', keyType: 'ED25519' } }, { token });
    expect(made.status, made.text).to.equal(201);
    return { token, wallet: made.json.walletAddress };
  }

  it('do not exist, in any operation', async () => {
    const { at, opening, instanceId } = await waitingForClerk(world);
    const { token, wallet } = await mallory();
    const { registerId } = at;
    const tx = opening.transactionId;
    const calls = (id: string, by: string): readonly (readonly [string, RequestParts])[] => {
      const on = { params: { instanceId: id } };
      const action = { params: { instanceId: id, actionId: '2' } };
      const body = { senderWallet: by };
      return [
        ['getInstance', on],
        ['getInstanceDefinition', on],
        ['getInstanceState', { ...on, query: { wallet: by } }],
        ['getNextActions', on],
        ['listDisclosures', on],
        ['openInstanceParts', { ...on, body: { txId: tx, pointers: [''], wallet: by } }],
        ['deliverInstance', { ...on, body }],
        ['challengeInstance', { ...on, body: { ...body, txId: tx } }],
        ['objectInstance', { ...on, body: { ...body, txId: tx, preview: true } }],
        ['resolveInstance', { ...on, body: { ...body, outcome: 'keep' } }],
        ['confirmRun', { ...on, body: { ...body, accept: true } }],
        ['cancelInstance', { ...on, body }],
        ['claimRole', { ...action, body }],
        ['releaseRole', { ...action, body }],
        ['rejectInstanceAction', { ...action, body: { ...body, reason: 'No.' } }],
        ['executeInstanceAction', { ...action, body: { ...body, payloadData: { n: 1 } } }],
      ];
    };
    const answers = async (id: string, by: string) => {
      const told: Record<string, string> = {};
      for (const [name, parts] of calls(id, by)) {
        for (const query of [{}, { registerId }]) {
          const { status, json, text } = await ask(
            world,
            name,
            { ...parts, query: { ...parts.query, ...query } },
            { token },
          );
          expect([403, 404], `${name} ${text}`).to.include(status);
          expect(text, name).to.not.include(BLUEPRINT).and.not.include('clerk');
          told[`${name} ${Object.keys(query)}`] = `${status} ${json.code} ${json.path} ${json.message ?? json.detail}`;
        }
      }
      return told;
    };
    for (const by of [wallet, EXAMPLE.walletAddress])
      expect(await answers(instanceId, by)).to.deep.equal(await answers(NOWHERE, by));
    const listed = await ask(world, 'listInstances', { query: {} }, { token });
    expect(listed.json.items).to.deep.equal([]);
    const named = await ask(world, 'listInstances', { query: { registerId } }, { token });
    expect(named.json.items ?? []).to.deep.equal([]);
  });

  it('are claimed once by two calls at once, and not once more by a wallet that says the same again', async () => {
    const { at, instanceId } = await waitingForClerk(world);
    const query = { registerId: at.registerId };
    const params = { instanceId, actionId: '2' };
    const parts = { params, query, body: { senderWallet: EXAMPLE.walletAddress } };
    const key = { headers: { 'idempotency-key': 'claims-at-once', prefer: 'wait=5' } };
    const same = await Promise.all([ask(world, 'claimRole', parts, key), ask(world, 'claimRole', parts, key)]);
    const settled = same.filter(({ status }) => status === 200);
    for (const { status, text } of same) expect([200, 409], text).to.include(status);
    expect(settled.length).to.be.above(0);
    const again = await ask(world, 'claimRole', parts, key);
    expect(again.json.transactionId).to.equal(settled[0]?.json.transactionId);
    const wait = { headers: { prefer: 'wait=5' } };
    const others = await Promise.all([ask(world, 'releaseRole', parts, wait), ask(world, 'releaseRole', parts, wait)]);
    const codes = others.map((one) => said(one)).sort();
    expect(codes[0], codes.join()).to.equal('200 sealed');
    expect(codes[1], codes.join()).to.match(/^(200 sealed|403 VAL_FLOW_006)/);
  });
});
