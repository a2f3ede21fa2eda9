// Judgements that a node does not take from a quorum: in a range that is read as certified, acts of governance,
// publications and participant records are judged whole. Of actions alone are steps skipped: those that never change.
import { expect } from 'chai';
import type { AdoptMode } from '../../../actors/register-replica/docket-import.js';
import { toBase64 } from '../../../core/base/bytes.js';
import type { Json } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import { buildHeader } from '../../../core/chain/state.js';
import { certificateOf } from '../../../core/consensus/certificate.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../core/kinds/participant.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { docketHash } from '../../../core/register/docket.js';
import {
  GOVERNANCE_BLUEPRINT,
  type GovernanceOperation,
  statementDigest,
} from '../../../core/register/governance/operation.js';
import { walletDid } from '../../../core/register/people/did.js';
import { signingDigest, transactionOf } from '../../../core/transaction/encode.js';
import {
  anAction,
  foundedRegister,
  keyOf,
  type LedgerWorld,
  ledgerWorld,
  mustState,
  REGISTER_ID,
  signedTransaction,
  signerOf,
} from '../../support/node/ledger-world.js';
import { docketsOf, replicaOf } from '../../support/node/replica.js';

const owner = keyOf('owner');
const reg = 1;

/** The next docket with this transaction, whatever its rules, sealed by the only validator: a quorum that lies. */
function forcedDocket(world: LedgerWorld, tx: Transaction): SealedDocket {
  const state = mustState(world);
  const from = { state, view: world.chain.view(reg), transactions: [tx], timestampMs: state.timestampMs + 1 };
  const seat = signerOf('seat');
  const { header } = buildHeader({ ...from, proposer: seat.validatorId });
  const { height, registerId, rosterHash } = header;
  const hash = docketHash(header);
  const about = { kind: 'COMMIT' as const, registerId, height, round: 0, docketHash: hash, rosterHash };
  const genesisHash = world.registers.byId(REGISTER_ID)!.genesisHash;
  const vote = { ...about, genesisHash, voter: seat.validatorId, approve: true, code: '' };
  const certificate = certificateOf([{ ...vote, signature: seat.sign(voteDigest(vote)) }], state.roster);
  return { docket: { hash, header, transactions: [tx], annex: [] }, certificate };
}

/** The same transaction under the signature of a stranger, in the name of its sender. */
function byStranger(tx: Transaction): Transaction {
  const stranger = keyOf('stranger');
  const digest = signingDigest(tx.txId, tx.header.payloadHash);
  const signatures = [
    {
      publicKey: toBase64(stranger.publicKey),
      signatureValue: toBase64(sign('ED25519', stranger.privateKey, digest)),
      algorithm: 'ED25519' as const,
    },
  ];
  const made = transactionOf({ ...tx.header, transactionId: tx.txId, payload: tx.payload, signatures });
  if (isFailure(made)) throw new Error(JSON.stringify(made));
  return made as Transaction;
}

function control(world: LedgerWorld, blueprintId: string, actionId: string, payload: Json): Transaction {
  const createdAt = new Date(world.clock.now()).toISOString();
  const header = { registerId: REGISTER_ID, blueprintId, actionId, createdAt };
  if (actionId === PARTICIPANT_ACTION) return signedTransaction(owner, header, payload);
  const publication = { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' };
  const metadata = actionId === 'blueprint-publish' ? publication : { Type: 'Control' };
  return signedTransaction(owner, { ...header, metadata }, payload);
}

function addMember(world: LedgerWorld): Transaction {
  const proposerDid = walletDid(addressOf('ED25519', owner.publicKey));
  const { algorithm, publicKey } = keyOf('member');
  const operation: GovernanceOperation = {
    operationType: 'add-member',
    proposerDid,
    proposedAt: new Date(world.clock.now()).toISOString(),
    justification: 'a reason',
    targetDid: walletDid(addressOf(algorithm, publicKey)),
    targetRole: 'Auditor',
    algorithm,
    publicKey: toBase64(publicKey),
  };
  const said = { registerId: REGISTER_ID, approverDid: proposerDid, isApproval: true, operation };
  const signature = toBase64(sign('ED25519', owner.privateKey, statementDigest(said)));
  const approval = { approverDid: proposerDid, isApproval: true, publicKey: toBase64(owner.publicKey), signature };
  const payload = { operation, approvals: [{ ...approval, algorithm: 'ED25519' }] };
  return control(world, GOVERNANCE_BLUEPRINT, 'add-member', payload as unknown as Json);
}

/** Without its name, its status and the key of its wallet. */
const RECORD = {
  participantId: 'p',
  addresses: [{ walletAddress: addressOf('ED25519', owner.publicKey), primary: true }],
};

interface Row {
  readonly what: string;
  readonly tx: (world: LedgerWorld, pin: string) => Transaction;
  readonly code: Readonly<Record<AdoptMode, string | undefined>>;
}

const ROWS: readonly Row[] = [
  {
    what: 'a publication of something that is no blueprint',
    tx: (world) => control(world, 'broken', 'blueprint-publish', { id: 'broken', title: 'No actions' }),
    code: { all: 'VAL_BP_010', certified: 'VAL_BP_010' },
  },
  {
    what: 'a participant record without its members',
    tx: (world) => control(world, PARTICIPANT_BLUEPRINT, PARTICIPANT_ACTION, RECORD),
    code: { all: 'VAL_PARTICIPANT_001', certified: 'VAL_PARTICIPANT_001' },
  },
  {
    what: 'an act of governance that a stranger signed in the name of the owner',
    tx: (world) => byStranger(addMember(world)),
    code: { all: 'VAL_SIG_004', certified: 'VAL_SIG_004' },
  },
  { what: 'an act of governance of the owner', tx: addMember, code: { all: undefined, certified: undefined } },
  {
    what: 'an action that a stranger signed in the name of its sender, which is the word of the quorum',
    tx: (world, pin) => byStranger(anAction(world, pin, 1)),
    code: { all: 'VAL_SIG_004', certified: undefined },
  },
];

describe('claims of a certified range that are not believed', () => {
  for (const { what, tx, code } of ROWS)
    for (const mode of ['all', 'certified'] as const)
      it(`${code[mode] === undefined ? 'takes' : 'refuses'} ${what}, read as ${mode}`, async () => {
        const world = await ledgerWorld();
        const pin = await foundedRegister(world);
        const forced = forcedDocket(world, tx(world, pin));
        const replica = await replicaOf(world);
        const range = async function* () {
          yield* docketsOf(world);
          yield forced;
        };
        const done = await replica.ledger.adoptRange(REGISTER_ID, range(), mode);
        expect([done.height, done.issues[0]?.code]).to.deep.equal([code[mode] === undefined ? 2 : 1, code[mode]]);
      });
});
