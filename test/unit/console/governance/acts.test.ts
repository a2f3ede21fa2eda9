// The table of acts that the console proposes. Each states an operation that the ledger takes, and its line as a
// command has a value for each of its arguments.
import { expect } from 'chai';
import { COMMAND_LINES, type CommandAct, commandLine } from '../../../../api/client/command-lines.js';
import {
  ACT_NAMES,
  type ActName,
  type ActValues,
  actMembers,
  actRow,
  commandTexts,
  faultyFields,
  isUnchanged,
  type PolicyNow,
  valuesAtFirst,
} from '../../../../console/governance/acts.js';
import { toBase64, toHex } from '../../../../core/base/bytes.js';
import type { Json } from '../../../../core/base/json.js';
import { checkOperation, OPERATION_TYPES } from '../../../../core/register/governance/operation.js';
import { policyOf } from '../../../../core/register/policy.js';
import { validatorIdOf } from '../../../../core/register/roster.js';
import { wallet } from '../../../support/register/ledger.js';

const POLICY = policyOf({}, 4) as unknown as PolicyNow;
const HASH = 'ab'.repeat(32);
const SIGNATURE = 'cd'.repeat(64);
const member = wallet('a member of the table of acts');
const consensusKey = toHex(member.publicKey);
const seat = { validatorId: validatorIdOf(consensusKey), orgId: 'org', consensusKey, peerId: '' };
const candidacy = { validator: seat, genesisHash: HASH, proof: SIGNATURE, told: 'beside' };
const support = [{ consensusKey: HASH, rules: 2, signature: SIGNATURE }];
const readiness = {
  ...{ registerId: '0d9c4b6e-0000-4000-8000-000000000000', rules: 1, height: 3, docketHash: HASH },
  ...{ stateHash: HASH, consensusKey: HASH, signature: SIGNATURE },
};
const replacement = {
  ...{ participantId: 'planner', replaces: member.address, publicKey: 'AA==', algorithm: 'ED25519' },
  walletProof: 'AA==',
};
const jwk = {
  ...{ kty: 'EC', crv: 'P-256', x: 'axfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpY' },
  y: 'T-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU',
};

/** What a person gives, by act. */
const GIVEN: Readonly<Record<ActName, ActValues>> = {
  'add-member': {
    ...{ targetDid: ` ${member.address} `, publicKey: toBase64(member.publicKey), targetRole: 'Auditor' },
  },
  'remove-member': { targetDid: 'did:quorate:w:qr1' },
  'transfer-ownership': { targetDid: 'did:quorate:w:qr1' },
  'set-governance-policy': { 'policy.proposalTtlDays': '9' },
  'set-crypto-policy': { 'policy.acceptedSignatureAlgorithms': ['ED25519'] },
  'set-consensus-policy': { 'policy.mode': 'bft', 'policy.tenure': '3' },
  'add-validator': { candidacy },
  'activate-validator': { validatorId: HASH, readiness },
  'remove-validator': { validatorId: HASH },
  'rekey-validator': { validatorId: HASH, candidacy },
  'set-rules-version': { rules: '2', support },
  'reset-time': {},
  'replace-wallet': { walletProof: replacement },
  'revoke-participant': { participantId: 'planner' },
  'set-trust': { listId: 'partners', sequence: '1', entries: [HASH], assurance: 'High' },
  'set-trust-keys': { listId: 'partners', sequence: '1', issuer: 'https://a.example/', keys: { keys: [jwk] } },
  'remove-trust': { listId: 'partners' },
  distrust: { hashes: HASH },
  'revoke-credential': { issuance: HASH },
};
/** The node states the time of a call. */
const STATED_BY_NODE: Readonly<Record<string, object>> = { 'reset-time': { timeFloor: '2026-01-02T03:04:05.678Z' } };

const valuesOf = (name: ActName) => ({ ...valuesAtFirst(actRow(name), POLICY), ...GIVEN[name] });
const membersOf = (name: ActName) => actMembers(actRow(name), valuesOf(name), POLICY);
const anyLine = commandLine as (act: CommandAct, values: object) => string | undefined;

describe('console/governance/acts', () => {
  it('has each act of governance', () => {
    expect(new Set(ACT_NAMES.map((name) => actRow(name).type))).to.deep.equal(new Set(OPERATION_TYPES));
  });

  for (const name of ACT_NAMES) {
    it(`${name} states what the ledger takes`, () => {
      expect(faultyFields(actRow(name), valuesOf(name))).to.deep.equal([]);
      const common = { proposerDid: 'did:quorate:w:qr1', proposedAt: '2026-01-02T03:04:05.678Z', justification: '' };
      expect(checkOperation({ ...common, ...membersOf(name), ...STATED_BY_NODE[name] })).to.deep.equal([]);
    });

    it(`${name} is a line with all of its arguments`, () => {
      const { command } = actRow(name);
      const values = { ...commandTexts(valuesOf(name), membersOf(name)), register: 'r1', wallet: 'qr1' };
      const line = anyLine(command, values);
      expect(line, COMMAND_LINES[command]).to.be.a('string');
      expect(line).not.to.include('undefined');
    });

    it(`${name} is not whole without each of its fields`, () => {
      const row = actRow(name);
      for (const { at, isOptional } of row.fields) {
        const without = { ...valuesOf(name), [at]: Array.isArray(valuesOf(name)[at]) ? [] : '' };
        const faulty = faultyFields(row, without);
        if (isOptional) expect(faulty).to.deep.equal([]);
        else expect(faulty).to.include(at);
      }
    });
  }

  it('states of a policy what is to be another, and nothing else', () => {
    expect(membersOf('set-consensus-policy').policy).to.deep.equal({ mode: 'bft', tenure: 3 });
    const row = actRow('set-governance-policy');
    const kept = actMembers(row, valuesAtFirst(row, POLICY), POLICY);
    expect(kept).to.deep.equal({ operationType: 'set-governance-policy', policy: {} });
    expect([kept, membersOf('set-governance-policy'), membersOf('distrust')].map(isUnchanged)).to.deep.equal([
      ...[true, false, false],
    ]);
  });

  it('knows the kind of key by the address of a new member', () => {
    const { targetDid, algorithm } = membersOf('add-member');
    expect({ targetDid, algorithm }).to.deep.equal({
      ...{ targetDid: `did:quorate:w:${member.address}`, algorithm: member.algorithm },
    });
  });

  it('takes no value of another form', () => {
    const bad: readonly [ActName, string, Json][] = [
      ['add-member', 'targetDid', `${member.address}x`],
      ['set-trust', 'sequence', '-1'],
      ['set-trust', 'sequence', '1e3'],
      ['distrust', 'hashes', HASH.toUpperCase()],
      ['add-validator', 'candidacy', { validator: seat, genesisHash: HASH }],
      ['replace-wallet', 'walletProof', { ...replacement, walletProof: undefined as never }],
      ['set-trust-keys', 'keys', { kty: 'RSA' }],
      ['set-trust-keys', 'keys', { keys: [] }],
    ];
    for (const [name, at, value] of bad)
      expect(faultyFields(actRow(name), { ...valuesOf(name), [at]: value }), `${name} ${at}`).to.deep.equal([at]);
  });
});
