// The pipeline about encrypted moves of language 2: a patched sender seals to too few wallets, to too many, to others,
// or in other groups, and no validator takes it. Only an envelope for the holders, in their groups, is valid.
import { expect } from 'chai';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { contentOf, encryptCells } from '../../../../../core/envelope/cells/encrypt.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import {
  act,
  alice,
  bob,
  Ledger,
  publish,
  REGISTER_ID,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';

const carol = wallet('carol');
const stranger = wallet('stranger');

/** alice plays x, bob y, carol z. y sees a and b, z sees b. */
const DEFINITION = {
  ...definitionOf([
    { ...asks({ a: num, b: num }), ...shows({ y: ['*'], z: ['b'] }), ...to(2) },
    { sender: 'y', ...to() },
  ]),
  participants: Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({
    id,
    walletAddress: address,
  })),
};

interface Groups {
  readonly wallets: readonly Wallet[];
  /** Places of classes: 0 is a, 1 is b. */
  readonly classes: readonly number[];
}

const byAddress = (wallets: readonly Wallet[]): readonly Wallet[] =>
  [...wallets].sort((one, other) => (one.address < other.address ? -1 : 1));

function world() {
  const ledger = new Ledger();
  const publication = publish(DEFINITION as unknown as JsonObject);
  ledger.seal(publication);
  const definition = DEFINITION as unknown as Definition;
  const [first] = definition.actions;
  const layout = layoutOf(definition, first as Definition['actions'][number]);
  const instanceId = 'inst-1';
  const header = { actionId: '1', instanceId, publicationTxId: publication.txId };
  const routing = { completedActionId: 1, next: [2], blueprintDefinitionTxId: publication.txId };
  const envelope = (groups: readonly Groups[]): JsonObject => {
    const content = contentOf(layout, { a: 1, b: 2 }, []);
    if (isFailure(content)) throw new Error(JSON.stringify(content));
    const run = { ...header, registerId: REGISTER_ID, senderWallet: alice.address };
    const received = groups.map(({ wallets, classes }) => ({
      classes,
      recipients: wallets.map(({ address, algorithm, publicKey }) => ({
        walletAddress: address,
        algorithm,
        publicKey,
      })),
    }));
    const made = encryptCells({ run, ...content, groups: received, files: [], entropy: sha256('entropy') });
    if (isFailure(made)) throw new Error(JSON.stringify(made));
    return JSON.parse(JSON.stringify(made)) as JsonObject;
  };
  const sent = (payload: JsonObject, more: object = {}): Transaction => {
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    const metadata = { type: 'Action', contentEncoding: 'encrypted', routing };
    const draft = { ...header, recipients, metadata: metadata as JsonObject, payload: payload as Json };
    return act({ ...draft, ...more }, alice);
  };
  const judge = (payload: JsonObject, more: object = {}): string => {
    const { state, view } = ledger;
    const verdict = validate(sent(payload, more), { state, view, signaturesOk: true });
    return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
  };
  return { judge, envelope };
}

describe('the validation pipeline of envelopes with cells', () => {
  const { judge, envelope } = world();
  /** alice and bob read all, carol b. Groups stand in the order of their smallest addresses. */
  const honest: readonly Groups[] = [
    { wallets: byAddress([alice, bob]), classes: [0, 1] },
    { wallets: [carol], classes: [1] },
  ].sort((one, other) => (one.wallets[0]!.address < other.wallets[0]!.address ? -1 : 1));

  it('takes one for the holders, in the groups that follow from the definition', () => {
    expect(judge(envelope(honest))).to.equal('ok');
  });

  it('refuses one that leaves a holder out, or is for a stranger', () => {
    expect(judge(envelope(honest.filter(({ wallets }) => !wallets.includes(carol))))).to.equal('VAL_CELL_003');
    const more = honest.map((group) =>
      group.wallets.includes(carol) ? { ...group, wallets: byAddress([carol, stranger]) } : group,
    );
    expect(judge(envelope(more))).to.equal('VAL_CELL_003');
    const instead = honest.map((group) => (group.wallets.includes(carol) ? { ...group, wallets: [stranger] } : group));
    expect(judge(envelope(instead))).to.equal('VAL_CELL_003');
  });

  it('refuses other groups of the right wallets, and another order', () => {
    const apart = byAddress([alice, bob, carol]).map((one) => ({
      wallets: [one],
      classes: one === carol ? [1] : [0, 1],
    }));
    expect(judge(envelope(apart))).to.equal('VAL_CELL_002');
    expect(judge(envelope([{ wallets: byAddress([alice, bob, carol]), classes: [0, 1] }]))).to.equal('VAL_CELL_002');
    expect(judge(envelope([...honest].reverse()))).to.equal('VAL_CELL_002');
  });

  it('refuses a header that names other recipients than its envelope, and an opening without a name', () => {
    const all = byAddress([alice, bob, carol]).map(({ address }) => address);
    expect(judge(envelope(honest), { recipients: all })).to.equal('ok');
    const [one = '', ...others] = all;
    for (const recipients of [undefined, [], others, [...others, one], [...all, stranger.address]])
      expect(judge(envelope(honest), { recipients }), JSON.stringify(recipients)).to.contain('VAL_SCHEMA_006');
    expect(judge(envelope(honest), { instanceId: undefined })).to.contain('VAL_SCHEMA_006');
  });

  it('refuses an envelope without its root, or of another version', () => {
    const { root: _, ...rootless } = envelope(honest);
    expect(judge(rootless)).to.equal('VAL_SCHEMA_006');
    expect(judge({ ...envelope(honest), root: 'AA' })).to.equal('VAL_SCHEMA_006');
    expect(judge({ ...rootless, v: 1 })).to.equal('VAL_CELL_001');
  });
});
