// The part of this node in a register, and what the person may do with it.
import type { Person } from '../session/person.js';

export type RegisterAct = 'offer' | 'withdraw' | 'leave' | 'follow';

interface Replicated {
  readonly canParticipateInValidation: boolean;
}

/** A register that has a seat of this node is not followed, though the node keeps up with it all the same. */
export function kindOf(subscription: Replicated | undefined): 'own' | 'seat' | 'followed' {
  if (subscription === undefined) return 'own';
  return subscription.canParticipateInValidation ? 'seat' : 'followed';
}

interface Registers {
  readonly who: Pick<Person, 'may'>;
  readonly subscriptions: ReadonlyMap<string, Replicated>;
  /** By peers. */
  readonly offered: readonly { readonly registerId: string }[];
}

interface OneOfThem {
  readonly id: string;
  readonly advertise: boolean;
  readonly status: string;
}

export function actsOn({ who: { may }, subscriptions, offered }: Registers, register: OneOfThem) {
  const { id, advertise, status } = register;
  const subscription = subscriptions.get(id);
  // It takes an administrator of the organisation too.
  const mayOffer = may.has('advertiseRegister') && may.has('updateRegister');
  const isLeft = subscription === undefined && status === 'OFFLINE' && offered.some((each) => each.registerId === id);
  const all: Readonly<Record<RegisterAct, boolean>> = {
    offer: mayOffer && !advertise && status === 'ONLINE',
    withdraw: mayOffer && advertise,
    leave: may.has('unsubscribeRegister') && kindOf(subscription) === 'followed',
    follow: may.has('subscribeRegister') && isLeft,
  };
  return (Object.keys(all) as RegisterAct[]).filter((act) => all[act]);
}
