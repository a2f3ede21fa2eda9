// RSA keys are made one at a time for all: an organisation whose users want many, each within its limits, does not keep
// a stranger from a turn.
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { concat, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { RsaDeriver, type RsaTask, type RsaThread } from '../../../storage/secrets/rsa-deriver.js';
import { aWorld, type World } from '../world/world.js';
import { aCrowd, until } from './crowd.js';

describe('RSA keys among organisations', () => {
  let world: World;
  /** Threads that make their key when the test says so. */
  const threads: (() => void)[] = [];
  beforeEach(async () => {
    const start = ({ algorithm, seed, path }: RsaTask) => {
      const thread = new EventEmitter();
      const publicKey = sha256(concat(seed, utf8(path)));
      threads.push(() => {
        thread.emit('message', { algorithm, publicKey, privateKey: Uint8Array.of(0) });
        thread.emit('exit', 0);
      });
      return Object.assign(thread, { terminate: async () => 0 }) as unknown as RsaThread;
    };
    world = await aWorld({ rsa: new RsaDeriver(start) });
  });
  afterEach(() => world.close());

  it('are made for a stranger in the first round while two crowds wait, who are told when to come back', async () => {
    const attacker = await aCrowd(world, 'a', 3);
    const another = await aCrowd(world, 'b', 3);
    const stranger = await aCrowd(world, 'c', 1);
    const made: string[] = [];
    const refused: string[] = [];
    const ask = async (who: string, token: string) => {
      const payload = { name: 'w', algorithm: 'RSA' };
      const headers = { authorization: `Bearer ${token}` };
      const answer = await world.app.inject({ method: 'POST', url: '/api/v1/wallets', payload, headers });
      if (answer.statusCode === 201) made.push(who);
      else refused.push(`${who}: ${answer.statusCode} ${answer.json().code} ${answer.headers['retry-after']}`);
    };
    const calls = [attacker, another].flatMap(({ tokens }, i) =>
      Array.from({ length: 8 }, () => tokens.map((token) => ask(`crowd ${i}`, token))).flat(),
    );
    // Of 48 calls one is served and 16 wait.
    await until(() => refused.length >= 48 - 17);
    for (const text of refused) expect(text).to.match(/^crowd [01]: 503 NODE_UNAVAILABLE (4|8)$/);
    const all = Promise.all([...calls, ask('stranger', stranger.tokens[0] as string)]);
    await until(() => refused.length >= 48 - 16);
    expect(refused.filter((text) => text.startsWith('stranger'))).to.deep.equal([]);
    // The one that is served, one of each crowd, and the stranger.
    for (let turn = 0; turn < 4; turn++) {
      await until(() => threads.length > 0);
      threads.shift()?.();
    }
    await until(() => made.length >= 4);
    expect(made).to.include('stranger');
    await until(
      () => made.length + refused.length >= 49,
      () => threads.shift()?.(),
    );
    await all;
  });
});
