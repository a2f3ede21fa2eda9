// A gate whose sender lied, over HTTP: who reads the evidence finds it, and objects in private on the ground
// `credential`. The node of the resolver judges what it is shown; nobody else reads a claim.
import { expect } from 'chai';
import { fromBase64, toBase64, toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { nonceOf } from '../../../../core/credentials/gate/bytes.js';
import { splitSdJwt } from '../../../../core/credentials/sd-jwt/compact.js';
import { trustRootAt } from '../../../../core/register/trust/as-of.js';
import { permit, ROOT_DER, showPermit, VCT } from '../../../support/credentials/office.js';
import { asks, definitionOf, num, shows, to } from '../../../support/definitions/short-definitions.js';
import { wallet } from '../../../support/register/ledger.js';
import { ask, buyer } from '../../ledger/fixtures.js';
import { outsideRun } from '../../people/deliveries/outside-run.js';
import { type DraftRegister, draftRegister, said } from '../../people/draft-register.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { worldOfAll } from '../../world/world-of.js';
import { OFFICE } from '../disputes/false-run.js';

const liar = wallet('liar at the gate');
const AUDIENCE = 'x509_san_dns:liar.example';
const CHALLENGE = new Uint8Array(32).fill(3);
const LICENCE = {
  ...{ id: 'licence', vct: VCT, readers: ['z'], requiredClaims: [{ claimName: 'name', expectedValue: 'Ada' }] },
  trustPolicy: { sources: [{ kind: 'x509-tenant', confersAssurance: 'Low', anchors: [sha256Hex(ROOT_DER)] }] },
};

/** The liar applies with a licence, of which the office reads the evidence; the arbiter judges in private. */
const definitionWith = (arbiter: string): JsonObject => ({
  ...definitionOf(
    [
      {
        sender: 'y',
        ...asks({ n: num }),
        ...shows({ z: ['*'], x: ['n'] }),
        ...to(2),
        credentialRequirements: [LICENCE],
      },
      { sender: 'z', ...asks({ done: num }), ...to() },
    ] as never,
    {
      participants: Object.entries({ x: buyer.address, y: liar.address, z: OFFICE, r: arbiter }).map(
        ([id, walletAddress]) => ({ id, walletAddress }),
      ),
    },
  ),
  disputes: { resolver: 'r', judgeWithin: 'P2D' },
});

describe('a false gate', () => {
  const world = worldOfAll();
  let at: DraftRegister;
  let definition: JsonObject;
  let arbiter: string;

  before(async () => {
    await seedExampleWallet(world.deps);
    const made = await ask(world, 'createWallet', { body: { title: 'Arbiter', keyType: 'ED25519' } });
    arbiter = made.json.walletAddress;
    definition = definitionWith(arbiter);
    at = await draftRegister(world, definition);
    expect(said(await at.record('buyer', [buyer]))).to.equal('200 sealed');
    expect(said(await at.record('liar', [liar], { verifierIds: [AUDIENCE] }))).to.equal('200 sealed');
  });

  /** A run with a licence of this name. */
  async function stated(instanceId: string, name: string): Promise<string> {
    const view = world.deps.chain.view(world.deps.ledger.register(at.registerId)?.reg as number);
    const atMs = world.deps.clock.now();
    const asOf = 3;
    const statement = { asOf, at: new Date(atMs).toISOString(), id: 'licence', trust: trustRootAt(view, asOf) };
    const publicKey = fromBase64(world.deps.wallets.find(OFFICE)?.publicKey ?? '') as Uint8Array;
    const run = outsideRun(world, at, {
      ...{ definition, instanceId, by: liar, data: { n: 1 }, next: [2] },
      holders: { x: buyer.address, y: liar.address, z: OFFICE },
      keys: [
        ...[buyer, liar].map((one) => ({ walletAddress: one.address, publicKey: one.publicKey })),
        { walletAddress: OFFICE, publicKey },
      ],
      gated: {
        statements: [statement],
        evidence: (bound) => {
          const nonce = nonceOf(bound, CHALLENGE, 'licence');
          const showing = { nonce, audience: AUDIENCE, atMs, paths: [['name']] };
          const {
            issued,
            disclosures,
            proof = '',
          } = splitSdJwt(showPermit(permit({ atMs, claims: { name } }), showing));
          const frame = { v: 1, format: 'sd-jwt-vc', challenge: toBase64Url(CHALLENGE), audience: AUDIENCE };
          const anchor = toBase64(ROOT_DER);
          return new Map([['licence', { frame: { ...frame, anchor }, issued, claims: disclosures, proof }]]);
        },
      },
    });
    expect(said(await at.submit(run))).to.equal('200 sealed');
    return run.transactionId;
  }

  const place = (instanceId: string) => ({ params: { instanceId }, query: { registerId: at.registerId } });
  const object = (instanceId: string, txId: string, body: JsonObject = {}) =>
    ask(world, 'objectInstance', {
      ...place(instanceId),
      body: { senderWallet: OFFICE, txId, isPrivate: true, ...body },
    });
  const gatesSeen = async (instanceId: string) => {
    const query = { registerId: at.registerId, wallet: OFFICE };
    const { json } = await ask(world, 'getInstanceState', { ...place(instanceId), query });
    return (json.facts ?? []).flatMap(({ runs }: JsonObject) =>
      (runs as readonly JsonObject[]).map((run) => run.gates),
    );
  };

  it('is proven in private by the node of the resolver, and shows nobody else a claim', async () => {
    const txId = await stated('lie', 'Eve');
    const seen = { gate: 'licence', verdict: 'violated', ground: 'claims', claims: { name: 'Eve' } };
    expect(await gatesSeen('lie')).to.deep.equal([[seen]]);
    const before = await object('lie', txId, { preview: true });
    expect(before.json, before.text).to.deep.include({ status: 'preview', ground: 'credential' });
    expect([...before.json.readers].sort()).to.deep.equal([OFFICE, arbiter, liar.address].sort());
    const made = await object('lie', txId);
    expect(made.json, made.text).to.include({ status: 'sealed' });
    const params = { registerId: at.registerId, txId: made.json.transactionId };
    expect((await ask(world, 'getTransaction', { params })).text).to.not.match(/Eve|claims\/name/);
    const word = await ask(world, 'resolveInstance', { ...place('lie'), body: { senderWallet: arbiter } });
    expect(word.json, word.text).to.deep.include({ role: 'r', proven: true, ground: 'credential', status: 'sealed' });
    const { json } = await ask(world, 'getInstance', place('lie'));
    expect(json.faults[0]).to.deep.include({ transactionId: txId, objectedBy: OFFICE, ground: 'credential' });
    expect(json.currentActionIds).to.deep.equal([1]);
  });

  it('is none where what was shown is good', async () => {
    const txId = await stated('good', 'Ada');
    expect(JSON.stringify(await gatesSeen('good')))
      .to.contain('verified')
      .and.not.contain('violated');
    expect(said(await object('good', txId))).to.match(/^422 VAL_OBJ_004/);
  });
});
