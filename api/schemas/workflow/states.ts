// Closed lists of words about instances and disputes, each under the name that the document has for it. Schemas only.
import Type from 'typebox';
import { GROUNDS, OUTCOMES } from '../../../core/blueprint/state/dispute.js';

export const InstanceState = Type.Enum(['Active', 'Disputed', 'Completed', 'Rejected', 'TimedOut', 'Cancelled'], {
  title: 'InstanceState',
});
export const BranchState = Type.Enum(['Active', 'TimedOut'], { title: 'BranchState' });
export const PinState = Type.Enum(['pinned', 'unresolvable', 'unpinned'], { title: 'PinState' });
export const Ground = Type.Enum([...GROUNDS], { title: 'ObjectionGround' });
export const Outcome = Type.Enum([...OUTCOMES], { title: 'ResolutionOutcome' });
export const SealStatus = Type.Enum(['pending', 'sealed'], { title: 'SealStatus' });
