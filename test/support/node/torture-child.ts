// A process that commits until it is killed: numbered commits of three rows each, several writers, and a line on stdout
// for each commit once it was acknowledged. Arguments: folder, first number.
import { writeSync } from 'node:fs';
import { openStore } from '../../../storage/open.js';

const [dir, first] = process.argv.slice(2);
const WRITERS = 4;
const ROW_BYTES = 400;

const store = await openStore(dir!, {
  nowMs: 1,
  onFatal: (error) => {
    throw error;
  },
});
let next = Number(first);

async function writer(): Promise<never> {
  for (;;) {
    const n = next++;
    const rows = [0, 1, 2].map((part) => ({
      key: Buffer.from(`z${n}/${part}`),
      value: Buffer.alloc(ROW_BYTES, n % 251),
    }));
    await store.journal.commit(rows);
    writeSync(1, `${n}\n`);
  }
}

await Promise.all(Array.from({ length: WRITERS }, writer));
