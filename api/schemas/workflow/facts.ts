// Schemas of the facts that a wallet reads of an instance, run by run.
import Type from 'typebox';
import { Hash, namedObject } from '../base/common.js';
import { sealedMembers } from './delivery.js';

const MemberFact = namedObject('MemberFact', {
  member: Type.String({ description: 'JSON Pointer; "/@route" for the decision, whose value is not shown.' }),
  value: Type.Optional(
    Type.Unknown({ description: 'As its owner committed it, also where it is violated. Absent where none was given.' }),
  ),
  verdict: Type.Enum(['verified', 'stated', 'violated', 'undelivered'], {
    description:
      'verified: calculated again here. stated: the word of its owner. violated: the rules deny it. undelivered: this wallet was not given it.',
  }),
});

const RunFact = namedObject('RunFact', {
  source: namedObject('FactSource', {
    actionId: Type.String(),
    transactionHash: Hash,
    senderWallet: Type.String({ description: 'Address of the wallet that made it; `timer` where no wallet did.' }),
  }),
  isInForce: Type.Boolean({
    description: 'False where the run was taken back, and as long as others have not confirmed it.',
  }),
  waits: Type.Optional(Type.Boolean({ description: 'True as long as others have not confirmed it.' })),
  isDelivered: Type.Boolean({
    description: 'False where the transaction names the wallet and does not give it what it has to.',
  }),
  sealed: Type.Optional(
    Type.Array(namedObject('SealedFact', sealedMembers), {
      description: 'Until when it is sealed for roles, by role, where it still is; its members are delivered then.',
    }),
  ),
  gates: Type.Optional(
    Type.Array(
      namedObject('GateFact', {
        gate: Type.String({ description: 'Name of the gate in the action.' }),
        verdict: Type.Enum(['verified', 'violated', 'absent'], {
          description:
            'verified: what was shown passes the gate, as this wallet or every validator judged it. absent: the evidence is kept off the ledger and is not on this node, not yet or no longer.',
        }),
        ground: Type.Optional(
          Type.String({
            description: 'Why it does not pass, such as `status` or `claims`: the ground of an objection.',
          }),
        ),
        claims: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description:
              'The claims that are shown there, by the names of its requirement, also where it does not pass. Absent where the wallet does not read them, and where none is asked for.',
          }),
        ),
      }),
      { description: 'The gates of the action whose evidence the wallet reads, or that stand in the clear.' },
    ),
  ),
  members: Type.Array(MemberFact, {
    description: 'The runs that the wallet has to be given; empty where it has no part in the run.',
  }),
});

export const InstanceFacts = Type.Array(
  namedObject('ActionFacts', {
    actionId: Type.String(),
    runs: Type.Array(RunFact, { description: 'In ledger order.' }),
  }),
  {
    description: 'Where this node has the definition: who stated what in which run, and what this wallet found of it.',
  },
);
