// A party that is revoked between the moment in which a move is sealed and its docket: the node seals the move anew for
// those who may read it now, a few times, and its caller notices nothing.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../../core/base/limits/ledger/instances.js';
import { MADE_ANEW_MAX } from '../../../../core/base/limits/node/sealing.js';
import { asks, definitionOf, shows, to } from '../../../support/definitions/short-definitions.js';
import { ask, seller } from '../../ledger/fixtures.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfEach } from '../../world/world-of.js';
import { BLUEPRINT, draftRegister, said } from '../draft-register.js';

const OFFICE = EXAMPLE.walletAddress;
const DEFINITION = definitionOf(
  [
    { ...asks({ price: { type: 'integer' } }), ...shows({ y: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ qty: { type: 'integer' } }), ...shows({ x: ['*'] }), ...to() },
  ],
  {
    participants: [
      { id: 'x', walletAddress: OFFICE },
      { id: 'y', walletAddress: seller.address },
    ],
  },
) as unknown as JsonObject;

describe('a move whose readers change before its docket', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
  });

  /** `between` runs before each sealed move reaches the ledger; gives how many did. */
  function watched(between: (tries: number) => Promise<void>): () => number {
    const { ledger } = world.deps;
    const submit = ledger.submit.bind(ledger);
    let tries = 0;
    ledger.submit = async (tx, how) => {
      if (tx.header.metadata?.contentEncoding === 'encrypted') await between(++tries);
      return submit(tx, how);
    };
    return () => tries;
  }

  it('is sealed anew for those who may read it now', async () => {
    const at = await draftRegister(world, DEFINITION);
    const record = await at.record('seller', [seller]);
    const ends = { version: 2, status: 'Revoked', after: record.json.transactionId } as const;
    const triesOf = watched(async (tries) => {
      if (tries > 1) return;
      expect(said(await at.record('seller', [seller], ends))).to.equal('200 sealed');
      world.advance(READING_SLOT_MS);
    });
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
    const made = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10 } } });
    expect(said(made)).to.equal('200 sealed');
    expect(triesOf()).to.equal(2);
    const { registerId } = at;
    const reg = world.deps.ledger.register(registerId)?.reg as number;
    const sealed = world.deps.chain.view(reg).transaction(made.json.transactionId);
    expect(sealed?.header.recipients).to.deep.equal([OFFICE]);
  });

  it('stands for the rest of the time slot, and the next one leaves a revoked wallet out at once', async () => {
    const at = await draftRegister(world, DEFINITION);
    const record = await at.record('seller', [seller]);
    const ends = { version: 2, status: 'Revoked', after: record.json.transactionId } as const;
    const triesOf = watched(async (tries) => {
      if (tries === 1) expect(said(await at.record('seller', [seller], ends))).to.equal('200 sealed');
    });
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
    const recipients = async (price: number) => {
      const made = await ask(world, 'submitAction', { body: { ...body, payloadData: { price } } });
      expect(said(made)).to.equal('200 sealed');
      const reg = world.deps.ledger.register(at.registerId)?.reg as number;
      return world.deps.chain.view(reg).transaction(made.json.transactionId)?.header.recipients;
    };
    expect(await recipients(10)).to.have.members([OFFICE, seller.address]);
    expect(await recipients(11)).to.deep.equal([OFFICE]);
    expect(triesOf(), 'none was made anew').to.equal(2);
  });

  it('is refused at last where they change each time', async () => {
    const at = await draftRegister(world, DEFINITION);
    await at.record('seller', [seller]);
    const { ledger } = world.deps;
    let tries = 0;
    ledger.submit = async () => {
      tries += 1;
      return { status: 'refused', issues: [issue('VAL_CELL_003', '/header/recipients', 'Others read it now.')] };
    };
    const body = { blueprintId: BLUEPRINT, actionId: '1', senderWallet: OFFICE, registerAddress: at.registerId };
    const made = await ask(world, 'submitAction', { body: { ...body, payloadData: { price: 10 } } });
    expect(said(made)).to.match(/VAL_CELL_003/);
    expect(tries).to.equal(MADE_ANEW_MAX + 1);
  });
});
