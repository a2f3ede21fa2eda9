// Health tells the truth: the worst part counts, a part that throws is unhealthy, and only needed parts decide
// readiness.
import { expect } from 'chai';
import type { Log } from '../../../../core/base/ports.js';
import { createHealth, type HealthPart, type PartHealth } from '../../../../node/observe/health.js';

const errors: object[] = [];
const log: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields) => errors.push(fields),
  child: () => log,
};

const part = (name: string, check: () => PartHealth, needed = true): HealthPart => ({ name, needed, check });
const healthy = (): PartHealth => ({ status: 'healthy' });
const unhealthy = (): PartHealth => ({ status: 'unhealthy', reason: 'The disk is full.' });

describe('node/observe/health', () => {
  beforeEach(() => errors.splice(0));

  it('is ready while it serves and every needed part is up', () => {
    const health = createHealth({ parts: [part('store', healthy)], startedAtMs: 7, serving: () => true, log });
    expect(health()).to.deep.equal({
      ready: true,
      startedAtMs: 7,
      services: { store: { status: 'healthy' } },
      counts: {},
    });
  });

  it('is not ready while it starts or drains, and follows the change', () => {
    let serving = false;
    const health = createHealth({ parts: [part('store', healthy)], startedAtMs: 0, serving: () => serving, log });
    expect(health().ready).to.equal(false);
    serving = true;
    expect(health().ready).to.equal(true);
  });

  it('is not ready when a needed part is down, and ready when another one is', () => {
    const needed = createHealth({ parts: [part('store', unhealthy)], startedAtMs: 0, serving: () => true, log });
    expect(needed().ready).to.equal(false);
    expect(needed().services.store).to.deep.equal({ status: 'unhealthy', reason: 'The disk is full.' });
    const other = createHealth({ parts: [part('mail', unhealthy, false)], startedAtMs: 0, serving: () => true, log });
    expect(other().ready).to.equal(true);
  });

  it('counts a part that throws as unhealthy and logs why', () => {
    const failing = part('store', () => {
      throw new Error('boom');
    });
    const report = createHealth({ parts: [failing, part('api', healthy)], startedAtMs: 0, serving: () => true, log })();
    expect(report.ready).to.equal(false);
    expect(report.services.store).to.deep.equal({ status: 'unhealthy', reason: 'The part failed to answer.' });
    expect(report.services.api).to.deep.equal({ status: 'healthy' });
    expect(errors).to.have.length(1);
  });

  it('gives the counts of parts that are up', () => {
    const counted = { ...part('registers', healthy), counts: () => ({ total: 3 }) };
    const down = { ...part('pools', unhealthy), counts: () => ({ total: 9 }) };
    const report = createHealth({ parts: [counted, down], startedAtMs: 0, serving: () => true, log })();
    expect(report.counts).to.deep.equal({ registers: { total: 3 } });
  });
});
