// A register that one node sealed, a node that follows it, and the dockets that go from the one to the other.
import { expect } from 'chai';
import type { SealedDocket } from '../../../core/model/register.js';
import {
  anAction,
  foundedRegister,
  keysOf,
  type LedgerWorld,
  type LedgerWorldOptions,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from './ledger-world.js';

/** The sealed dockets of a register, each changed on its way. */
export async function* docketsOf(world: LedgerWorld, from = 1, change = (sealed: SealedDocket) => sealed) {
  for await (const sealed of world.chain.iterate(world.registers.byId(REGISTER_ID)!.reg, from)) yield change(sealed);
}

/** A register of one node with `count` dockets above genesis. */
export async function chainOf(count: number): Promise<LedgerWorld> {
  const world = await ledgerWorld();
  const pin = await foundedRegister(world);
  for (let i = 1; i < count; i++) await submitted(world, anAction(world, pin, i));
  return world;
}

/** A node that follows the register and has its genesis docket only. */
export async function replicaOf(from: LedgerWorld, options: LedgerWorldOptions = {}): Promise<LedgerWorld> {
  const replica = await ledgerWorld({ keys: keysOf('reader'), clock: from.clock, ...options });
  const [genesis] = await Promise.all([from.chain.sealedDocket(1, 0)]);
  const record = await replica.ledger.follow({ genesis: genesis!, advertise: false });
  expect(record).to.include({ status: 'RECOVERY', subscribed: true });
  return replica;
}
