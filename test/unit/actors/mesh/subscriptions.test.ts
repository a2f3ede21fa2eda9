// Following the registers of others: what is shown to whom, where heads come from, and how following ends and begins again.
import { expect } from 'chai';
import { isIssue } from '../../../../core/base/issue.js';
import { REGISTER_ID } from '../../../support/ledger-world.js';
import { MeshWorld, peerOf } from '../../../support/mesh-world.js';

const subscribe = (mesh: MeshWorld, name: string) => mesh.node(name).surface.subscribe(REGISTER_ID, {});

describe('following a register', () => {
  it('shows a stranger nothing of a private register, and a reader all of it', async () => {
    const mesh = await MeshWorld.of('one', 'reader', 'stranger');
    await mesh.found(['one']);
    const { driver, world } = mesh.node('one');
    const { self } = mesh.node('stranger').net;
    expect(driver.adverts(self)).to.deep.equal([]);
    expect(await driver.heads(self, { registerIds: [REGISTER_ID] })).to.deep.equal([]);
    for (let bucket = 0; bucket < 256; bucket++) expect(await driver.heads(self, { bucket })).to.deep.equal([]);
    const range = driver.dockets(self, { registerId: REGISTER_ID, fromHeight: 0, toHeight: 9, bytesMax: 1 << 20 });
    expect(isIssue(range) && range.code).to.equal('REGISTER_NOT_FOUND');
    expect(await subscribe(mesh, 'stranger')).to.include({ code: 'REGISTER_NOT_ADVERTISED' });
    await world.ledger.update(REGISTER_ID, { readers: [peerOf('reader')] } as never);
    expect(await subscribe(mesh, 'reader')).to.include({ registerId: REGISTER_ID, isSubscribed: true });
    await mesh.clock.advance(1000);
    expect(mesh.height('reader')).to.equal(1);
    expect(await subscribe(mesh, 'stranger')).to.include({ code: 'REGISTER_NOT_ADVERTISED' });
    await mesh.stop();
  });

  it('hears every head, from another provider when one is lost', async () => {
    const three = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...three, 'reader');
    const pin = await mesh.found(three, { advertise: true });
    for (const name of three) await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise: true });
    for (const name of three) await mesh.node('reader').driver.subscriptions.refreshAdverts(peerOf(name));
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    const before = mesh.node('reader').driver.subscriptions.providersOf(REGISTER_ID);
    expect(before).to.have.length(2);
    mesh.net.cut(peerOf('reader'), before[0]!);
    await mesh.clock.advance(100);
    const after = mesh.node('reader').driver.subscriptions.providersOf(REGISTER_ID);
    expect(after).to.have.length(2);
    expect(after).to.not.include(before[0]);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(500);
    expect(mesh.height('reader')).to.equal(2);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('ends with its data kept, begins again, and can be purged and taken over anew', async () => {
    const mesh = await MeshWorld.of('one', 'reader');
    const pin = await mesh.found(['one'], { advertise: true });
    await subscribe(mesh, 'reader');
    await mesh.clock.advance(1000);
    const { surface, world } = mesh.node('reader');
    expect(await world.ledger.remove(REGISTER_ID)).to.include({ code: 'SUBSCRIPTION_EXISTS' });
    expect(await surface.unsubscribe(REGISTER_ID)).to.equal(undefined);
    await mesh.submit('one', mesh.action('one', pin, 1));
    await mesh.clock.advance(90_000);
    expect(mesh.height('reader')).to.equal(1);
    expect(await subscribe(mesh, 'reader')).to.include({ isSubscribed: true });
    await mesh.clock.advance(3000);
    expect([mesh.height('reader'), world.ledger.register(REGISTER_ID)?.status]).to.deep.equal([2, 'ONLINE']);
    expect(await surface.unsubscribe(REGISTER_ID)).to.equal(undefined);
    const removed = world.ledger.remove(REGISTER_ID);
    await mesh.clock.advance(100);
    expect(await removed).to.equal(undefined);
    expect(await subscribe(mesh, 'reader')).to.include({ isSubscribed: true });
    await mesh.clock.advance(3000);
    expect(mesh.height('reader')).to.equal(2);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });
});
