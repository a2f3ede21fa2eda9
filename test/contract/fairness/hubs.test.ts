// The places for live connections are of one node: an organisation with any number of users, each within its limits,
// leaves some to strangers.
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { expect } from 'chai';
import { HUB_CONNECTIONS_SUBJECT_MAX } from '../../../core/base/limits/node/hubs.js';
import { UPGRADE } from '../hubs/sockets.js';
import { worldOfAll } from '../world/world-of.js';
import { aCrowd } from './crowd.js';

const CONNECTIONS_MAX = 400;

describe('places of hubs among organisations', () => {
  const world = worldOfAll({ hubConnectionsMax: CONNECTIONS_MAX });
  const open: Duplex[] = [];
  after(() => {
    for (const socket of open) socket.destroy();
  });

  it('are left to a stranger and to the platform administrator while a crowd takes what it gets, and is told when to come back', async () => {
    const url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const attacker = await aCrowd(world, 'a', CONNECTIONS_MAX / HUB_CONNECTIONS_SUBJECT_MAX);
    const stranger = await aCrowd(world, 'c', 1);
    const connect = (token: string) =>
      new Promise<string>((resolve, reject) => {
        const asked = request(`${url}/hubs/register?access_token=${token}`, { headers: UPGRADE });
        asked.on('response', (answer) => {
          let text = '';
          answer.on('data', (data) => {
            text += data;
          });
          answer.on('end', () =>
            resolve(`${answer.statusCode} ${JSON.parse(text).code} ${answer.headers['retry-after']}`),
          );
        });
        asked.on('upgrade', (_answer, socket) => {
          open.push(socket);
          socket.on('error', () => undefined);
          resolve('101');
        });
        asked.on('error', reject);
        asked.end();
      });
    const answers = new Map<string, number>();
    for (const token of attacker.tokens) {
      const round = await Promise.all(Array.from({ length: HUB_CONNECTIONS_SUBJECT_MAX }, () => connect(token)));
      for (const answer of round) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    expect(await connect(stranger.tokens[0] as string)).to.equal('101');
    expect(await connect(await world.token('systemAdmin'))).to.equal('101');
    expect(Object.fromEntries(answers)).to.deep.equal({
      101: CONNECTIONS_MAX / 2,
      '429 RATE_LIMITED 10': CONNECTIONS_MAX / 2,
    });
  });
});
