// The end of a dialog: why it was refused, and what can be done.
import type { ReactNode } from 'react';

interface DialogEndProps {
  readonly refusal: string | undefined;
  /** Buttons. */
  readonly children: ReactNode;
}

export function DialogEnd({ refusal, children }: DialogEndProps) {
  return (
    <>
      {refusal !== undefined && (
        <p className="fault" role="alert">
          {refusal}
        </p>
      )}
      <div className="dialog-acts">{children}</div>
    </>
  );
}
