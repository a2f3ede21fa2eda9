// Evidence that anybody changed proves nothing: every value, every member, borrowed parts of other evidence, and keys
// that any signature fits.
import { expect } from 'chai';
import { evidenceAt } from '../../../../../api/groups/ledger/transactions/evidence.js';
import type { Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { isSeats } from '../../../../../core/register/genesis/payload.js';
import { validatorIdOf } from '../../../../../core/register/roster.js';
import {
  anAction,
  foundedRegister,
  ledgerWorld,
  REGISTER_ID,
  submitted,
} from '../../../../support/node/ledger-world.js';

type Node = { [member: string]: Json };

/** Values that no longer say the same. */
function others(value: Json): Json[] {
  if (typeof value === 'number') return [value + 1, value + 2 ** 32, -1, value + 0.5, 2 ** 53, String(value)];
  if (typeof value === 'boolean') return [!value];
  if (typeof value !== 'string') return [];
  const last = value.at(-1) === '0' ? '1' : '0';
  return [
    `${value.slice(0, -1)}${last}`,
    `${value} `,
    value === value.toUpperCase() ? `${value}x` : value.toUpperCase(),
    '',
    null,
  ];
}

function set(node: Node, name: string, value: Json): void {
  node[name] = value;
}

/** Every document that differs from the given one in one place, with the place. */
function* changed(root: Json, at = ''): Generator<readonly [string, (copy: Node) => void]> {
  for (const [name, value] of Object.entries(root as Node)) {
    const path = `${at}/${name}`;
    const parent = (copy: Node) =>
      at
        .split('/')
        .slice(1)
        .reduce((node, step) => node[step] as Node, copy);
    for (const other of others(value).filter((one) => one !== value))
      yield [`${path} = ${JSON.stringify(other)}`, (copy) => set(parent(copy), name, other)];
    if (Array.isArray(root)) {
      yield [`${path} twice`, (copy) => void (parent(copy) as unknown as Json[]).push(structuredClone(value))];
      yield [`${path} gone`, (copy) => void (parent(copy) as unknown as Json[]).splice(Number(name), 1)];
    } else yield [`${path} gone`, (copy) => void delete parent(copy)[name]];
    if (typeof value === 'object' && value !== null) {
      if (!Array.isArray(value))
        yield [`${path}/unknown added`, (copy) => set(parent(copy)[name] as Node, 'unknown', 'a claim')];
      yield* changed(value, path);
    }
  }
}

describe('forged evidence', () => {
  let action: Node;
  let publication: Node;
  let elsewhere: Node;

  before(async () => {
    const world = await ledgerWorld();
    const pin = await foundedRegister(world);
    const together = [1, 2, 3].map((n) => anAction(world, pin, n));
    for (const tx of together) void world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
    await world.clock.settle();
    const evidenceOf = async (txId: string) => {
      const sealed = world.chain.transaction(1, txId);
      if (!sealed) throw new Error('not sealed');
      const evidence = await evidenceAt(world.chain, 1, sealed);
      if (isFailure(evidence)) throw new Error(evidence.issue.message);
      return JSON.parse(JSON.stringify(evidence)) as Node;
    };
    action = await evidenceOf(together[1]!.txId);
    publication = await evidenceOf(pin);
    const late = anAction(world, pin, 4);
    await submitted(world, late);
    elsewhere = await evidenceOf(late.txId);
    expect(action['registerId']).to.equal(REGISTER_ID);
  });

  const proves = (document: Json): boolean => !isFailure(verifyEvidence(document, verifySync));

  it('is what was not changed', () => {
    for (const document of [action, publication, elsewhere]) expect(proves(document)).to.equal(true);
    expect(proves({ ...action, unknown: 'a claim' })).to.equal(false);
  });

  for (const kind of ['action', 'publication'] as const)
    it(`is refused when one place of the evidence of a${kind === 'action' ? 'n action' : ' publication'} was changed`, () => {
      const document = kind === 'action' ? action : publication;
      const accepted: string[] = [];
      let tried = 0;
      for (const [place, change] of changed(document)) {
        const copy = structuredClone(document);
        change(copy);
        tried++;
        if (proves(copy)) accepted.push(place);
      }
      expect(tried).to.be.greaterThan(300);
      expect(accepted).to.deep.equal([]);
    });

  it('is refused when parts of two documents are put together', () => {
    for (const [one, other] of [
      [action, elsewhere],
      [elsewhere, publication],
      [publication, action],
    ] as const)
      for (const member of ['txId', 'transaction', 'docket'])
        expect(proves({ ...one, [member]: other[member]! }), member).to.equal(false);
  });

  it('never takes another docket of height 0 for the genesis', () => {
    const genesis = action['genesis'] as Node;
    const docket = { ...(action['docket'] as Node), header: genesis['header']!, certificate: genesis['certificate']! };
    expect(proves({ ...action, docket })).to.equal(false);
  });

  it('has no seat whose key any signature fits', () => {
    const seat = (consensusKey: string) => [
      { validatorId: validatorIdOf(consensusKey), orgId: 'o', consensusKey, peerId: '' },
    ];
    expect(isSeats(seat(`01${'00'.repeat(31)}`))).to.equal(false);
    expect(isSeats(seat('00'.repeat(32)))).to.equal(false);
  });
});
