// A transaction whose place in its instance is judged.
import type { Subject, ValidationContext } from './context.js';

/** The part of a run of the pipeline that these steps read. */
export interface ChainSubject extends Pick<Subject, 'tx' | 'definition' | 'plan' | 'planned' | 'instance'> {
  readonly ctx: Pick<ValidationContext, 'docketMs' | 'nowMs' | 'sealingMs' | 'view'> & {
    readonly state: Pick<ValidationContext['state'], 'timestampMs' | 'rules'>;
  };
}
