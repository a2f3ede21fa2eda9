// Refusals of docs/hashes.md that hold together in every other respect: signed, sealed and proven. The product and the
// verifier written from that page refuse the same files, and take the same.
import { expect } from 'chai';
import { utf8 } from '../../core/base/bytes.js';
import { canonical, type Json, type JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { buildEvidence, type Evidence } from '../../core/chain/evidence/evidence.js';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { genesisDocket } from '../../core/chain/genesis/docket.js';
import { genesisAttestationDigest, voteDigest } from '../../core/consensus/digest.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../core/model/transaction.js';
import { docketHash } from '../../core/register/docket.js';
import { genesisDraft } from '../../core/register/genesis/genesis.js';
import { rosterHashOf } from '../../core/register/roster.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { forgedBranch } from '../support/register/evidence-files.js';
import {
  act,
  alice,
  genesisPayload,
  Ledger,
  NOW,
  publish,
  REGISTER_ID,
  signAsSeat,
  signed,
  system,
  VALIDATOR,
} from '../support/register/ledger.js';
import { Refused, verdictOf } from './verifier.js';

const ledger = new Ledger();
ledger.seal(publish());
const pin = ledger.dockets[1]!.docket.transactions[0]!.txId;
const HASH = 'ab'.repeat(32);

function verdicts(evidence: Evidence): readonly string[] {
  const file = JSON.parse(JSON.stringify(evidence));
  const found = verifyEvidence(file, verifySync);
  try {
    return [isFailure(found) ? 'invalid' : found.verdict, verdictOf(file)];
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [isFailure(found) ? 'invalid' : found.verdict, 'invalid'];
  }
}

const TAKEN = ['consistent', 'consistent'];
const NOT_TAKEN = ['invalid', 'invalid'];

/** Evidence of a genesis with this payload, which its seat attested. */
function founded(change: (payload: { [name: string]: Json }) => void): Evidence {
  const payload = JSON.parse(JSON.stringify(genesisPayload()));
  change(payload);
  const transaction = signed(genesisDraft(payload, system.address), [system]);
  const docket = genesisDocket({ transaction, timestampMs: NOW, proposer: VALIDATOR.validatorId });
  const { hash, header } = docket;
  const signature = signAsSeat(VALIDATOR, genesisAttestationDigest(REGISTER_ID, hash));
  const { rosterHash } = header;
  const certificate = {
    kind: 'GENESIS',
    height: 0,
    round: 0,
    docketHash: hash,
    rosterHash,
    signatures: [{ voterIndex: 0, signature }],
  } as const;
  const sealed = { docket, certificate };
  return buildEvidence({
    sealed,
    index: 0,
    genesis: sealed,
    rosterChanges: [],
    head: { header, certificate },
    pathOf: () => [],
  });
}

/** Evidence of an action with these members, in a branch that is made up. */
function acted(
  transaction: Transaction,
  { timestampMs = 2_000_000_000_000 }: { readonly timestampMs?: number } = {},
): Evidence {
  const at = { height: 47, headHeight: 50, timestampMs, roster: { validators: [VALIDATOR] } };
  return forgedBranch(ledger, { transaction, ...at, rosterChanges: [] });
}

function moved(type: string, payload: Json, metadata: JsonObject = {}): Transaction {
  const at = { actionId: '0', instanceId: 'i', publicationTxId: pin, previousTransactionId: HASH };
  return act({ ...at, metadata: { type, ...metadata }, payload }, alice);
}

describe('the refusals of docs/hashes.md', () => {
  it('are those of a genesis whose policy, texts or seats are beyond their bounds', () => {
    const set = (path: string, value: Json) => (payload: { [name: string]: Json }) => {
      const names = path.split('/');
      const last = names.pop() as string;
      const of = names.reduce<{ [name: string]: Json }>((at, name) => at[name] as { [name: string]: Json }, payload);
      of[last] = value;
    };
    expect(verdicts(founded(() => undefined))).to.deep.equal(TAKEN);
    for (const [path, good, ...bad] of [
      ['policy/consensus/tenure', 1_000_000, 0, 1_000_001, 1.5, '16'],
      ['policy/consensus/buildWindowMs', 60_000, -1, 60_001],
      ['policy/consensus/docketTransactionsMax', 10_000, 0, 10_001],
      ['policy/consensus/docketBytesMax', 10_485_760, 1023, 10_485_761],
      ['policy/consensus/leader', 'rotate', 'first', null],
      ['policy/consensus/mode', 'majority', 'bft', 'other'],
      ['policy/governance/quorumFormula', 'Unanimous', 'Half'],
      ['policy/governance/proposalTtlDays', 90, 0, 91],
      ['policy/crypto/acceptedSignatureAlgorithms', ['ED25519'], [], ['ED25519', 'ED25519'], ['X'], 'ED25519'],
      [
        'policy/crypto',
        { acceptedSignatureAlgorithms: ['ML-DSA-65'] },
        {},
        { acceptedSignatureAlgorithms: ['ED25519'], x: 1 },
      ],
      ['metadata', { a: 'x'.repeat(1024) }, { a: 'x'.repeat(1025) }, { a: 1 }],
      ['tenantId', 'x'.repeat(128), '', 'x'.repeat(129)],
      ['description', 'x'.repeat(2048), 'x'.repeat(2049)],
      [
        'validators',
        [{ ...VALIDATOR, orgId: 'x'.repeat(128), peerId: 'y'.repeat(128) }],
        [{ ...VALIDATOR, orgId: 'x'.repeat(129) }],
        [{ ...VALIDATOR, peerId: 'x'.repeat(129) }],
      ],
    ] as unknown as readonly (readonly [string, Json, ...Json[]])[]) {
      expect(verdicts(founded(set(path, good))), path).to.deep.equal(TAKEN);
      for (const value of bad)
        expect(verdicts(founded(set(path, value))), `${path} ${JSON.stringify(value)}`).to.deep.equal(NOT_TAKEN);
    }
    for (const path of ['policy/consensus/tenure', 'policy/governance/quorumFormula'])
      expect(
        verdicts(
          founded((payload) => {
            const [, part, name] = path.split('/') as [string, string, string];
            delete (payload.policy as Record<string, Record<string, Json>>)[part]![name];
          }),
        ),
        path,
      ).to.deep.equal(NOT_TAKEN);
  });

  it('are those of a time after the year 9999, and of a round that no height reaches', () => {
    const tx = act({ actionId: '0', publicationTxId: pin }, alice);
    expect(verdicts(acted(tx, { timestampMs: 253_402_300_799_998 }))).to.deep.equal(TAKEN);
    expect(verdicts(acted(tx, { timestampMs: 253_402_300_799_999 }))).to.deep.equal(NOT_TAKEN);
    const file = acted(tx);
    const { genesisHash, roster } = ledger.state;
    const { header } = file.head!;
    for (const [round, expected] of [
      [2 ** 31 - 1, TAKEN],
      [2 ** 31, NOT_TAKEN],
    ] as const) {
      const said = {
        kind: 'COMMIT',
        height: header.height,
        round,
        docketHash: docketHash(header),
        rosterHash: rosterHashOf(roster),
      } as const;
      const vote = {
        ...said,
        registerId: REGISTER_ID,
        genesisHash,
        voter: VALIDATOR.validatorId,
        approve: true,
        code: '',
      };
      const signatures = [{ voterIndex: 0, signature: signAsSeat(VALIDATOR, voteDigest(vote)) }];
      expect(
        verdicts({ ...file, head: { header, certificate: { ...said, signatures } } }),
        String(round),
      ).to.deep.equal(expected);
    }
  });

  it('are those of what says that it is of a timer, and is not', () => {
    const timer = moved('Timer', {}, { timer: 'late' });
    expect(verdicts(acted(timer))).to.deep.equal(NOT_TAKEN);
    const { header } = timer;
    const unsigned = (metadata: JsonObject) => {
      const bytes = utf8(
        canonical({ header: { ...header, metadata, senderWallet: 'timer' }, payload: {}, signatures: [] }),
      );
      const made = decodeTransaction(bytes);
      if (isFailure(made)) throw new Error(made.issue.message);
      return made;
    };
    expect(verdicts(acted(unsigned({ timer: 'late', type: 'Timer' })))).to.deep.equal(TAKEN);
    for (const metadata of [{ timer: 7, type: 'Timer' }, { type: 'Timer' }, { timer: null, type: 'Timer' }])
      expect(verdicts(acted(unsigned(metadata))), JSON.stringify(metadata)).to.deep.equal(NOT_TAKEN);
  });

  const objection = { type: 'objection', v: 1, ground: 'schema', at: '/a', shown: [] };
  const proof = { answer: 'A'.repeat(43), challenge: 'A'.repeat(43), shared: 'A'.repeat(43) };
  const issued: JsonObject = {
    ...{ type: 'issuance', v: 1, config: 'permit', root: HASH, copies: 16, status: 'list' },
    validFrom: '2026-01-01T00:00:00.000Z',
  };
  const MOVES: readonly (readonly [string, JsonObject, readonly JsonObject[]])[] = [
    [
      'Challenge',
      { type: 'challenge', v: 1, role: 'r' },
      [{ type: 'x' }, { v: 2 }, { role: '' }, { role: 'r'.repeat(129) }, { delivery: HASH }, { more: 1 }],
    ],
    [
      'Objection',
      objection,
      [
        { ground: 'other' },
        { at: 1 },
        { at: 'x'.repeat(513) },
        { shown: {} },
        { shown: Array(257).fill({}) },
        { proof },
        { more: 1 },
        { v: 2 },
      ],
    ],
    [
      'Objection',
      { ...objection, shown: [{ classes: [{ leaves: Array(16_384).fill(null) }] }] },
      [{ shown: [{ classes: [{ leaves: Array(16_384).fill(null) }, { hash: 'x' }] }] }],
    ],
    [
      'Objection',
      { ...objection, ground: 'undelivered', at: HASH, proof },
      [
        { shown: [{}] },
        { proof: { ...proof, answer: 'A' } },
        { proof: { ...proof, shared: 'A'.repeat(44) } },
        { proof: { answer: proof.answer } },
      ],
    ],
    [
      'Resolution',
      { type: 'resolution', v: 1, role: 'r', outcome: 'redo' },
      [{ outcome: 'other' }, { role: 1 }, { ground: 'schema' }, { at: '' }, { proven: true }, { more: 1 }],
    ],
    [
      'Resolution',
      { type: 'resolution', v: 1, role: 'r', proven: true, ground: 'schema', at: '' },
      [
        { proven: 1 },
        { ground: 'undelivered' },
        { at: 'x'.repeat(513) },
        { ground: 'delegation', at: '/delegation/r' },
        { outcome: 'end' },
      ],
    ],
    ['Resolution', { type: 'resolution', v: 1, role: 'r', proven: false }, [{ ground: 'schema' }, { at: '' }]],
    [
      'Issuance',
      issued,
      [
        ...[
          { type: 'Issuance' },
          { v: 2 },
          { more: 1 },
          { config: 'Permit' },
          { config: 'p'.repeat(33) },
          { config: 1 },
        ],
        ...[{ root: 'ab' }, { root: HASH.toUpperCase() }, { copies: 0 }, { copies: 17 }, { copies: 1.5 }],
        ...[{ validFrom: '2026-01-01' }, { validFrom: '2026-02-30T00:00:00.000Z' }, { validFrom: 1 }],
        ...[{ validUntil: issued.validFrom as string }, { validUntil: '9' }, { validUntil: null }, { status: 'open' }],
        ...[{ replaces: 'ab' }, { replaces: null }],
      ],
    ],
    ['Issuance', { ...issued, validUntil: '2027-01-01T00:00:00.000Z', replaces: HASH, status: 'register' }, []],
    [
      'CredentialStatus',
      { type: 'credential-status', v: 1, to: 'revoked' },
      [{ type: 'credentialstatus' }, { v: 2 }, { to: 'gone' }, { reason: 'lost' }],
    ],
  ];

  it('are those of a challenge, an objection, a resolution, an Issuance and a change of its status that are none', () => {
    for (const [type, good, bad] of MOVES) {
      expect(verdicts(acted(moved(type, good))), JSON.stringify(good).slice(0, 200)).to.deep.equal(TAKEN);
      for (const change of bad) {
        const wrong = { ...good, ...change };
        expect(verdicts(acted(moved(type, wrong))), JSON.stringify(wrong).slice(0, 200)).to.deep.equal(NOT_TAKEN);
      }
    }
    expect(verdicts(acted(moved('Objection', { any: 1 }, { contentEncoding: 'encrypted' })))).to.deep.equal(TAKEN);
  });
});
