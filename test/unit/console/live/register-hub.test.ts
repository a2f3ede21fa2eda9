// The connection that all streams of a tab share: one at a time, closed behind the last, left when it breaks.
import { expect } from 'chai';
import { type RegisterHub, SharedHub } from '../../../../console/live/register-hub.js';

interface Opened extends RegisterHub {
  readonly isClosed: () => boolean;
  readonly fail: () => void;
}

function hubs(isOpened = () => true): { readonly opened: Opened[]; readonly open: () => Promise<RegisterHub> } {
  const opened: Opened[] = [];
  const open = async (): Promise<RegisterHub> => {
    if (!isOpened()) throw new Error('away');
    const broken: (() => void)[] = [];
    let closed = false;
    const hub = {
      connection: {
        onreconnecting: (told: () => void) => void broken.push(told),
        onclose: () => undefined,
      } as unknown as RegisterHub['connection'],
      close: async () => {
        closed = true;
      },
      isClosed: () => closed,
      fail: () => {
        for (const tell of broken) tell();
      },
    };
    opened.push(hub);
    return hub;
  };
  return { opened, open };
}

/** A use that lasts until it is ended. */
function aUse(shared: SharedHub) {
  let end: () => void = () => undefined;
  const used = new Promise<RegisterHub>((resolve) => {
    void shared.during((hub) => {
      resolve(hub);
      return new Promise<void>((ended) => {
        end = ended;
      });
    });
  });
  return { used, end: () => end() };
}

const turns = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('console hub', () => {
  it('is one connection for all who use it at once, and is closed behind the last', async () => {
    const { opened, open } = hubs();
    const shared = new SharedHub(open);
    const [first, second] = [aUse(shared), aUse(shared)];
    expect(await first.used).to.equal(await second.used);
    expect(opened.length).to.equal(1);
    first.end();
    await turns();
    expect(opened[0]?.isClosed()).to.equal(false);
    second.end();
    await turns();
    expect(opened[0]?.isClosed()).to.equal(true);
    const third = aUse(shared);
    await third.used;
    expect(opened.length).to.equal(2);
  });

  it('is another one for whoever comes after a break, and the broken one is closed behind its last', async () => {
    const { opened, open } = hubs();
    const shared = new SharedHub(open);
    const before = aUse(shared);
    await before.used;
    opened[0]?.fail();
    const after = aUse(shared);
    expect(await after.used).to.equal(opened[1]);
    before.end();
    await turns();
    expect(opened.map((hub) => hub.isClosed())).to.eql([true, false]);
    const joined = aUse(shared);
    expect(await joined.used).to.equal(opened[1]);
  });

  it('fails for who waited where it cannot be opened, and is tried again for the next', async () => {
    let isAway = true;
    const { opened, open } = hubs(() => !isAway);
    const shared = new SharedHub(open);
    const failed = await Promise.allSettled([shared.during(async () => 1), shared.during(async () => 2)]);
    expect(failed.map(({ status }) => status)).to.eql(['rejected', 'rejected']);
    isAway = false;
    expect(await shared.during(async () => 3)).to.equal(3);
    expect(opened.length).to.equal(1);
  });
});
