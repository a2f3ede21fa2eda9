// Calls to a register whose head this node knows to be old: no refusal is final that a newer head may take back,
// whatever the door, and a refusal that no docket changes is given as ever. The same calls at the head show what the
// refusal would have been.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { governanceExamples } from '../../../api/groups/ledger/governance/examples.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { issue } from '../../../core/base/issue.js';
import { anOrder, ask, exampleOrders } from '../ledger/fixtures.js';
import { aParticipant } from '../ledger/participants.js';
import type { RequestParts } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { aStarted, REVIEWED } from './fixtures.js';

const { registerId } = LEDGER;
const NOBODY = '0'.repeat(64);
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const by = { senderWallet: EXAMPLE.walletAddress };
const order = { ...by, blueprintId: REVIEWED.id, registerAddress: registerId, actionId: '1', payloadData: {} };
const ofOrganisation = { organizationId: EXAMPLE.organisationId, participantId: 'nobody' };
const signed = { registerId, signerWalletAddress: EXAMPLE.walletAddress };

type Asked = readonly [id: string, parts: RequestParts, final: readonly [number, string], as?: 'systemAdmin'];

const missing = [404, 'INSTANCE_NOT_FOUND'] as const;

const OPEN: readonly Asked[] = [
  ['submitAction', { body: { ...order, instanceId: UNKNOWN } }, missing],
  ['submitAction', { body: { ...order, blueprintId: 'not-yet', actionId: '0' } }, [404, 'PUBLICATION_NOT_FOUND']],
  [
    'executeInstanceAction',
    { params: { instanceId: UNKNOWN, actionId: '1' }, body: { ...by, payloadData: {} } },
    missing,
  ],
  [
    'rejectInstanceAction',
    { params: { instanceId: UNKNOWN, actionId: '1' }, query: { registerId }, body: { ...by, reason: 'No.' } },
    missing,
  ],
  [
    'cancelInstance',
    { params: { instanceId: UNKNOWN }, query: { registerId }, body: { ...by, reason: 'No.' } },
    missing,
  ],
  [
    'rejectAction',
    { body: { ...by, registerAddress: registerId, transactionHash: NOBODY, reason: 'No.' } },
    [404, 'TRANSACTION_NOT_FOUND'],
  ],
  [
    'createInstance',
    { body: { registerId, blueprintId: LEDGER.blueprintId, publicationTxId: NOBODY } },
    [422, 'VAL_BP_VERSION_001'],
  ],
  [
    'publishBlueprint',
    {
      params: { registerId },
      body: { blueprintId: REVIEWED.id, override: UNREHEARSED, blueprintJson: { ...REVIEWED, title: 'Mine' } },
    },
    [403, 'ROSTER_ROLE_REQUIRED'],
    'systemAdmin',
  ],
  [
    'approveProposal',
    { params: { registerId, proposalId: NOBODY }, body: { isApproval: true, wallet: EXAMPLE.walletAddress } },
    [404, 'GOVERNANCE_PROPOSAL_NOT_FOUND'],
  ],
  ['updateParticipant', { params: ofOrganisation, body: signed }, [404, 'PARTICIPANT_NOT_FOUND']],
  ['revokeParticipant', { params: ofOrganisation, query: signed }, [404, 'PARTICIPANT_NOT_FOUND']],
];

const FINAL: readonly Asked[] = [
  ['submitAction', { body: { ...order, registerAddress: UNKNOWN } }, [404, 'REGISTER_NOT_FOUND']],
  ['submitAction', { body: { ...order, actionId: 'one' } }, [400, 'BODY_INVALID']],
  ['submitAction', { body: { ...order, senderWallet: `qr1${'q'.repeat(59)}` } }, [403, 'WALLET_ACCESS_DENIED']],
];

