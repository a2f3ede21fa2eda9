// Workflows of a bank, a carrier and a seller, in few words, for the tests of what a reader takes.
import type { Action, Definition } from '../../core/blueprint/definition/types.js';

/** Disclosures: JSON Pointers by the participant that they show something to. */
export const shows = (of: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(of).map(([participantAddress, dataPointers]) => ({ participantAddress, dataPointers }));

/** One route without a condition. */
export const to = (...ids: readonly number[]) => [{ id: 'r', nextActionIds: ids }];

/** Actions numbered from 1, of the bank where they name no sender. */
export function definition(...actions: readonly Partial<Action>[]): Definition {
  return {
    title: 'Parties',
    participants: ['bank', 'carrier', 'seller'].map((id) => ({ id })),
    actions: actions.map((action, i) => ({ id: i + 1, sender: 'bank', ...action })),
  };
}
