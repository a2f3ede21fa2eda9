// The master key: made once for a new store, and never again for one that holds what another key sealed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { masterKey } from '../../../../node/platform/secrets.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { metaKey } from '../../../../storage/keys/chain-keys.js';
import { holdsSecrets } from '../../../../storage/secrets/node-secrets.js';
import { folderOfAll } from '../../../support/base/folders.js';

describe('the master key', () => {
  const dataDir = folderOfAll();

  for (const [name, more] of [
    ['master.key', {}],
    ['master.salt', { masterSecret: 'a secret of an operator' }],
  ] as const)
    it(`is made once in ${name}, and a store that needs it is never given another`, () => {
      const file = join(dataDir, name);
      expect(() => masterKey({ dataDir, ...more, hasSecrets: true })).to.throw(`There is no key file at ${file}`);
      expect(existsSync(file), 'nothing is written').to.equal(false);
      const key = Buffer.from(masterKey({ dataDir, ...more, hasSecrets: false }));
      const text = readFileSync(file, 'utf8');
      expect(Buffer.from(masterKey({ dataDir, ...more, hasSecrets: true })).equals(key)).to.equal(true);
      expect(Buffer.from(masterKey({ dataDir, ...more, hasSecrets: false })).equals(key)).to.equal(true);
      expect(readFileSync(file, 'utf8')).to.equal(text);
    });

  it('is needed by a store with a sealed row, of wallets or of the node', async () => {
    for (const key of ['K\0', 'Ztoken-key']) {
      const kv = memoryKv();
      await kv.write([{ key: metaKey('store-format'), value: Buffer.of(1) }]);
      expect(await holdsSecrets(kv)).to.equal(false);
      await kv.write([{ key: Buffer.from(key), value: Buffer.of(1) }]);
      expect(await holdsSecrets(kv)).to.equal(true);
    }
  });
});
