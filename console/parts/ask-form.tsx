// A form of one act: its title, what it is for, its fields, the act, and the way out of it.
import type { ReactNode } from 'react';
import { useWords } from '../words/words.js';
import { Button } from './button.js';
import { useAct } from './use-act.js';

interface AskFormProps {
  /** Absent where a dialog has it. */
  readonly title?: string;
  readonly about: string;
  readonly act: string;
  readonly onAct: () => Promise<void>;
  readonly onLater?: (() => void) | undefined;
  /** Words of the way out; "Later" unless stated. */
  readonly later?: string;
  readonly children?: ReactNode;
}

export function AskForm({ title, about, act, onAct, onLater, later, children }: AskFormProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  return (
    <form
      className="ask"
      onSubmit={(event) => {
        event.preventDefault();
        run(onAct);
      }}
    >
      {title !== undefined && <h2>{title}</h2>}
      <p className="lead">{about}</p>
      {children}
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <p className="acts">
        <Button kind="main" isBusy={isBusy}>
          {act}
        </Button>
        {onLater && (
          <Button kind="plain" onPress={onLater}>
            {later ?? words('start.later')}
          </Button>
        )}
      </p>
    </form>
  );
}
