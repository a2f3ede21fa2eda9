// A definition that is gone from the disk of a node while moves under it are sealed: only its instances are
// unresolvable, the lists of the register go on, and they are whole again once the definition is back, by themselves.
import { expect } from 'chai';
import type { InboxPorts } from '../../../../../actors/workflow/inbox/inbox.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { StateView } from '../../../../../core/model/register.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { StoreError } from '../../../../../storage/engine/fault.js';
import {
  addressNamed,
  answersOf,
  deleteRows,
  forkMove,
  forkPublication,
  inboxOn,
  placeOf,
  rowsOf,
} from '../../../../support/node/inbox.js';
import {
  anAction,
  foundedRegister,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../../support/node/ledger-world.js';

const ALL = { skip: 0, top: 100 };

/** How a definition is not there: no row leads to it, or what the row leads to is damaged. */
const LOSSES = {
  'a row that is gone': () => undefined,
  'a damaged body': () => {
    throw new StoreError('STORE_DAMAGED', 'The checksum is wrong.');
  },
} as const;

async function aCase(loss: () => undefined) {
  const world = await ledgerWorld();
  const bench = await foundedRegister(world);
  const publication = forkPublication(world.clock.now());
  await submitted(world, publication);
  const pin = publication.txId;
  const at = { isLost: false, suspected: 0, asked: 0 };
  const lossy = (view: StateView): StateView =>
    Object.assign(Object.create(view), {
      state: (key: string) => {
        const isPin = key === STATE_KEY.publication(pin);
        at.asked += Number(isPin);
        return at.isLost && isPin ? loss() : view.state(key);
      },
    });
  const chain = Object.assign(Object.create(world.chain), { view: (reg: number) => lossy(world.chain.view(reg)) });
  const inbox = await inboxOn(world, { chain: chain as InboxPorts['chain'], onDamaged: () => void at.suspected++ });
  const move = async (given: Omit<Parameters<typeof forkMove>[0], 'pin' | 'nowMs'>) => {
    const tx = forkMove({ ...given, pin, nowMs: world.clock.now() });
    expect(await submitted(world, tx)).to.have.property('status', 'sealed');
    return tx.txId;
  };
  const waiting = async (name: string) => {
    const page = await inbox.pending(placeOf(world), addressNamed(name), ALL);
    if (isFailure(page)) throw new Error(page.issue.message);
    return page.items.map(({ instanceId, action }) => `${instanceId} ${action.title}`);
  };
  const listed = async () => {
    const page = await inbox.instances({ scopes: [{ at: placeOf(world), of: 'register' }], ...ALL });
    if (isFailure(page)) throw new Error(page.issue.message);
    return page.items.map(({ id, pinState, state }) => `${id} ${pinState} ${state}`);
  };
  const repaired = () =>
    world.announcements.announce({ type: 'register-status', registerId: REGISTER_ID, status: 'ONLINE' });
  return { world, inbox, bench, at, move, waiting, listed, repaired };
}

describe('a definition that a node lost', () => {
  for (const [how, loss] of Object.entries(LOSSES))
    it(`stops no list of its register, and is made up for when it is back: ${how}`, async () => {
      const { world, inbox, bench, at, move, waiting, listed, repaired } = await aCase(loss);
      const asked = await move({ actionId: '0', instanceId: 'one' });
      expect(await waiting('carol')).to.deep.equal(['one Check']);
      at.isLost = true;
      await move({ actionId: '1', instanceId: 'one', previousTransactionId: asked });
      await move({ actionId: '0', instanceId: 'two' });
      const other = anAction(world, bench, 1);
      await submitted(world, other);
      expect(await waiting('carol'), 'nothing can be done without it').to.deep.equal([]);
      expect(await listed()).to.deep.equal(['one unresolvable Active']);
      expect(at.suspected, 'once, not with every docket').to.equal(1);
      at.isLost = false;
      repaired();
      expect(await waiting('carol')).to.deep.equal(['two Check']);
      expect(await waiting('paul')).to.deep.equal([]);
      expect(await listed()).to.deep.equal(['two pinned Active', 'one pinned Active']);
      const told = await answersOf(inbox, world);
      const kept = await rowsOf(world.kv);
      await inbox.stop();
      await deleteRows(world);
      const fresh = await inboxOn(world);
      expect(await answersOf(fresh, world)).to.deep.equal(told);
      expect(await rowsOf(world.kv), 'the same rows as if it had never been gone').to.deep.equal(kept);
      await fresh.stop();
    });

  it('is noticed over a restart, and behind a repair without a reader', async () => {
    const { world, inbox, at, move } = await aCase(() => undefined);
    at.isLost = true;
    await move({ actionId: '0', instanceId: 'one' });
    await world.clock.advance(1000);
    await inbox.stop();
    const rows = await rowsOf(world.kv);
    const fresh = await inboxOn(world);
    await world.clock.advance(1000);
    expect(await rowsOf(world.kv)).to.have.length.greaterThan(rows.length);
    await fresh.stop();
  });

  it('is looked for once, and not with every docket and reader', async () => {
    const { world, inbox, bench, at, move, repaired } = await aCase(() => undefined);
    at.isLost = true;
    await move({ actionId: '0', instanceId: 'one' });
    const reads = async () => {
      for (let i = 0; i < 3; i++) await inbox.pending(placeOf(world), addressNamed('carol'), ALL);
    };
    await reads();
    const before = at.asked;
    await submitted(world, anAction(world, bench, 1));
    await world.clock.advance(1000);
    await reads();
    expect(at.asked).to.equal(before);
    repaired();
    await reads();
    expect(at.asked, 'once after a repair').to.equal(before + 1);
    await inbox.stop();
  });

  it('is looked for when its register was repaired', async () => {
    const { world, inbox, at, move, repaired } = await aCase(() => undefined);
    at.isLost = true;
    await move({ actionId: '0', instanceId: 'one' });
    await world.clock.advance(1000);
    const rows = await rowsOf(world.kv);
    at.isLost = false;
    await world.clock.advance(1000);
    expect(await rowsOf(world.kv), 'nobody looked').to.deep.equal(rows);
    repaired();
    await world.clock.advance(1000);
    expect(await rowsOf(world.kv)).to.have.length.greaterThan(rows.length);
    await inbox.stop();
  });
});
