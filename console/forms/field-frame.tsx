// The frame of a field: its label with its readers, help, and why its value cannot be used.
import type { ReactNode } from 'react';
import { pointerText } from '../../core/blueprint/definition/pointer.js';
import type { Question } from '../../core/blueprint/form/questions.js';
import { afterPress } from '../after-press.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import { type RoleShown, useForm } from './form-context.js';
import { useFault } from './store.js';

interface FieldFrameProps {
  readonly question: Question;
  /** Several controls have one label: then it is that of a group. */
  readonly isGroup?: boolean;
  readonly children: (of: FieldIds) => ReactNode;
}

export interface FieldIds {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly isWrong: boolean;
  readonly onLeave: () => void;
}

export function FieldFrame({ question, isGroup = false, children }: FieldFrameProps) {
  const { store, readersAt } = useForm();
  const key = pointerText(question.path);
  const id = `field${key}`;
  const fault = useFault(store, key);
  const help = question.about;
  const describedBy = [help && `${id}-help`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined;
  const onLeave = () => afterPress(() => store.leave([key]));
  const inside = children({ id, describedBy, isWrong: fault !== undefined, onLeave });
  const label = (
    <>
      {question.label}
      {question.required && <RequiredMark />}
      <Readers roles={readersAt(question.path)} />
    </>
  );
  return (
    <div className="field" data-wide={isWide(question)}>
      {isGroup ? (
        <fieldset aria-describedby={describedBy}>
          <legend>{label}</legend>
          {inside}
        </fieldset>
      ) : (
        <>
          <label htmlFor={id}>{label}</label>
          {inside}
        </>
      )}
      {help && (
        <p id={`${id}-help`} className="hint">
          {help}
        </p>
      )}
      {fault && (
        <p id={`${id}-fault`} className="fault">
          <Icon name="circle-alert" />
          {fault}
        </p>
      )}
    </div>
  );
}

function RequiredMark() {
  const words = useWords();
  return (
    <span className="required">
      <span aria-hidden="true">*</span>
      <span className="unseen">{words('form.required-mark')}</span>
    </span>
  );
}

/** Their initials, or a lock: the name of the field says them too. */
function Readers({ roles }: { readonly roles: readonly RoleShown[] | undefined }) {
  const words = useWords();
  if (roles === undefined) return null;
  if (roles.length === 0)
    return (
      <span className="readers">
        <Icon name="lock" />
        {words('form.only-you')}
      </span>
    );
  return (
    <span className="readers" title={roles.map(({ name }) => name).join(', ')}>
      {roles.map((role) => (
        <Face key={role.id} name={role.name} place={role.place} />
      ))}
      <span className="unseen">{words('form.read-by', { roles: roles.map(({ name }) => name).join(', ') })}</span>
    </span>
  );
}

/** Texts of so many characters stand beside each other. */
const SHORT_MAX = 100;

/** Short values stand beside each other. */
function isWide({ kind, schema }: Question): boolean {
  if (kind === 'integer' || kind === 'number') return false;
  if (kind !== 'text') return true;
  const { format, maxLength } = schema;
  return format === undefined && (typeof maxLength !== 'number' || maxLength > SHORT_MAX);
}
