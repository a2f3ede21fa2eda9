// Holders over HTTP: a rotated key goes on in an instance that runs, the old one is refused, and a revoked record stops
// no other one.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import { type Wallet, wallet } from '../../support/register/ledger.js';
import { provenBy, step } from '../../support/register/people.js';
import { ask, buyer, seller, stranger } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { worldOfAll } from '../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from './draft-register.js';
import { OFFICE, officeOf, officeProves } from './example-office.js';

const newKey = wallet('new key of the seller');

const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks and another one answers.',
  participants: [{ id: 'asks' }, { id: 'answers' }],
  actions: [
    step(1, 'asks', [2], { isStartingAction: true }),
    step(2, 'answers', [3]),
    step(3, 'asks', [4]),
    step(4, 'answers', []),
  ],
} as unknown as JsonObject;

describe('holders of roles', () => {
  const world = worldOfAll();

  it('act with their newest key in an instance that runs, and are shown with it', async () => {
    const at = await draftRegister(world, TALK);
    const record = await at.record('seller', [seller]);
    expect(said(record)).to.equal('200 sealed');
    const one = at.move(1, buyer);
    const two = at.move(2, seller, { after: one });
    const three = at.move(3, buyer, { after: two });
    for (const tx of [one, two]) expect(said(await at.submit(tx))).to.equal('200 sealed');
    const version = { version: 2, after: record.json.transactionId };
    // Another wallet, an Owner of the register among them, does not give the role to a wallet.
    expect(said(await at.record('seller', [stranger], { ...version, by: buyer }))).to.equal(
      '403 VAL_PERM_003 /payload/addresses',
    );
    // Nor does its own wallet bind another one that did not sign.
    const rotated = (by?: Wallet) =>
      at.record('seller', [newKey], {
        ...{ ...version, by: seller },
        ...(by && { proves: (record) => provenBy(record, by, at.registerId) }),
      });
    expect(said(await rotated())).to.equal('403 VAL_PARTICIPANT_006 /payload/primaryProof');
    expect(said(await rotated(seller))).to.match(/^4.. VAL_SIG_002/);
    expect(said(await rotated(newKey))).to.equal('200 sealed');
    expect(said(await at.submit(three))).to.equal('200 sealed');
    expect(said(await at.submit(at.move(4, seller, { after: three })))).to.equal('403 VAL_BP_002 /senderWallet');
    const { registerId } = at;
    const params = { instanceId: three.instanceId as string };
    const shown = await ask(world, 'getInstance', { params, query: { registerId } });
    expect(shown.json.participantWallets, shown.text).to.deep.equal({
      asks: buyer.address,
      answers: newKey.address,
    });
    expect(said(await at.submit(at.move(4, newKey, { after: three })))).to.equal('200 sealed');
  });

  it('that are revoked stop no one else, and a malformed record changes nothing', async () => {
    const at = await draftRegister(world, TALK);
    const record = await at.record('seller', [seller]);
    const one = at.move(1, buyer);
    const two = at.move(2, seller, { after: one });
    for (const tx of [one, two]) expect(said(await at.submit(tx))).to.equal('200 sealed');
    const after = record.json.transactionId;
    expect(said(await at.record('seller', [], { version: 2, after, by: seller }))).to.match(/^400 VAL_PARTICIPANT_001/);
    const revoked = { version: 2, after, by: buyer, status: 'Revoked' as const };
    expect(said(await at.record('seller', [seller], revoked))).to.equal('200 sealed');
    const three = at.move(3, buyer, { after: two });
    expect(said(await at.submit(three))).to.equal('200 sealed');
    const vacant = await at.submit(at.move(4, seller, { after: three }));
    expect(said(vacant)).to.equal('403 VAL_BP_002 /senderWallet');
    expect(vacant.text).to.contain('vacant');
  });

  it('act through their node with its wallet as the newest key, and not with another one', async () => {
    await seedExampleWallet(world.deps);
    const at = await draftRegister(world, TALK);
    const record = await at.record('seller', [seller]);
    const one = at.move(1, buyer);
    const two = at.move(2, seller, { after: one });
    const three = at.move(3, buyer, { after: two });
    for (const tx of [one, two, three]) expect(said(await at.submit(tx))).to.equal('200 sealed');
    const act = (payloadData: object = { n: 4 }) =>
      ask(world, 'submitAction', {
        body: {
          ...{ blueprintId: BLUEPRINT, actionId: '4', senderWallet: OFFICE, registerAddress: at.registerId },
          ...{ instanceId: three.instanceId, payloadData },
        },
      });
    expect(said(await act())).to.equal('403 VAL_BP_002 /senderWallet');
    const after = record.json.transactionId;
    const rotated = await at.record('seller', [officeOf(world)], {
      ...{ version: 2, after, by: seller, proves: officeProves(world, at) },
    });
    expect(said(rotated)).to.equal('200 sealed');
    expect((await act({ n: 'four' })).status).to.equal(400);
    const acted = await act();
    expect(acted.status, acted.text).to.equal(200);
    expect(acted.json.isComplete).to.equal(true);
  });
});
