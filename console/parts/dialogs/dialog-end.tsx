// The end of a dialog: why it was refused, or that its answer is late, and what can be done.
import { type ReactNode, useEffect, useState } from 'react';
import { useWords } from '../../words/words.js';

interface DialogEndProps {
  readonly refusal: string | undefined;
  readonly isSending?: boolean;
  /** Buttons. */
  readonly children: ReactNode;
}

/** Most acts are sealed by then. */
const LATE_MS = 5000;

export function DialogEnd({ refusal, isSending = false, children }: DialogEndProps) {
  const words = useWords();
  const isLate = useIsLate(isSending);
  return (
    <>
      {refusal !== undefined && (
        <p className="fault" role="alert">
          {refusal}
        </p>
      )}
      <p className="hint" role="status">
        {isLate && words('nav.waiting')}
      </p>
      <div className="dialog-acts">{children}</div>
    </>
  );
}

function useIsLate(isSending: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isSending]);
  return isLate;
}
