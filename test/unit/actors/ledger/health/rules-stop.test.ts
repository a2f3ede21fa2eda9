// A node whose program is older than the rules of a register: it seals the docket that raises them, judges nothing
// after it, and says what it needs. It goes on where it stopped under a program that knows them.
import { expect } from 'chai';
import { isUpgradeNeeded } from '../../../../../actors/ledger/health/rules-stop.js';
import { RESTART_POLICY } from '../../../../../actors/supervisor.js';
import { isFailure } from '../../../../../core/base/result.js';
import { RULES_LATEST } from '../../../../../core/base/version.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import { docketHash } from '../../../../../core/register/docket.js';
import { signRulesSupport } from '../../../../../core/register/governance/rules-support.js';
import type { Kv } from '../../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { issuesOf } from '../../../../support/base/results.js';
import { RULES_NEXT } from '../../../../support/definitions/rules-next.js';
import { ownerActAt } from '../../../../support/mesh/mesh-governance.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signerOf,
  submitted,
} from '../../../../support/node/ledger-world.js';

const reg = 1;

async function chainOf(world: LedgerWorld): Promise<readonly SealedDocket[]> {
  const { height } = mustState(world);
  const found: SealedDocket[] = [];
  for (let at = 0; at <= height; at++) {
    const sealed = await world.chain.sealedDocket(reg, at);
    if (!sealed) throw new Error(`docket ${at} is sealed`);
    found.push(sealed);
  }
  return found;
}

/** Dockets 0 to 4 of a register: docket 2 raises its rules from 1 to 2. */
async function raised(): Promise<{ readonly world: LedgerWorld; readonly pin: string }> {
  const world = await ledgerWorld({ rulesLatest: RULES_NEXT });
  const pin = await foundedRegister(world);
  const support = [signRulesSupport(RULES_NEXT, signerOf('seat'))];
  await submitted(world, ownerActAt(world.clock.now(), 'set-rules-version', { rules: RULES_NEXT, support }));
  for (const sequence of [1, 2]) await submitted(world, anAction(world, pin, sequence));
  expect((await chainOf(world)).map(({ docket }) => docket.header.rules)).to.deep.equal([1, 1, 1, 2, 2]);
  return { world, pin };
}

/** Its program knows the latest rules, unless stated. */
function follower(kv: Kv, clock: LedgerWorld['clock'], rulesLatest = RULES_LATEST): Promise<LedgerWorld> {
  return ledgerWorld({ kv, clock, keys: keysOf('follower'), rulesLatest });
}