describe('a register that is behind, over HTTP', () => {
  const world = worldOfAll();
  before(async () => {
    await aStarted(world);
  });

  /** As when peers are ahead, or are no more. */
  async function behind(isBehind: boolean): Promise<void> {
    const { ledger } = world.deps as unknown as { ledger: { setSync(id: string, report: object): void } };
    ledger.setSync(registerId, { state: isBehind ? 'recovering' : 'synced', targetHeight: 100 });
    const wanted = isBehind ? 'RECOVERY' : 'ONLINE';
    while (world.deps.ledger.register(registerId)?.status !== wanted) await new Promise(setImmediate);
  }

  for (const [id, parts, [status, code], as = 'administrator'] of OPEN)
    it(`${id} is refused for good (${code}) by a head that is not known to be old, and by no other`, async () => {
      await behind(true);
      const early = await ask(world, id, parts, { as });
      expect([early.status, early.json.code], early.text).to.deep.equal([503, 'NODE_UNAVAILABLE']);
      expect(early.headers['retry-after']).to.match(/^\d+$/);
      await behind(false);
      const late = await ask(world, id, parts, { as });
      expect([late.status, late.json.code], late.text).to.deep.equal([status, code]);
    });

  for (const [id, parts, [status, code]] of FINAL)
    it(`${id} is refused with ${code} by any head`, async () => {
      for (const isBehind of [true, false]) {
        await behind(isBehind);
        const answer = await ask(world, id, parts);
        expect([answer.status, answer.json.code], answer.text).to.deep.equal([status, code]);
      }
    });

  it('goes on with what its head has already', async () => {
    await behind(true);
    const { instanceId } = await aStartedOrder();
    const query = { registerId };
    const answer = await ask(world, 'getInstance', { params: { instanceId }, query });
    expect(answer.status, answer.text).to.equal(200);
    await behind(false);
  });

  /**
   * The answer to a call whose transaction the ledger refuses by a head that it has caught up with meanwhile, and how
   * many were sent.
   */
  async function refusedOnce(id: string, parts: RequestParts) {
    const ledger = world.deps.ledger as { submit: typeof world.deps.ledger.submit };
    const { submit } = ledger;
    const sent: string[] = [];
    ledger.submit = async ({ txId }) => {
      sent.push(txId);
      await behind(false);
      return { status: 'refused', issues: [issue('VAL_CHAIN_FORK', '', 'Another action was first.')] };
    };
    try {
      await behind(true);
      const answer = await ask(world, id, parts);
      return [answer.status, answer.json.code, sent.length];
    } finally {
      ledger.submit = submit;
      await behind(false);
    }
  }

  it('tells what the ledger said of what was sent, and sends no other in its place', async () => {
    const { instanceId } = await aStartedOrder();
    const participantId = await aParticipant(world);
    const ofIt = { organizationId: EXAMPLE.organisationId, participantId };
    const { propose } = governanceExamples;
    const calls: readonly (readonly [string, RequestParts])[] = [
      ['cancelInstance', { params: { instanceId }, query: { registerId }, body: { ...by, reason: 'No.' } }],
      ['propose', propose.input as RequestParts],
      ['updateParticipant', { params: ofIt, body: { ...signed, participantName: 'Purchasing' } }],
      ['revokeParticipant', { params: ofIt, query: signed }],
    ];
    for (const [id, parts] of calls) expect(await refusedOnce(id, parts), id).to.deep.equal([409, 'VAL_CHAIN_FORK', 1]);
  });

  it('takes a signed transaction that its head takes, and refuses another only once it has caught up', async () => {
    const at = await exampleOrders(world);
    const parts = (publicationTxId: string) => ({
      params: { registerId },
      body: anOrder(world, { registerId, publicationTxId }),
    });
    const early = parts(NOBODY);
    await behind(true);
    expect((await ask(world, 'submitTransaction', parts(at.publicationTxId))).status).to.be.oneOf([200, 202]);
    const refused = await ask(world, 'submitTransaction', early);
    expect([refused.status, refused.json.code]).to.deep.equal([503, 'NODE_UNAVAILABLE']);
    await behind(false);
    expect((await ask(world, 'submitTransaction', early)).json).to.have.property('code', 'VAL_BP_VERSION_001');
  });

  async function aStartedOrder() {
    const body = { ...order, actionId: '0', payloadData: { amount: 3 } };
    const answer = await ask(world, 'submitAction', { body });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json as { instanceId: string };
  }
});
