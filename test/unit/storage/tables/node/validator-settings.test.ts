// Settings of validators: changes are merged, durable, and in force when they are applied.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { ValidatorSettingsStore } from '../../../../../storage/tables/node/validator-settings.js';

const CONFIGURED = {
  memPool: { maxSize: 100, defaultTtlMinutes: 60 },
  docketBuild: { maxTransactionsPerDocket: 1000, buildWindowMs: 10 },
};

describe('storage/tables/node/validator-settings', () => {
  it('follows the configuration until something is changed', () => {
    const kv = memoryKv();
    expect(new ValidatorSettingsStore(kv, kv, CONFIGURED).current()).to.deep.equal(CONFIGURED);
  });

  it('merges changes over a restart, and lets the rest follow a new configuration', async () => {
    const kv = memoryKv();
    const first = new ValidatorSettingsStore(kv, kv, CONFIGURED);
    const one = first.change({ memPool: { maxSize: 7 } });
    await kv.write([one.op]);
    expect(first.current().memPool.maxSize, 'not before it is applied').to.equal(100);
    first.apply(one.settings);
    expect(first.current().memPool).to.deep.equal({ maxSize: 7, defaultTtlMinutes: 60 });
    await kv.write([first.change({ docketBuild: { buildWindowMs: 0 } }).op]);
    const configured = { ...CONFIGURED, memPool: { maxSize: 100, defaultTtlMinutes: 30 } };
    expect(new ValidatorSettingsStore(kv, kv, configured).current()).to.deep.equal({
      memPool: { maxSize: 7, defaultTtlMinutes: 30 },
      docketBuild: { maxTransactionsPerDocket: 1000, buildWindowMs: 0 },
    });
  });
});
