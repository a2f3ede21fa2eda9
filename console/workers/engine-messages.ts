// The messages between a form and the worker that judges it.
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { JudgedTyped } from '../../core/blueprint/form/judged.js';
import type { TypedMembers } from '../../core/blueprint/form/typed.js';
import type { Facts } from '../../core/blueprint/logic/facts.js';

/** Told first: what follows from a definition is found once for as long as the worker holds it. */
export interface FormOpened {
  readonly definition: Definition;
  readonly actionId: string;
  readonly facts: Pick<Facts, 'runs' | 'time'>;
}

export interface FormAsked {
  readonly id: number;
  readonly typed: TypedMembers;
}

export interface FormAnswered {
  readonly id: number;
  readonly judged: JudgedTyped;
}