describe('a register whose rules a node does not know', () => {
  it('is sealed up to the docket that raises them, stops there with the reason, and goes on after an upgrade', async () => {
    const { world, pin } = await raised();
    const chain = await chainOf(world);
    const kv = memoryKv();
    const old = await follower(kv, world.clock);
    expect(isFailure(await old.ledger.follow({ genesis: chain[0]!, advertise: false }))).to.equal(false);
    old.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 4 });
    const range = async function* () {
      yield* chain.slice(1);
    };
    const adopting = old.ledger.adoptRange(REGISTER_ID, range(), 'all');
    await world.clock.advance(100);
    const result = await adopting;
    expect(result).to.include({ adopted: 2, height: 2 });
    expect(result.issues[0]?.code).to.equal('UPGRADE_NEEDED');
    const record = old.ledger.register(REGISTER_ID)!;
    expect(record.status).to.equal('CHECKING');
    expect(isUpgradeNeeded(record)).to.equal(true);
    expect(record.statusReason).to.contain('follows rules 2').and.to.contain('knows 1 to 1').and.to.contain('install');
    expect(mustState(old)).to.include({ height: 2, rules: 2 });

    const again = await old.ledger.adopt(REGISTER_ID, chain[3]!);
    expect(issuesOf(again)).to.have.nested.property('0.code', 'UPGRADE_NEEDED');
    const outcome = await submitted(old, anAction(old, pin, 9));
    expect(outcome).to.have.nested.property('issues[0].code', 'UPGRADE_NEEDED');
    old.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: 4 });
    await world.clock.advance(1000);
    expect(old.ledger.register(REGISTER_ID)?.status, 'what peers tell ends nothing').to.equal('CHECKING');
    // The tip may come to be believed behind the stop: two peers that told it are compared meanwhile.
    await old.ledger['records'].markConfirmed(REGISTER_ID, world.clock.now());
    expect(old.ledger.register(REGISTER_ID)?.statusReason, 'the reason stays').to.equal(record.statusReason);
    expect(
      old.logged.filter(({ level }) => level === 'error'),
      'said once',
    ).to.have.length(1);
    await old.ledger.stop();

    const same = await follower(kv, world.clock);
    expect(same.ledger.register(REGISTER_ID)?.status).to.equal('CHECKING');
    expect(issuesOf(await same.ledger.adopt(REGISTER_ID, chain[3]!))).to.have.nested.property(
      '0.code',
      'UPGRADE_NEEDED',
    );
    await same.ledger.stop();

    const upgraded = await follower(kv, world.clock, RULES_NEXT);
    await world.clock.settle();
    expect(upgraded.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    expect(upgraded.ledger.register(REGISTER_ID)).not.to.have.property('statusReason');
    for (const sealed of chain.slice(3)) expect(await upgraded.ledger.adopt(REGISTER_ID, sealed)).to.equal('sealed');
    expect(mustState(upgraded)).to.deep.equal(mustState(world));
  });

  it('stops there too where its driver failed while the disk wrote the docket that raises them', async () => {
    const { world } = await raised();
    const chain = await chainOf(world);
    const kv = memoryKv();
    const old = await follower(kv, world.clock);
    expect(isFailure(await old.ledger.follow({ genesis: chain[0]!, advertise: false }))).to.equal(false);
    expect(await old.ledger.adopt(REGISTER_ID, chain[1]!)).to.equal('sealed');
    kv.hold();
    void old.ledger.adopt(REGISTER_ID, chain[2]!);
    await world.clock.settle();
    expect(kv.pending).to.equal(1);
    // The registry is private, and a failure has no public way in.
    old.ledger['registry'].peek(REGISTER_ID)?.driver?.pool.fail(new Error('a bug in a rule'));
    kv.release();
    await world.clock.advance(RESTART_POLICY.backoffMaxMs);
    expect(old.ledger.figures().restarts).to.equal(1);
    const record = old.ledger.register(REGISTER_ID)!;
    expect([record.status, isUpgradeNeeded(record)]).to.deep.equal(['CHECKING', true]);
    expect(mustState(old)).to.include({ height: 2, rules: 2 });
    expect(issuesOf(await old.ledger.adopt(REGISTER_ID, chain[3]!))).to.have.nested.property(
      '0.code',
      'UPGRADE_NEEDED',
    );
    await old.ledger.stop();
  });

  it('takes no vote of a seat here: a program that went back signs nothing', async () => {
    const { world, pin } = await raised();
    await world.ledger.stop();
    const back = await ledgerWorld({ kv: world.kv, clock: world.clock });
    const outcome = await submitted(back, anAction(back, pin, 3));
    expect(outcome).to.have.nested.property('issues[0].code', 'UPGRADE_NEEDED');
    await world.clock.advance(60_000);
    expect(mustState(back).height).to.equal(4);
    expect(back.ledger.register(REGISTER_ID)?.status).to.equal('CHECKING');
    await back.ledger.stop();
    const forward = await ledgerWorld({ kv: world.kv, clock: world.clock, rulesLatest: RULES_NEXT });
    await world.clock.settle();
    expect(await submitted(forward, anAction(forward, pin, 3))).to.include({ status: 'sealed', height: 5 });
  });

  it('is taken over by no program that does not know the rules of its genesis', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const [genesis] = await chainOf(world);
    const header = { ...genesis!.docket.header, rules: RULES_LATEST + 1 };
    const later = { ...genesis!.docket, header, hash: docketHash(header) };
    const other = await follower(memoryKv(), world.clock);
    expect(
      issuesOf(await other.ledger.follow({ genesis: { ...genesis!, docket: later }, advertise: false })),
    ).to.have.nested.property('0.code', 'DOCKET_RULES_UNKNOWN');
    expect(issuesOf(await other.ledger.genesis.attest(later))).to.have.nested.property(
      '0.code',
      'DOCKET_RULES_UNKNOWN',
    );
  });
});
