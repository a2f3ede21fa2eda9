// Why a request was refused, and what to do: in the words of the person, with the sentence of the node below.
import type { GateProblem } from '../gates/use-prepared.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import { refusedGround } from './refused.js';

export function PresentRefusal({ fault: { code, message } }: { readonly fault: GateProblem }) {
  const words = useWords();
  return (
    <div className="gate-refusal" role="alert">
      <p className="fault">{words('present.refused', { ground: refusedGround(code) })}</p>
      <p className="hint" lang="en">
        <ForeignText text={message} />
      </p>
    </div>
  );
}
