// The end of a form whose content is kept as edits of the draft: why they were refused, and what can be done.
import { type ReactNode, useState } from 'react';
import type { Edit } from '../../core/edits/edit.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';

/** Edits that are made as one step, and why the newest were refused. */
export function useEdits(onDone?: () => void) {
  const { store } = useDesign();
  const [refusal, setRefusal] = useState<string>();
  const run = (edits: readonly Edit[]) =>
    void store.edit(edits).then(([issue]) => {
      setRefusal(issue && `${issue.message} (${issue.code})`);
      if (issue === undefined) onDone?.();
    });
  return { refusal, run };
}

interface EditEndProps {
  readonly refusal: string | undefined;
  readonly hasChanges: boolean;
  /** The button beside the one that keeps. */
  readonly children: ReactNode;
}

export function EditEnd({ refusal, hasChanges, children }: EditEndProps) {
  const words = useWords();
  const { now } = useDesign();
  return (
    <>
      {refusal !== undefined && (
        <p className="fault" role="alert">
          {refusal}
        </p>
      )}
      {now.mayEdit && (
        <div className="row-acts">
          <Button kind="main" icon="check" isBusy={!hasChanges}>
            {words('design.fields.keep')}
          </Button>
          {children}
        </div>
      )}
    </>
  );
}
