// The courier of webhooks: every event reaches its target at least once, whatever fails and whenever the node is
// killed; a target that fails is spared, and neither slow nor failing ones hold up those of others.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { WEBHOOK_AT_ONCE_TARGET, WEBHOOK_WAITING_MAX } from '../../../../core/base/limits/node/hubs.js';
import { fail } from '../../../../core/base/result.js';
import { again } from '../../../../core/webhooks/delivery.js';
import { suspend, type WebhookTarget } from '../../../../core/webhooks/target.js';
import { aCourier, answered, type CourierWorld, ORG } from './courier-world.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const URL_A = 'https://a.example/';
const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);
const sorted = (heights: readonly number[]) => [...new Set(heights)].sort((a, b) => a - b);
const never = () => new Promise<never>(() => undefined);

describe('actors/webhooks: courier', () => {
  it('brings each event once where all goes well, to each target that takes it', async () => {
    const world = await aCourier();
    await world.add();
    await world.add({ id: 'b', url: 'https://b.example/' });
    await world.add({ id: 'c', url: 'https://c.example/', kinds: ['register.created'] });
    await world.tell(30);
    await world.clock.advance(10_000);
    for (const url of [URL_A, 'https://b.example/']) {
      expect(sorted(world.heights(url))).to.deep.equal(range(30));
      expect(world.heights(url)).to.have.length(30);
    }
    expect(world.heights('https://c.example/')).to.deep.equal([]);
    expect(world.targets.progress('a')).to.include({ delivered: 30, waiting: 0, failures: 0 });
    const ids = world.calls.map(({ headers }) => headers?.['webhook-id']);
    expect(new Set(ids).size).to.equal(60);
    await world.courier.stop();
  });

  it('repeats what failed under the same id and with the same body, and delivers it in the end', async () => {
    const world = await aCourier();
    await world.add();
    let down = true;
    world.answer = () => answered(down ? 500 : 200);
    await world.tell(1);
    await world.clock.advance(10 * MINUTE);
    expect(world.heights()).to.deep.equal([0, 0, 0]);
    down = false;
    await world.clock.advance(60 * MINUTE);
    expect(world.heights()).to.deep.equal([0, 0, 0, 0]);
    const [first, ...others] = world.calls.map(({ headers, body }) => [headers?.['webhook-id'], body]);
    for (const other of others) expect(other).to.deep.equal(first);
    const [delivery] = await world.deliveries.page('a', { top: 5 });
    expect(delivery).to.include({ state: 'delivered', tries: 4 });
    await world.courier.stop();
  });

  it('loses nothing when it is killed at any moment, and a new one goes on', async () => {
    for (let killedAfter = 1; killedAfter <= 6; killedAfter++) {
      let world: CourierWorld = await aCourier();
      await world.add();
      let count = 0;
      // The node is killed while this answer is on its way: nothing of it is written.
      world.answer = () => (++count >= killedAfter ? never() : answered(count % 3 === 0 ? 503 : 200));
      await world.tell(6);
      await world.clock.advance(2 * MINUTE);
      const before = world.heights();
      void world.courier.stop();
      world = await aCourier({ kv: world.kv, clock: world.clock });
      await world.clock.advance(12 * MINUTE);
      expect(sorted([...before, ...world.heights()]), `${killedAfter}`).to.deep.equal(range(6));
      expect(world.targets.progress('a')).to.include({ delivered: 6, waiting: 0, dead: 0 });
      await world.courier.stop();
    }
  });

  it('spares a target that fails: few requests in an hour, however many events wait, and all of them later', async () => {
    const world = await aCourier();
    await world.add();
    let down = true;
    world.answer = () => answered(down ? 500 : 200);
    await world.tell(200);
    await world.clock.advance(60 * MINUTE);
    expect(world.calls.length).to.be.within(5, 30);
    down = false;
    await world.clock.advance(DAY);
    expect(sorted(world.heights())).to.deep.equal(range(200));
    await world.courier.stop();
  });

  it('disables a target that failed for five days, or answers 410, and sends it nothing more', async () => {
    const world = await aCourier();
    await world.add();
    world.answer = () => answered(500);
    for (let day = 0; day < 6; day++) {
      await world.tell(1, day);
      await world.clock.advance(DAY);
    }
    expect(world.disabled.map(({ reason }) => reason)).to.deep.equal(['failing']);
    const count = world.calls.length;
    await world.clock.advance(3 * DAY);
    expect(world.calls).to.have.length(count);
    const gone = await aCourier();
    await gone.add();
    gone.answer = () => answered(410);
    await gone.tell(5);
    await gone.clock.advance(DAY);
    expect(gone.targets.find(ORG, 'a')).to.include({ state: 'disabled', reason: 'gone' });
    expect(gone.calls.length).to.be.at.most(WEBHOOK_AT_ONCE_TARGET);
    for (const world_ of [world, gone]) await world_.courier.stop();
  });

  it('sends nothing for an organisation that is suspended, and goes on after that', async () => {
    const world = await aCourier();
    await world.add();
    world.suspendedOrganisations.add(ORG);
    await world.tell(3);
    await world.clock.advance(MINUTE);
    expect(world.calls).to.deep.equal([]);
    world.suspendedOrganisations.delete(ORG);
    await world.clock.advance(MINUTE);
    expect(sorted(world.heights())).to.deep.equal([0, 1, 2]);
    await world.courier.stop();
  });

  it('keeps what waits for a suspended target, and counts what it has no room for', async () => {
    const world = await aCourier({ bounds: { events: 10, bytes: 1_000_000 } });
    const target = await world.add();
    const paused = suspend(target, world.clock.now()) as WebhookTarget;
    await world.journal.commit([world.targets.put(paused)]);
    for (const height of range(25)) await world.tell(1, height);
    await world.clock.advance(MINUTE);
    expect(world.calls).to.deep.equal([]);
    await world.journal.commit([world.targets.put(target)]);
    world.courier.onChanged(target);
    await world.clock.advance(MINUTE);
    expect(sorted(world.heights())).to.deep.equal(range(10, 15));
    expect(world.targets.progress('a').missed).to.equal(15);
    await world.courier.stop();
  });

  it('keeps a bounded number of retries: a later event waits in the log', async () => {
    const world = await aCourier();
    await world.add();
    // Each second one fails, so that the target is never spared.
    let count = 0;
    const isDown = () => count++ % 2 === 0;
    world.answer = () => answered(isDown() ? 500 : 200);
    await world.tell(450);
    await world.clock.advance(5 * MINUTE);
    expect(world.targets.progress('a').waiting).to.be.at.most(WEBHOOK_WAITING_MAX + WEBHOOK_AT_ONCE_TARGET);
    world.answer = () => answered(200);
    await world.clock.advance(DAY);
    expect(sorted(world.heights())).to.deep.equal(range(450));
    const { waiting, delivered } = world.targets.progress('a');
    expect(waiting).to.equal(0);
    // Of those that arrived the newest are shown.
    expect(delivered).to.be.within(200, 220);
    await world.courier.stop();
  });

  it('leaves places for others where twenty targets of one organisation never answer', async () => {
    const world = await aCourier();
    for (const i of range(20))
      await world.add({ id: `slow${i}`, url: `https://s${i}.example/`, organisationId: 'hostile' });
    await world.add();
    world.answer = ({ url }) => (url === URL_A ? answered(200) : never());
    await world.tell(50, 0, 'hostile');
    await world.clock.advance(1000);
    expect(world.courier.places.of('hostile')).to.equal(8);
    await world.tell(20);
    await world.clock.advance(5000);
    expect(sorted(world.heights())).to.deep.equal(range(20));
    void world.courier.stop();
  });

  it('calls one host a bounded number of times a second, whichever targets name it', async () => {
    const world = await aCourier();
    for (const i of range(20)) await world.add({ id: `t${i}`, url: `https://victim.example/${i}` });
    await world.tell(100);
    const start = world.clock.now();
    const times: number[] = [];
    world.answer = () => {
      times.push(world.clock.now() - start);
      return answered(200);
    };
    await world.clock.advance(10_000);
    const most = Math.max(...range(10).map((second) => times.filter((ms) => Math.floor(ms / 1000) === second).length));
    expect(most).to.be.within(1, 30);
    await world.courier.stop();
  });

  it('sends again by hand what is dead or was delivered, under the same id', async () => {
    const world = await aCourier();
    await world.add();
    await world.tell(1);
    await world.clock.advance(1000);
    const [delivery] = await world.deliveries.page('a', { top: 1 });
    await world.journal.commit(world.deliveries.put('a', delivery, again(delivery!, world.clock.now())));
    world.courier.onChanged(world.targets.find(ORG, 'a')!);
    await world.clock.advance(1000);
    const ids = world.calls.map(({ headers }) => headers?.['webhook-id']);
    expect(ids).to.deep.equal([ids[0], ids[0]]);
    await world.courier.stop();
  });

  it('waits for a place where the guard has none, and counts that as no attempt', async () => {
    const world = await aCourier();
    await world.add();
    let busy = 3;
    world.answer = () => (busy-- > 0 ? fail(issue('OUTGOING_BUSY', '', '')) : answered(200));
    await world.tell(1);
    await world.clock.advance(MINUTE);
    const [delivery] = await world.deliveries.page('a', { top: 1 });
    expect(delivery).to.include({ state: 'delivered', tries: 1 });
    await world.courier.stop();
  });

  it('tells an event that is found a second time no second time', async () => {
    const world = await aCourier();
    await world.add();
    await world.tell(2);
    await world.clock.advance(0);
    // The clock stands: the same facts are found again by a register whose rows are made anew.
    await world.tell(2);
    await world.clock.advance(MINUTE);
    expect(world.heights()).to.deep.equal([0, 1]);
    await world.courier.stop();
  });
});
