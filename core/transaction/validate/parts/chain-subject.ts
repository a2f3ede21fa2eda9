// A transaction whose place in its instance is judged.
import type { Subject, ValidationContext } from './context.js';

/** What these steps read of a run of the pipeline. */
export interface ChainSubject extends Pick<Subject, 'tx' | 'definition' | 'plan' | 'planned' | 'instance'> {
  readonly ctx: Pick<ValidationContext, 'docketMs' | 'nowMs' | 'view'> & {
    readonly state: Pick<ValidationContext['state'], 'timestampMs' | 'rules'>;
  };
}
