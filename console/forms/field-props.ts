// The question of a field.
import type { Question } from '../../core/blueprint/form/questions.js';

export interface FieldProps {
  readonly question: Question;
  /** As the form names it. */
  readonly control?: string | undefined;
}
