// `node dist/test/tools/costs/restart-cost.js [registers] [promises]`: the CPU that a restart costs while so many
// promises wait in so many registers of a store on disk: counts and CPU time only, because the clock of a shared
// machine says nothing. Exit code 1 above ten seconds.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLevel } from '../../../storage/engine/level.js';
import { VirtualClock } from '../../support/base/virtual-clock.js';
import { anAction, foundedRegister, ledgerWorld } from '../../support/node/ledger-world.js';

const [registers = 1000, promises = 100_000] = process.argv.slice(2).map(Number);
const CPU_MS_MAX = 10_000;
const each = Math.ceil(promises / registers);
const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
// A disk takes time of its own: the clock of the ledger goes on beside it.
const clock = new VirtualClock();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
let isOver = false;
const ticking = (async () => {
  for (; !isOver; await pause(5)) await clock.advance(5);
})();
const dir = mkdtempSync(join(tmpdir(), 'quorate-restart-'));
try {
  const kv = await openLevel(dir);
  const world = await ledgerWorld({ kv, clock });
  for (let n = 0; n < registers; n++) {
    const pin = await foundedRegister(world, idOf(n));
    const actions = Array.from({ length: each }, (_, i) => anAction(world, pin, i, idOf(n)));
    await world.store.journal.commit(
      actions.map((tx) =>
        world.outbox.put(tx.txId, {
          registerId: idOf(n),
          bytes: tx.bytes,
          priority: 'Normal',
          acceptedAt: world.clock.now(),
        }),
      ),
    );
    // Its seat rests, so that nothing is sealed and all of it waits.
    await world.ledger.seating.control(idOf(n), 'pause');
  }
  await world.store.close();
  await kv.close();
  const again = await openLevel(dir);
  const before = process.cpuUsage();
  const started = performance.now();
  const restarted = await ledgerWorld({ kv: again, clock });
  const { user, system } = process.cpuUsage(before);
  const cpuMs = Math.round((user + system) / 1000);
  const waiting = restarted.outbox.size;
  console.log(JSON.stringify({ registers, promises: waiting, cpuMs, wallMs: Math.round(performance.now() - started) }));
  if (waiting !== each * registers || cpuMs > CPU_MS_MAX) process.exitCode = 1;
  isOver = true;
  await ticking;
  await restarted.ledger.stop();
  await again.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exit();
