// The frame of a step: its title, what it is for, its fields, its act, and the way to leave it for later.
import type { ReactNode } from 'react';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { useWords } from '../words/words.js';

interface StepFormProps {
  readonly title: string;
  readonly about: string;
  readonly act: string;
  readonly onAct: () => Promise<void>;
  readonly onLater?: (() => void) | undefined;
  readonly children?: ReactNode;
}

export function StepForm({ title, about, act, onAct, onLater, children }: StepFormProps) {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(onAct);
      }}
    >
      <h2>{title}</h2>
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
            {words('start.later')}
          </Button>
        )}
      </p>
    </form>
  );
}
