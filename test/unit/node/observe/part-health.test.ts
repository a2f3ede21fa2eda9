// The reports of the node's parts about their health: a register that failed degrades it with a reason, one that
// somebody stopped does not.
import { expect } from 'chai';
import { signRulesSupport } from '../../../../core/register/governance/rules-support.js';
import { createHealth } from '../../../../node/observe/health.js';
import { healthParts, signaturesHealth } from '../../../../node/observe/part-health.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { openStoreOn } from '../../../../storage/open.js';
import { RULES_NEXT } from '../../../support/definitions/rules-next.js';
import { ownerActAt } from '../../../support/mesh/mesh-governance.js';
import {
  anAction,
  foundedRegister,
  ledgerWorld,
  QUIET,
  REGISTER_ID,
  signerOf,
  submitted,
} from '../../../support/node/ledger-world.js';

describe('node/observe/part-health', () => {
  it('is degraded by a register that failed, and not by one that was stopped', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    let serving = true;
    const health = createHealth({
      parts: healthParts({ store: () => world.store, ledger: () => world.ledger }),
      startedAtMs: 0,
      serving: () => serving,
      log: QUIET,
    });
    expect(health()).to.deep.include({
      ready: true,
      counts: {
        registers: { totalRegisters: 1, registersBehind: 0, seatsBehind: 0 },
        storage: { scrubPasses: 0, scrubFindings: 0, registersRepaired: 0, roundChangesLost: 0 },
        validator: { totalTransactions: 2 },
      },
    });
    await world.ledger.update(REGISTER_ID, { status: 'OFFLINE' });
    expect(health().services.registers).to.deep.equal({ status: 'healthy' });
    const record = world.registers.byId(REGISTER_ID)!;
    await world.registers.save(world.store.journal, { ...record, statusReason: 'halted: a failure of the test' });
    expect(health().services.registers).to.deep.equal({
      status: 'degraded',
      reason:
        '1 of the registers went OFFLINE because of damage or repeated failures; the statusReason of each says why.',
    });
    expect(health().ready).to.equal(true);
    expect(health().services.storage).to.deep.equal({ status: 'healthy' });
    // As a node has it that is alone with the register: there is no peer to repair it from.
    await world.registers.save(world.store.journal, { ...record, damage: 'damaged: a row of the test.' });
    expect(health().services.storage?.reason)
      .to.match(/^1 of the registers are damaged and OFFLINE, and nothing repairs them/)
      .and.match(/restore a backup/);
    await world.registers.save(world.store.journal, { ...record, status: 'ONLINE', damage: 'damaged: a row.' });
    expect(health().services.storage).to.deep.equal({
      status: 'degraded',
      reason: '1 of the registers are damaged and under repair from other nodes.',
    });
    await world.registers.save(world.store.journal, { ...record, status: 'RECOVERY' });
    expect(health().counts.registers).to.deep.equal({ totalRegisters: 1, registersBehind: 1, seatsBehind: 1 });
    serving = false;
    expect(health().ready).to.equal(false);
  });

  it('is degraded while the threads that verify signatures die', () => {
    let areFallen = false;
    const part = signaturesHealth(() => ({ areFallen }));
    expect(part.check()).to.deep.equal({ status: 'healthy' });
    areFallen = true;
    expect(part.check().status).to.equal('degraded');
    expect(part.check().reason).to.match(/died, .*ulimit -n/);
    expect(signaturesHealth(() => undefined).check()).to.deep.equal({ status: 'healthy' });
  });

  it('is degraded by a loss until the operator accepts it, and says what is missing', async () => {
    const missing = { groups: 4, dockets: 3 };
    const reasonOf = (store: Parameters<typeof healthParts>[0]['store']) =>
      healthParts({ store, ledger: () => undefined })[0]!.check();
    const journal = { hasFailed: false };
    expect(reasonOf(() => ({ fence: 'journal-tail', missing, journal }))).to.deep.equal({
      status: 'degraded',
      reason:
        '4 writes of the journal with 3 dockets are missing at the end of this store, although they were acknowledged.',
    });
    expect(reasonOf(() => ({ fence: 'mark-gone', missing: undefined, journal })).status).to.equal('degraded');
    expect(reasonOf(() => ({ fence: 'restored', missing: undefined, journal }))).to.deep.equal({ status: 'healthy' });
    const kv = memoryKv();
    const options = { nowMs: 1, onFatal: () => undefined };
    await openStoreOn(kv, options);
    const store = await openStoreOn(kv.crash(), { ...options, marked: { seq: 9 } });
    expect(reasonOf(() => store).status).to.equal('degraded');
    await store.acceptLoss();
    expect(reasonOf(() => store)).to.deep.equal({ status: 'healthy' });
  });

  it('is degraded by a register whose rules this program does not know', async () => {
    const world = await ledgerWorld({ rulesLatest: RULES_NEXT });
    await foundedRegister(world);
    const support = [signRulesSupport(RULES_NEXT, signerOf('seat'))];
    await submitted(world, ownerActAt(world.clock.now(), 'set-rules-version', { rules: RULES_NEXT, support }));
    const part = healthParts({ store: () => world.store, ledger: () => world.ledger }).find(
      ({ name }) => name === 'registers',
    );
    expect(part?.check()).to.deep.equal({ status: 'healthy' });
    await world.ledger.stop();
    const back = await ledgerWorld({ kv: world.kv, clock: world.clock });
    await back.clock.advance(1000);
    await submitted(back, anAction(back, 'ab'.repeat(32), 1));
    const [found] = healthParts({ store: () => back.store, ledger: () => back.ledger }).filter(
      ({ name }) => name === 'registers',
    );
    expect(found?.check()).to.deep.equal({
      status: 'degraded',
      reason: '1 of the registers follow rules that this program does not know (UPGRADE_NEEDED): install a newer one.',
    });
    await back.ledger.stop();
  });

  it('is unhealthy and not ready when the store takes no more writes', async () => {
    const world = await ledgerWorld();
    const parts = healthParts({ store: () => world.store, ledger: () => world.ledger });
    const health = createHealth({ parts, startedAtMs: 0, serving: () => true, log: QUIET });
    expect(health().ready).to.equal(true);
    world.store.journal.fail(new Error('of the test'));
    expect(health().ready).to.equal(false);
    expect(health().services.store).to.deep.equal({
      status: 'unhealthy',
      reason: 'The store takes no more writes; the log says why. The node has to end.',
    });
  });

  it('is not ready without a store', () => {
    const parts = healthParts({ store: () => undefined, ledger: () => undefined });
    const health = createHealth({ parts, startedAtMs: 0, serving: () => true, log: QUIET })();
    expect(health.ready).to.equal(false);
    expect(health.services.store).to.deep.equal({ status: 'unhealthy', reason: 'The store is not open.' });
  });
});
