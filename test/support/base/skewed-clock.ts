// Loaded into a real node with `--import`: its wall clock is off by as many milliseconds as the file QUORATE_TEST_SKEW
// says, from the moment it says so. Steady clocks, which cannot be set, go on, as they do on a machine whose time
// service is wrong.
import { readFileSync } from 'node:fs';

const LOOK_MS = 100;

const file = process.env['TEST_SKEW_FILE'];
if (file !== undefined) {
  const Real = Date;
  const real = Date.now.bind(Date);
  let skewMs = 0;
  const lookAgain = () => {
    try {
      skewMs = Number(readFileSync(file, 'utf8')) || 0;
    } catch {
      skewMs = 0;
    }
  };
  lookAgain();
  setInterval(lookAgain, LOOK_MS).unref();
  Date.now = () => real() + skewMs;
  globalThis.Date = new Proxy(Real, {
    construct: (_, given: []) => (given.length === 0 ? new Real(Date.now()) : new Real(...given)),
    apply: () => new Real(Date.now()).toString(),
  });
}
