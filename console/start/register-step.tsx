// A register of the organisation, owned by the wallet of the step before.
import { FoundRegister } from '../registers/found-register.js';
import { useWords } from '../words/words.js';
import type { StepProps } from './read-start.js';

export function RegisterStep({ state: { who }, onDone, onLater }: StepProps) {
  const words = useWords();
  return (
    <FoundRegister
      who={who}
      title={words('start.register.title')}
      about={words('start.register.about')}
      act={words('start.register.act')}
      onLater={onLater}
      onFounded={onDone}
    />
  );
}
