// Effects of timers on an action that waits, in the bodies of answers.
import Type from 'typebox';
import { ActorView, TimerView } from '../base/actor.js';
import { Address, namedObject, Timestamp } from '../base/common.js';

export const deadline = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'Until when the action can be done: the deadline of its route, or the time of its timer.',
  }),
);
export const notBefore = Type.Optional(
  Type.String({
    format: 'date-time',
    description: 'It cannot be done yet: dockets after this time take it. Absent where it can.',
  }),
);
export const timer = Type.Optional(TimerView);

export const also = Type.Optional(
  Type.Array(
    namedObject('StandIn', {
      role: Type.String(),
      wallet: Type.Optional(Address),
      from: Timestamp,
      timer: Type.String(),
      mayAct: Type.Optional(
        Type.Array(ActorView, {
          description:
            'The wallets that may do it in this role from then on, and why; absent where anybody takes the role.',
        }),
      ),
    }),
    { description: 'Roles that may do the action too after a time, by a timer of it.' },
  ),
);
