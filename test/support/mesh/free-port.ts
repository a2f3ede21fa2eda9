// A port that nothing listens to. Linux takes ports of outgoing connections from a range of its own (32768 and up). A
// port lies below it, so that no connection of another test has it before its server does.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

const FIRST = 20_000;
const LAST = 32_767;

// Processes of tests begin at places of their own, and no process gives a port twice before all were given.
let next = randomInt(FIRST, LAST + 1);

export async function freePort(): Promise<number> {
  for (let tries = FIRST; tries <= LAST; tries++) {
    const port = next;
    next = next === LAST ? FIRST : next + 1;
    if (await isFree(port)) return port;
  }
  throw new Error(`there is no free port from ${FIRST} to ${LAST}`);
}

/** Whether a server could have the port at every address of this computer. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
