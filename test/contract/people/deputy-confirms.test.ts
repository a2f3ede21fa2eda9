// A deputy whose node is patched confirms a sealed run above its amount: the node of who sees the amount tells that
// when the confirmation is sealed, and objects with no more than it has to show.
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../actors/announcements.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64 } from '../../../core/base/bytes.js';
import { good } from '../../support/base/good.js';
import { asks, definitionOf, num, shows, to } from '../../support/definitions/short-definitions.js';
import { wallet } from '../../support/register/ledger.js';
import { ask } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfEach } from '../world/world-of.js';
import { outsideRun } from './deliveries/outside-run.js';
import { draftRegister, said } from './draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const [maker, chief, deputy] = [wallet('maker'), wallet('chief'), wallet('deputy')];
const INSTANCE = { instanceId: 'agreed' };

const AGREED = definitionOf(
  [
    {
      ...asks({ amount: num, note: num }),
      ...shows({ y: ['amount'], z: ['*'] }),
      confirm: { by: ['y'], within: 'P1D', otherwise: 'redo' },
      ...to(2),
    },
    { sender: 'z', ...asks({ b: num }), ...to() },
  ],
  {
    participants: Object.entries({ x: maker.address, y: chief.address, z: OFFICE }).map(([id, walletAddress]) => ({
      id,
      walletAddress,
    })),
    disputes: { window: 'P2D' },
  },
);

describe('a deputy that confirms above its amount', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
  });

  it('is found by who sees the amount, when it confirms, and is objected to by that alone', async () => {
    const at = await draftRegister(world, AGREED);
    const now = world.deps.clock.now();
    const [from, until] = [now - 60_000, now + 3_600_000].map((ms) => new Date(ms).toISOString());
    const sealed = async (answer: ReturnType<typeof at.submit>) => expect(said(await answer)).to.equal('200 sealed');
    for (const [id, by] of Object.entries({ maker, chief, deputy })) await sealed(at.record(id, [by]));
    const told: string[] = [];
    (world.deps.announcements as AnnouncementHub).listen((fact) => {
      if (fact.type === 'action-suspect') told.push(`${fact.txId} to ${fact.wallets}`);
    });
    const publicKey = good(fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') ?? []) as Uint8Array;
    const run = outsideRun(world, at, {
      ...{ definition: AGREED, ...INSTANCE, by: maker, data: { amount: 9, note: 1 }, next: [2] },
      holders: { x: maker.address, y: chief.address, z: OFFICE },
      keys: [
        ...[maker, chief].map((one) => ({ walletAddress: one.address, publicKey: one.publicKey })),
        { walletAddress: OFFICE, publicKey },
      ],
    });
    await sealed(at.submit(run));
    const suspect = async () => {
      const { json, text } = await ask(world, 'listSuspectRuns', {
        params: { wallet: OFFICE, register: at.registerId },
      });
      expect(json.items, text).to.be.an('array');
      return json.items;
    };
    expect(await suspect()).to.deep.equal([]);
    const delegations = [
      { to: 'deputy', from: from as string, until: until as string, max: { var: 'in.amount', upTo: '5.00' } },
    ];
    const before = await ask(world, 'getParticipant', {
      params: { registerId: at.registerId, participantId: 'chief' },
    });
    const after = before.json.latest.transactionId;
    await sealed(at.record('chief', [chief], { delegations, version: 2, after }));
    const metadata = { answer: { accept: true, role: 'y' } };
    const payload = { type: 'confirmation' };
    const agreed = at.move(1, deputy, { ...INSTANCE, after: run, type: 'Confirmation', payload, metadata });
    await sealed(at.submit(agreed));
    const [item, ...others] = await suspect();
    expect(others).to.deep.equal([]);
    expect(item).to.deep.include({
      ...{ transactionHash: run.transactionId, verdict: 'violated', canObject: true },
      faults: [{ ground: 'delegation', at: '/delegation/y' }],
    });
    expect(told).to.deep.equal([`${run.transactionId} to ${OFFICE}`]);
    const place = { params: INSTANCE, query: { registerId: at.registerId } };
    const object = (body: object) =>
      ask(world, 'objectInstance', { ...place, body: { senderWallet: OFFICE, txId: run.transactionId, ...body } });
    expect(said(await object({ isPrivate: true }))).to.equal('422 VAL_OBJ_009 /isPrivate');
    const made = await object({});
    expect(made.json, made.text).to.deep.include({
      ...{ ground: 'delegation', at: '/delegation/y', status: 'sealed' },
      shown: [{ transactionId: run.transactionId, pointers: ['/amount'] }],
    });
    const { faults, currentActionIds } = (await ask(world, 'getInstance', place)).json;
    expect(faults.map((one: { wallet: string }) => one.wallet)).to.deep.equal([deputy.address]);
    expect(currentActionIds).to.deep.equal([1]);
    expect(await suspect()).to.deep.equal([]);
  });
});
