// A node that comes back before anybody saw its old connections end, as after a power loss: it is linked within
// seconds. Two live copies are not.
import { connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import type { NodeIdentity } from '../../../storage/pki/identity.js';
import { type Member, NetworkWorld, until } from '../../support/mesh/networks.js';

/** A wire that can die without a word: what comes in is read and goes nowhere, and no end is told. */
class Wire {
  readonly #sockets: Socket[] = [];
  readonly #server: Server;
  address = '';

  constructor(target: () => string) {
    this.#server = createServer((near) => {
      const [host, port] = target().split(':');
      const far = connect(Number(port), host);
      for (const socket of [near, far]) {
        this.#sockets.push(socket);
        socket.on('error', () => undefined);
      }
      near.pipe(far);
      far.pipe(near);
    });
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.address = `127.0.0.1:${(this.#server.address() as { readonly port: number }).port}`;
    return this;
  }

  die(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.removeAllListeners('end');
      socket.resume();
    }
  }

  close(): void {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }
}

const NOWHERE = '127.0.0.1:1';

describe('a node that comes back', () => {
  const world = new NetworkWorld();
  let identity: NodeIdentity;
  const wires: Wire[] = [];
  beforeEach(async () => {
    identity = await world.identity();
  });
  afterEach(() => {
    for (const wire of wires.splice(0)) wire.close();
  });

  async function wire(target: () => string): Promise<Wire> {
    const made = await new Wire(target).open();
    wires.push(made);
    return made;
  }

  /** A node that is linked to `to` over a wire that dies. */
  async function lost(to: Member): Promise<Member> {
    const line = await wire(() => to.network.address);
    const old = await world.started({ identity, seeds: [line.address], advertise: [NOWHERE] });
    await until(() => to.linked.length === 1 && old.linked.length === 1);
    line.die();
    return old;
  }

  it('and dials is linked within seconds, while its old connection still looks alive', async () => {
    const a = await world.started();
    const old = await lost(a);
    const sinceMs = Date.now();
    const returned = await world.started({ identity, seeds: [a.network.address], advertise: [NOWHERE] });
    await until(() => returned.linked.length === 1 && a.linked.length === 2);
    expect(Date.now() - sinceMs).to.be.lessThan(10_000);
    expect(a.network.peer(old.peerId)?.bootId).to.equal(returned.network.self.bootId);
    expect(a.unlinked).to.deep.equal([old.peerId]);
    expect(a.errors, 'nobody is called a twin').to.deep.equal([]);
  });

  it('and is dialled is linked within seconds too', async () => {
    const a = await world.started({ wanted: [identity.peerId] });
    const free = await wire(() => NOWHERE);
    const port = Number(free.address.split(':')[1]);
    const line = await wire(() => a.network.address);
    const old = await world.started({ identity, seeds: [line.address], advertise: [free.address] });
    await until(() => a.linked.length === 1);
    line.die();
    free.close();
    const returned = await world.started({ identity, port });
    await until(() => a.linked.length === 2 && returned.linked.length === 1);
    expect(a.network.peer(old.peerId)?.bootId).to.equal(returned.network.self.bootId);
    expect(a.errors).to.deep.equal([]);
  });

  it('as two live copies is refused and reported, however often it tries', async () => {
    const a = await world.started();
    const first = await world.started({ identity, seeds: [a.network.address], advertise: [NOWHERE] });
    await until(() => a.linked.length === 1);
    const second = await world.started({ identity, seeds: [a.network.address], advertise: [NOWHERE] });
    await until(() => a.errors.length > 1);
    expect(a.errors[0]).to.include('Two processes run with the keys of one node');
    expect(a.network.peer(first.peerId)?.bootId).to.equal(first.network.self.bootId);
    expect(second.linked).to.deep.equal([]);
    expect([a.linked.length, a.unlinked.length, first.unlinked.length]).to.deep.equal([1, 0, 0]);
    expect(a.book.score(first.peerId), 'and costs nobody points').to.equal(0);
  });
});
