// A node that lies: `main.js --evil <kind>` and the flags of `quorate start`. The real node, composed with the
// alterations of test/chaos/evil, and nothing else; it is no part of the product, and `quorate start` cannot become it.
import '../../../node/network/gossip/polyfill.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isFailure } from '../../../core/base/result.js';
import { composeNode } from '../../../node/compose/compose.js';
import { configErrorText, loadConfig } from '../../../node/config/load.js';
import { createLog } from '../../../node/observe/log.js';
import { alterationsOf } from './alterations.js';
import { BEGIN_FILE, EVIL_KINDS, type EvilKind } from './kinds.js';

const { values } = parseArgs({
  options: {
    evil: { type: 'string' },
    'data-dir': { type: 'string' },
    host: { type: 'string' },
    port: { type: 'string' },
    set: { type: 'string', multiple: true },
  },
});
const kind = EVIL_KINDS.find((one) => one === values.evil) as EvilKind | undefined;
if (kind === undefined) throw new Error(`--evil is one of ${EVIL_KINDS.join(', ')}`);
const dataDir = values['data-dir'] ?? '';
const flags: Record<string, string> = {
  'node.dataDir': dataDir,
  'http.host': values.host ?? '127.0.0.1',
  'http.port': values.port ?? '0',
};
for (const stated of values.set ?? [])
  flags[stated.slice(0, stated.indexOf('='))] = stated.slice(stated.indexOf('=') + 1);
const config = loadConfig({ env: process.env, flags });
if (isFailure(config)) throw new Error(configErrorText(config.issues));
const log = createLog(config.log);

let lies = false;
const looking = setInterval(() => {
  lies = existsSync(join(dataDir, BEGIN_FILE));
}, 50);
const node = composeNode(config, {
  log,
  onFatal: (error) => {
    throw error;
  },
  alter: alterationsOf(kind, () => lies),
});
await node.lifecycle.start();
const admin = node.firstAdmin();
process.stderr.write(
  `An evil node (${kind}) serves at ${node.address()}\n${admin ? `  e-mail:   ${admin.email}\n` : ''}`,
);
process.on('SIGTERM', () => {
  clearInterval(looking);
  void node.lifecycle.stop().then(() => process.exit(0));
});
