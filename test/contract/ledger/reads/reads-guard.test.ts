// Which operations may answer that something is not there: each reads through the guard of reads, or stands here with
// the reason why it cannot; and the guard is there under every path to the same thing, for who sees the register and
// for a party of another tenant.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { MISSES } from '../../../../api/dispatch/reads.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { prepareFiles } from '../../workflow/files/files.js';
import { operations, type RequestParts } from '../../world/caller.js';
import { worldOfAll } from '../../world/world-of.js';
import { ask, exampleOrders, genesisSubmission, type Orders } from '../fixtures.js';

const UNKNOWN_TX = '0'.repeat(64);
const FOREIGN = '22222222-3333-4444-8555-666666666666';
const OTHER_TENANT = '99999999-aaaa-4bbb-8ccc-dddddddddddd';
const FILE_ID = '0'.repeat(32);

const KEY_OF_ITS_OWN = 'The key of its path names the entity: api/groups/ledger/odata asks the register for sure.';
const NO_NAME_NEEDED =
  'It is looked for in every register that the caller sees, of which any may be behind; guarded where the caller names one.';

/** Reads that may miss without the guard: all or some of their calls name no register. */
const UNGUARDED: Readonly<Record<string, string>> = {
  getVersion: NO_NAME_NEEDED,
  getDefinition:
    'It is looked for in every register that the caller sees: getPublication reads it from one that is named.',
  getInstance: NO_NAME_NEEDED,
  getInstanceDefinition: NO_NAME_NEEDED,
  getInstanceState: NO_NAME_NEEDED,
  getNextActions: NO_NAME_NEEDED,
  listDisclosures: NO_NAME_NEEDED,
  listActionDisclosures: NO_NAME_NEEDED,
  getInstanceEvidence: NO_NAME_NEEDED,
  getInstanceProvenance: NO_NAME_NEEDED,
  getFieldProvenance: NO_NAME_NEEDED,
  queryOData: KEY_OF_ITS_OWN,
  queryODataMember: KEY_OF_ITS_OWN,
  queryODataPart: KEY_OF_ITS_OWN,
};

type Part = { readonly properties?: object; readonly required?: readonly string[] } | undefined;

/** True where no call of the operation can leave the register out. */
function namesRegister({ input }: AnyRoute): boolean {
  const required = [input?.params as Part, input?.query as Part].flatMap((part) => part?.required ?? []);
  return required.some((name) => name === 'registerId' || name === 'register');
}

describe('reads that miss', () => {
  const missing = operations().filter(
    ({ definition }) => definition.method === 'GET' && definition.errors.some((code) => MISSES.has(code)),
  );

  it('are guarded, or listed here with a reason', () => {
    const bare = missing.filter(({ definition }) => definition.reads !== 'sealed' || !namesRegister(definition));
    expect(bare.map(({ id }) => id)).to.have.members(Object.keys(UNGUARDED));
    expect(missing.length).to.be.greaterThan(bare.length);
  });

  it('are guarded where a caller names the register that he may leave out', () => {
    const optional = Object.keys(UNGUARDED).filter((id) => UNGUARDED[id] === NO_NAME_NEEDED);
    const unguarded = missing.filter(({ id, definition }) => optional.includes(id) && definition.reads !== 'sealed');
    expect(unguarded.map(({ id }) => id)).to.deep.equal([]);
  });
});

describe('the guard of reads', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const height = () => String(world.deps.ledger.reads.height(at.registerId));
  /** Reads of a transaction by another path than /api/registers. */
  const others = (registerId: string, tx: string): readonly (readonly [string, RequestParts])[] => {
    const wallet = EXAMPLE.walletAddress;
    return [
      ['getValidatorReceipt', { params: { registerId, txId: tx } }],
      ['getAction', { params: { wallet, register: registerId, tx } }],
      ['downloadActionFile', { params: { wallet, register: registerId, tx, fileId: FILE_ID } }],
      [
        'downloadWalletFile',
        { params: { address: wallet }, query: { registerId, actionTxId: tx, fieldName: 'drawings', fileIndex: 0 } },
      ],
    ];
  };

  /** As on a node that may lack what others have sealed. */
  async function lagging(during: () => Promise<void>): Promise<void> {
    const { reads: real } = world.deps.ledger;
    (world.deps.ledger as { reads: typeof real }).reads = {
      height: (id) => real.height(id),
      whenReached: (id, wanted) => real.whenReached(id, wanted),
      surely: async (_, attempt, isMiss) => {
        const result = await attempt();
        return isMiss(result) ? 'behind' : result;
      },
    };
    try {
      await during();
    } finally {
      (world.deps.ledger as { reads: typeof real }).reads = real;
    }
  }

  it('keeps a miss open under every path', () =>
    lagging(async () => {
      for (const [id, parts] of others(at.registerId, UNKNOWN_TX)) {
        const { status, json, headers } = await ask(world, id, parts);
        expect([status, json.code], id).to.deep.equal([503, 'REGISTER_BEHIND']);
        expect(Number(headers['retry-after']), id).to.be.greaterThan(0);
      }
    }));

  it('tells the height with a miss that is final, under every path', async () => {
    for (const [id, parts] of others(at.registerId, UNKNOWN_TX)) {
      const { status, headers } = await ask(world, id, parts);
      expect([status, headers['register-height']], id).to.deep.equal([404, height()]);
    }
  });

  it('tells the height with a file, and with the lists of a wallet', async () => {
    const { params, query } = await prepareFiles.downloadActionFile!(world);
    const file = await ask(world, 'downloadActionFile', { ...(params && { params }), ...(query && { query }) });
    expect([file.status, file.headers['register-height']], file.text).to.deep.equal([200, height()]);
    for (const id of ['listPendingActions', 'listStartingActions']) {
      const list = await ask(world, id, { params: { wallet: EXAMPLE.walletAddress, register: at.registerId } });
      expect([list.status, list.headers['register-height']], id).to.deep.equal([200, height()]);
    }
  });

  it('keeps a miss open for a party of another tenant, who is told no height', async () => {
    const genesis = genesisSubmission(world, FOREIGN, OTHER_TENANT);
    const made = await ask(world, 'submitGenesis', { body: genesis }, { as: 'systemAdmin' });
    expect(made.status, made.text).to.equal(201);
    const all = [['getReceipt', { params: { registerId: FOREIGN, txId: UNKNOWN_TX } }] as const];
    const reads = [...all, ...others(FOREIGN, UNKNOWN_TX)];
    for (const [id, parts] of reads) {
      const { status, headers } = await ask(world, id, parts);
      expect([status, headers['register-height']], id).to.deep.equal([404, undefined]);
    }
    await lagging(async () => {
      for (const [id, parts] of reads) {
        const { status, json, headers, text } = await ask(world, id, parts);
        expect([status, json.code], id).to.deep.equal([503, 'REGISTER_BEHIND']);
        expect(headers['register-height'], id).to.equal(undefined);
        expect(text, id).to.not.match(/height/);
      }
      const seen = await ask(world, 'getReceipt', { params: { registerId: FOREIGN, txId: genesis.transactionId } });
      expect([seen.status, seen.headers['register-height']]).to.deep.equal([200, undefined]);
      const hidden = await ask(world, 'getTransaction', { params: { registerId: FOREIGN, txId: UNKNOWN_TX } });
      expect([hidden.status, hidden.json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    });
  });
});
