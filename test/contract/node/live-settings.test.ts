// Settings that a running node takes up again: each row of the table that says so has a probe here, which shows that
// the node does it.
import { expect } from 'chai';
import { createClient, sessionIn } from '../../../api/client/client.js';
import { isFailure } from '../../../core/base/result.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { takeAgain } from '../../../node/config/again.js';
import { loadConfig } from '../../../node/config/load.js';
import type { Config } from '../../../node/config/schema.js';
import { SETTINGS } from '../../../node/config/settings.js';
import { createLog } from '../../../node/observe/log.js';
import { folderOfAll } from '../../support/base/folders.js';

describe('settings that a running node takes up', () => {
  const folder = folderOfAll();
  let running: Config;
  let node: ComposedNode;
  let token: string;
  const lines: Record<string, unknown>[] = [];

  function settings(changed: Readonly<Record<string, string>> = {}): Config {
    const flags = { 'node.dataDir': folder, 'http.port': '0', 'limits.standardPerMinute': '0', 'log.format': 'json' };
    const env = { QUORATE_AUTH__INITIAL_PASSWORD: 'seven granite bridges wait' };
    const config = loadConfig({ env, flags: { ...flags, ...changed } });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    return config;
  }

  before(async () => {
    running = settings();
    const log = createLog(running.log, { write: (line) => void lines.push(JSON.parse(line)) });
    node = composeNode(running, { log, onFatal: () => undefined });
    await node.lifecycle.start();
    const { email, password } = node.firstAdmin()!;
    token = sessionIn(await createClient(node.address()).login({ body: { email, password } })).accessToken;
  });
  after(async () => {
    await node.lifecycle.stop();
  });

  const call = (method: string, path: string, body?: object) =>
    fetch(`${node.address()}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const limitAt = async (method: string, path: string) => (await call(method, path)).headers.get('ratelimit-limit');
  const told = (text: string) => lines.filter(({ message }) => message === text).length;
  /** Two calls at once, of which each takes long. */
  const heavy = async () => {
    const wallet = { title: 'Large', keyType: 'RSA' };
    const answers = await Promise.all([wallet, wallet].map((body) => call('POST', '/api/wallets', body)));
    return answers.map(({ status }) => status).sort();
  };

  /** What shows a setting, before and after it has the value. */
  const PROBES: Readonly<
    Record<
      string,
      { readonly value: string; see(): Promise<unknown>; readonly before: unknown; readonly after: unknown }
    >
  > = {
    'limits.strictPerMinute': {
      ...{ value: '77', before: '10', after: '77' },
      see: () => limitAt('POST', '/api/file-chunks'),
    },
    'limits.platformAuthPerMinute': {
      ...{ value: '78', before: '10', after: '78' },
      see: () => limitAt('POST', '/api/auth/token/refresh'),
    },
    'limits.standardPerMinute': {
      ...{ value: '79', before: null, after: '79' },
      see: () => limitAt('GET', '/api/registers'),
    },
    'limits.heavyConcurrent': { value: '1', before: [201, 201], after: [201, 429], see: heavy },
    'log.level': {
      ...{ value: 'debug', before: 0, after: 1 },
      see: async () => {
        await call('GET', '/api/registers/none');
        return told('A call was refused.');
      },
    },
    'log.requests': {
      ...{ value: 'true', before: 0, after: 1 },
      see: async () => {
        await call('GET', '/alive');
        return told('A request was answered.');
      },
    },
  };

  it('are those with a probe', () => {
    const live = SETTINGS.filter(({ isLive }) => isLive).map(({ path }) => path);
    expect(live).to.deep.equal(Object.keys(PROBES));
  });

  for (const [path, { value, see, before: old, after: fresh }] of Object.entries(PROBES))
    it(`take up ${path}`, async () => {
      expect(await see()).to.deep.equal(old);
      expect(takeAgain(running, settings({ [path]: value })).taken).to.include(path);
      expect(await see()).to.deep.equal(fresh);
      takeAgain(running, settings());
    });
});
