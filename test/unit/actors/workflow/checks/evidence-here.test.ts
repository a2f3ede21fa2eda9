// Kept evidence of a sealed run, before it is judged: what the node of the sender gives is held against the sealed
// hashes, so that a false answer leaves a reader where it was.
import { expect } from 'chai';
import { type EvidenceRead, hasEvidence } from '../../../../../actors/workflow/checks/evidence-here.js';
import { evidenceGone, KeptEvidence } from '../../../../../actors/workflow/kept/keeper.js';
import { issue } from '../../../../../core/base/issue.js';
import { KEPT_REST_MS } from '../../../../../core/base/limits/node/wallets.js';
import { fail, type Result } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import type { KeptGates } from '../../../../../core/envelope/cells/kept.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { KeptEvidenceRows } from '../../../../../storage/tables/credentials/kept-evidence.js';
import { GatedLedger } from '../../../../support/credentials/gated-ledger.js';
import { BOBS, BOBS_KEYS } from '../../../../support/node/wallet-nodes.js';
import { bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const ledger = new GatedLedger([{ evidence: 'kept' }]);
const kept: Record<string, KeptGates[string]> = {};
const run = ledger.take({ onKept: (gates) => Object.assign(kept, gates) });
const { view } = ledger.at.ledger;
const definition = ledger.at.definition as unknown as Definition;
const expected = expectGroup(definition, run, { wallet: bob.address, taken: {}, row: undefined });
const read = (more: Partial<EvidenceRead> = {}): EvidenceRead => ({
  ...{ definition, run, sealedAtMs: 0, expected, deliveredTo: () => undefined },
  reader: { wallet: BOBS, address: bob.address },
  ...more,
});
const AT = { registerId: REGISTER_ID, reg: 7 };
const other = { ...kept['licence']!, cells: [[{ v: 2 }], ...kept['licence']!.cells.slice(1)] };

describe('actors/workflow/checks/evidence-here', () => {
  let nowMs = 0;
  let answer: Result<KeptGates>;
  let asks = 0;
  let keeper: KeptEvidence;
  const counted: string[] = [];
  const chain = { transaction: () => undefined };
  const look = (more: Partial<EvidenceRead> = {}, keystore: object = BOBS_KEYS) =>
    hasEvidence({ chain: chain as never, keystore: keystore as never, kept: keeper }, AT, read(more));
  /** Whether it is here once the node of the sender answered, for which nobody waits. */
  const has = async () => {
    expect(await look()).to.equal(false);
    await new Promise<void>((resolve) => setImmediate(resolve));
    return look();
  };
  const find = () => keeper.find(REGISTER_ID, run.txId, ['licence']);
  beforeEach(() => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    [nowMs, asks, answer] = [0, 0, kept];
    counted.length = 0;
    keeper = new KeptEvidence({
      ...{ clock: { now: () => nowMs, steady: () => nowMs }, log: { warn: () => undefined } },
      rows: new KeptEvidenceRows(kv, journal),
      secrets: { encrypt: (_: string, text: string) => text, decrypt: (_: string, text: string) => text } as never,
      ...{ chain: { transaction: () => undefined }, ledger: { register: () => undefined } },
      commit: (ops) => journal.commit(ops),
      ask: async () => {
        asks++;
        return answer;
      },
      onCame: () => undefined,
      metrics: { countEvidence: (outcome) => counted.push(outcome) },
    });
  });

  it('is fetched once, and then it is here', async () => {
    expect([await has(), await look(), asks, counted]).to.deep.equal([true, true, 1, ['fetched']]);
    expect(find()).to.deep.equal(kept);
    expect(view.transaction(run.txId)?.txId).to.equal(run.txId);
  });

  for (const [what, lie] of [
    ['other evidence', { licence: other }],
    ['evidence under another seed', { licence: { ...kept['licence']!, seed: 'A'.repeat(43) } }],
    ['no class', { licence: { seed: '', cells: [] } }],
  ] as const)
    it(`keeps nothing of a sender whose node gives ${what}, until it gives the sealed one`, async () => {
      answer = lie;
      expect([await has(), find(), counted]).to.deep.equal([false, undefined, ['false']]);
      expect([await look(), asks], 'at rest').to.deep.equal([false, 1]);
      [nowMs, answer] = [KEPT_REST_MS, kept];
      expect([await has(), find(), counted]).to.deep.equal([true, kept, ['false', 'fetched']]);
    });

  it('is still to come where the node of the sender is away', async () => {
    answer = fail(evidenceGone());
    expect([await has(), counted]).to.deep.equal([false, ['away']]);
  });

  it('is none of a wallet that reads no evidence, and of a run that does not open for it', async () => {
    expect(await look({ expected: undefined })).to.equal(true);
    expect(await look({ expected: { ...expected!, kept: [] } })).to.equal(true);
    expect(await look({ expected: { ...expected!, classes: [] } })).to.equal(true);
    expect(await look({ reader: { wallet: BOBS, address: 'stranger' } })).to.equal(true);
    const locked = { useToOpen: async () => fail(issue('WALLET_LOCKED', '', '')) };
    expect(await look({}, locked)).to.equal(true);
    expect(asks).to.equal(0);
  });
});
