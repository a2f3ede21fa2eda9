// Schemas of an action that waits: who may do it, and why; and what ends it when it is not done.
import Type from 'typebox';
import { Address, namedObject, OpenObject } from './common.js';

export const ActorView = namedObject('Actor', {
  walletAddress: Address,
  why: Type.Enum(['holder', 'claim', 'candidate', 'deputy']),
  participantId: Type.Optional(
    Type.String({ description: 'The record of a candidate; of a deputy that of the holder for whom it acts.' }),
  ),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'When its claim, or its delegation, ends.' })),
  max: Type.Optional(
    Type.Object(
      { var: Type.String(), upTo: Type.String(), currency: Type.Optional(Type.String()) },
      { description: 'A deputy acts up to this amount. Nodes that do not see the member cannot check it.' },
    ),
  ),
});

export const TimerView = namedObject('RunningTimer', {
  id: Type.String(),
  dueAt: Type.String({
    format: 'date-time',
    description: 'It fires in the first docket after this time. From then on no one else can do the action.',
  }),
  nextActionIds: Type.Array(Type.Integer(), { description: 'Where it leads; empty where it ends the branch.' }),
  data: Type.Optional(OpenObject),
});
