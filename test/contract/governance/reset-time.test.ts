// A register of the future healed over HTTP: by its owners alone, in the right form, only when its time is
// wrong; its dockets are of the present then.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { walletDid } from '../../../core/register/people/did.js';
import { newMember } from '../../support/register/governance.js';
import { wallet } from '../../support/register/ledger.js';
import { anOrder, ask, publishOrders, WAIT } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { ownerDid, partner, partnerDid, twoGovern, vote } from './fixtures.js';

const WRONG_MS = 20 * 86_400_000;
const OWN = { operationType: 'reset-time', wallet: EXAMPLE.walletAddress };

describe('the time of a register over HTTP', () => {
  const world = worldOfAll();
  let registerId: string;
  let publicationTxId: string;
  before(async () => {
    registerId = await twoGovern(world);
    publicationTxId = await publishOrders(world, registerId);
  });

  const propose = async (body: object, as: 'administrator' | 'user' | 'service' = 'administrator') => {
    const { status, json } = await ask(world, 'propose', { params: { registerId }, body }, { as });
    return { status, json, fault: [status, json.code, json.path].join(' ') };
  };
  const now = () => new Date(world.deps.clock.now()).toISOString();
  const headTime = async () => {
    const latest = { registerId, docketId: 'latest' };
    return Date.parse((await ask(world, 'getDocket', { params: latest })).json.timestamp);
  };
  const order = async (members: { readonly expiresAt?: string } = {}) => {
    const body = anOrder(world, { registerId, publicationTxId }, members);
    const { status, json } = await ask(world, 'submitTransaction', { params: { registerId }, body }, { headers: WAIT });
    return `${status} ${json.code ?? json.status}`;
  };
  const expiring = () => order({ expiresAt: new Date(world.deps.clock.now() + 86_400_000).toISOString() });

  it('is not taken back while it is right', async () => {
    // Dockets that were sealed within one moment are a millisecond apart, and so some milliseconds ahead of it.
    world.advance(1000);
    expect((await propose(OWN)).fault).to.equal('403 VAL_PERM_004 /timeFloor');
  });

  describe('once a clock was wrong', () => {
    let openId: string;
    before(async () => {
      world.advance(WRONG_MS);
      expect(await order()).to.equal('200 sealed');
      const third = { operationType: 'add-member', ...newMember(wallet('third'), 'Admin') };
      const open = await propose({ ...third, wallet: EXAMPLE.walletAddress });
      expect([open.status, open.json.proposal.status]).to.deep.equal([202, 'Pending']);
      openId = open.json.proposalId;
      world.advance(-WRONG_MS);
      expect(await expiring()).to.equal('400 VAL_TIME_003');
      expect(await headTime()).to.be.above(world.deps.clock.now() + WRONG_MS - 60_000);
    });

    it('is of whom it concerns: a member with a say, by a wallet that the caller may use', async () => {
      expect((await propose(OWN, 'user')).status).to.equal(403);
      expect((await propose(OWN, 'service')).status).to.equal(403);
      const stranger = wallet('a stranger to the register');
      const unsigned = await propose({ operationType: 'reset-time', proposerDid: walletDid(stranger.address) });
      expect([unsigned.status, unsigned.json.state]).to.deep.equal([202, 'Unsigned']);
      const { operation } = unsigned.json;
      const { publicKey, algorithm } = newMember(stranger, 'Admin');
      const approvalSignatures = [{ ...vote(registerId, operation, stranger), publicKey, algorithm }];
      expect((await propose({ ...operation, approvalSignatures })).fault).to.equal(
        '403 VAL_PERM_002 /payload/operation/proposerDid',
      );
      expect(await headTime()).to.be.above(world.deps.clock.now());
    });

    it('takes a time of the past, after the founding, in its one form', async () => {
      const wrong = async (timeFloor: unknown) => (await propose({ ...OWN, timeFloor })).fault;
      expect(await wrong('2026-01-02')).to.equal('400 VAL_STRUCT_011 /timeFloor');
      expect(await wrong(7)).to.equal('400 BODY_INVALID /timeFloor');
      expect(await wrong('2026-13-02T00:00:00.000Z')).to.match(/^400 /);
      expect(await wrong(new Date(0).toISOString())).to.equal('403 VAL_PERM_004 /timeFloor');
      const future = new Date(world.deps.clock.now() + 2 * WRONG_MS).toISOString();
      expect(await wrong(future)).to.equal('403 VAL_PERM_004 /timeFloor');
      const other = { ...OWN, targetDid: ownerDid };
      expect((await propose(other)).status).to.equal(400);
      expect(await headTime()).to.be.above(world.deps.clock.now());
    });

    it('is reset by the votes of a majority of those who govern, and closes what else is open', async () => {
      const asked = await propose(OWN);
      expect([asked.status, asked.json.proposal.status]).to.deep.equal([202, 'Pending']);
      expect(await expiring()).to.equal('400 VAL_TIME_003');
      const { proposalId, operation } = asked.json;
      const params = { registerId, proposalId };
      const told = await ask(world, 'getSigningRequest', { params, query: { approverDid: partnerDid } });
      expect(told.json.operation.timeFloor).to.equal(now());
      const done = await ask(world, 'approveProposal', { params, body: vote(registerId, operation, partner) });
      expect([done.status, done.json.proposal.status]).to.deep.equal([200, 'Recorded']);
      expect(await headTime(), 'the docket of the act keeps its own time').to.be.above(world.deps.clock.now());
      const other = await ask(world, 'getProposal', { params: { registerId, proposalId: openId } });
      expect(other.json).to.include({ status: 'Rejected', reason: 'time-reset' });

      world.advance(1000);
      expect(await expiring()).to.equal('200 sealed');
      expect(await headTime()).to.equal(world.deps.clock.now());
      expect((await propose(OWN)).fault, 'healed').to.equal('403 VAL_PERM_004 /timeFloor');
    });
  });
});
