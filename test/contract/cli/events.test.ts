// `quorate events` against a real server: what it follows, that nothing sealed is lost or doubled over a break, and how
// it ends.
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { NOUNS } from '../../../cli/commands/table.js';
import { withWholeIds } from '../../../cli/remote/ids.js';
import { runShell } from '../../../cli/shell/shell.js';
import { COMMANDS } from '../../support/program/commands.js';
import { fakeTerminal } from '../../support/program/terminal.js';
import { operatorOfAll } from './operator.js';

interface Line {
  readonly time: string;
  readonly event: string;
  readonly registerId?: string;
  readonly docketNumber?: number;
}

interface Follower {
  readonly lines: () => readonly Line[];
  /** Resolves when a line fits. */
  hears(fits: (line: Line) => boolean): Promise<Line>;
  /** Ctrl-C; the exit code. */
  stop(): Promise<number>;
  readonly exit: Promise<number>;
  readonly err: () => string;
}

describe('quorate events', () => {
  const operator = operatorOfAll();
  let token: string;
  let address: string;
  let register: string;
  const followers: Follower[] = [];

  before(async () => {
    token = await operator.world.token('administrator');
    await operator.ask(['wallet', 'create', 'Ada']);
    register = (await operator.ask<{ registerId: string }>(['register', 'create', 'Orders', '--owner', 'Ada']))
      .registerId;
    address = operator.world.app.listeningOrigin;
  });
  afterEach(async () => {
    for (const follower of followers.splice(0)) await follower.stop();
  });

  function follow(words: readonly string[], url = address): Follower {
    const interrupted = new AbortController();
    const env = { QUORATE_URL: url, QUORATE_TOKEN: token, XDG_CONFIG_HOME: '/nowhere' };
    const fake = fakeTerminal({ env });
    const terminal = {
      ...fake,
      signal: interrupted.signal,
      now: Date.now,
      pause: () => pause(20, undefined, { signal: interrupted.signal }).catch(() => undefined),
    };
    const shell = { commands: COMMANDS, nouns: NOUNS, version: '0', terminal, withWholeIds };
    const exit = runShell(shell, ['events', '-o', 'json', ...words]);
    const lines = (): Line[] =>
      fake
        .out()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Line);
    const follower: Follower = {
      lines,
      exit,
      err: fake.err,
      stop: () => {
        interrupted.abort();
        return exit;
      },
      hears: async (fits) => {
        for (;;) {
          const found = lines().find(fits);
          if (found !== undefined) return found;
          await pause(10);
        }
      },
    };
    followers.push(follower);
    return follower;
  }

  /** Versions of one record. */
  const publish = (name: string) =>
    operator.ask([
      'participant',
      'publish',
      'Orders',
      '--id',
      'ada',
      '--wallet',
      'Ada',
      '--name',
      name,
      '--of',
      'Acme',
    ]);
  const numbers = (follower: Follower): (number | undefined)[] =>
    follower
      .lines()
      .filter(({ event }) => event === 'DocketSealed')
      .map(({ docketNumber }) => docketNumber);

  it('begins with a docket, goes on with what is sealed, and ends with 0', async () => {
    const follower = follow(['--register', 'Orders', '--since', '0']);
    await follower.hears(({ docketNumber }) => docketNumber === 0);
    await publish('first');
    await follower.hears(({ docketNumber }) => docketNumber === 1);
    await follower.hears(({ event }) => event === 'TransactionConfirmed');
    expect(await follower.stop()).to.equal(0);
    expect(numbers(follower)).to.deep.equal([0, 1]);
    for (const line of follower.lines()) {
      expect(line.registerId).to.equal(register);
      expect(new Date(line.time).toISOString()).to.equal(line.time);
    }
  });

  it('follows everything, a register that is founded meanwhile too', async () => {
    const follower = follow([]);
    await pause(300);
    const late = await operator.ask<{ registerId: string }>(['register', 'create', 'Late', '--owner', 'Ada']);
    await follower.hears(({ event, registerId }) => event === 'RegisterCreated' && registerId === late.registerId);
    await follower.hears(({ registerId, docketNumber }) => registerId === late.registerId && docketNumber === 0);
    await operator.ask(['participant', 'publish', 'Late', '--wallet', 'Ada', '--name', 'Ada', '--of', 'Acme']);
    await follower.hears(({ registerId, docketNumber }) => registerId === late.registerId && docketNumber === 1);
    expect(await follower.stop()).to.equal(0);
  });

  it('tells each docket once over a break of the connection', async () => {
    const wire = await aWire(new URL(address));
    const follower = follow(['--register', 'Orders', '--since', '0'], wire.url);
    await follower.hears(({ docketNumber }) => docketNumber === 1);
    wire.cut();
    await publish('while cut');
    await pause(100);
    wire.mend();
    await follower.hears(({ docketNumber }) => docketNumber === 2);
    await publish('mended');
    await follower.hears(({ docketNumber }) => docketNumber === 3);
    expect(numbers(follower)).to.deep.equal([0, 1, 2, 3]);
    const confirmed = follower.lines().filter(({ event }) => event === 'TransactionConfirmed');
    expect(confirmed.length).to.equal(4);
    expect(await follower.stop()).to.equal(0);
    await wire.close();
  });

  it('refuses --since without one register, a register that is not there, a caller with an unknown token, and a node that is not there', async () => {
    expect(await follow(['--since', '3']).exit).to.equal(2);
    expect(await follow(['--register', 'nope']).exit).to.equal(2);
    const unknown = follow(['--register', '00000000-1111-4222-8333-444444444444']);
    expect(await unknown.exit).to.equal(1);
    expect(unknown.err()).to.contain('REGISTER_NOT_FOUND');
    token = 'nobody';
    const nobody = follow([]);
    expect([await nobody.exit, nobody.err()]).to.satisfy(
      ([exit, err]: [number, string]) => exit === 1 && /log/.test(err),
    );
    expect(await follow([], 'http://127.0.0.1:1').exit).to.equal(3);
  });
});

interface Wire {
  readonly url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A way to the server that can be cut. */
async function aWire({ hostname, port }: URL): Promise<Wire> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = dial(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => one.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
