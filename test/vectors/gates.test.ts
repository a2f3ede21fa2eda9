// Gates of actions: root of the data, nonce, mark of use and what a verifier signs. UPDATE_VECTORS=1 writes the file
// anew; test/contract/python/gates.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromHex, toHex, utf8 } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import { nonceOf, plainDataRoot, useOf, verifiedDigest } from '../../core/credentials/gate/bytes.js';
import type { GateStatement } from '../../core/credentials/gate/statement.js';

const PATH = 'test/vectors/gates.json';
const REGISTER = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const PLACE = '9a5a27f2d1b97a2301b8bba955bebd45f769cad8f15694e8522f8aa7870d66d4';
const ROOT = 'e343d78745d712ffa49c2f183bb2fb273cef2311706e154003ee6b3f6de613cb';
const [CHALLENGE, ENVELOPE, TRUST] = ['03', '04', 'ab'].map((byte) => byte.repeat(32)) as [string, string, string];
const statement: GateStatement = { asOf: 812, at: '2026-11-28T13:00:00.000Z', id: 'licence', trust: TRUST };

interface Case {
  readonly name: string;
  readonly dataRoot?: string;
  readonly payload?: JsonObject;
  readonly scope: string;
  readonly signed: string;
  /** Evidence in the clear, which the verifier signs for too. */
  readonly open?: JsonObject;
  readonly statement: GateStatement;
}

const CASES: readonly Case[] = [
  { name: 'cells', dataRoot: ROOT, scope: REGISTER, signed: 'eyJ.e30.AA', statement },
  {
    ...{ name: 'a payload in the clear', payload: { '@gate': { g0: { v: 1 } }, a: [1.5, null], é: 'x' } },
    ...{ scope: `${REGISTER}/inst-1`, signed: 'eyJ.e30' },
    open: { v: 1, issued: 'é' },
    statement: { ...statement, id: 'g0', use: 'cd'.repeat(32) },
  },
  {
    ...{ name: 'no data, and a statement that was signed', payload: {}, scope: 'r/i', signed: 'é' },
    statement: {
      ...statement,
      id: 'age_18',
      asOf: 0,
      by: { wallet: 'qr1x', algorithm: 'ED25519', publicKey: 'AA==', signature: 'AA==' },
    },
  },
];

function made({ name, dataRoot, payload, scope, signed, open, statement: stated }: Case): JsonObject {
  const root = payload ? plainDataRoot(payload) : fromHex(dataRoot ?? '');
  const run = { place: fromHex(PLACE), dataRoot: root };
  return {
    ...{ name, place: PLACE, dataRoot: toHex(root), ...(payload && { payload }), challenge: CHALLENGE, id: stated.id },
    ...{ nonce: nonceOf(run, fromHex(CHALLENGE), stated.id), scope, signed, use: useOf(scope, utf8(signed)) },
    ...{ root: ENVELOPE, statement: stated as unknown as JsonObject },
    ...(open && { open }),
    verified: toHex(verifiedDigest({ place: run.place, root: fromHex(ENVELOPE), open }, stated)),
  };
}

describe('vectors: gates', () => {
  const vectors = CASES.map(made);
  if (process.env.UPDATE_VECTORS === '1') writeFileSync(PATH, `${JSON.stringify(vectors, null, 1)}\n`);

  it('are what the product makes (UPDATE_VECTORS=1 writes them)', () => {
    expect(JSON.parse(readFileSync(PATH, 'utf8'))).to.deep.equal(vectors);
  });

  it('have the worked example of the design', () => {
    expect(vectors[0]).to.include({
      nonce: 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E',
      use: '936d3f2f951c82ac486d4051062f08f1629d9490052aac32c259ec5c89161753',
    });
  });

  it('are of other bytes for each other part', () => {
    const run = { place: fromHex(PLACE), dataRoot: fromHex(ROOT) };
    const challenge = fromHex(CHALLENGE);
    const other = new Uint8Array(32);
    const nonces = [
      nonceOf(run, challenge, 'licence'),
      nonceOf({ ...run, place: other }, challenge, 'licence'),
      nonceOf({ ...run, dataRoot: other }, challenge, 'licence'),
      nonceOf(run, other, 'licence'),
      nonceOf(run, challenge, 'licences'),
    ];
    const signed = [
      verifiedDigest({ ...run, root: challenge }, statement),
      verifiedDigest({ place: other, root: challenge }, statement),
      verifiedDigest({ ...run, root: other }, statement),
      verifiedDigest({ ...run, root: challenge }, { ...statement, asOf: 811 }),
    ].map(toHex);
    expect(new Set([...nonces, ...signed]).size).to.equal(9);
  });
});
