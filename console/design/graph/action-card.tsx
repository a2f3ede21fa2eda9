// An action as a card in the colour of its role, with what is wrong in it and where a rehearsal stands.
import { memo } from 'react';
import { Face } from '../../parts/face.js';
import { useWords } from '../../words/words.js';
import type { ActionCardFacts } from './cards.js';

/** Hues of the tokens. */
const HUES = 5;

export const ActionCard = memo(function ActionCard({ card }: { readonly card: ActionCardFacts }) {
  const words = useWords();
  const { title, role, place, errors, mark, isStart, isLit } = card;
  return (
    <span className="action-card" data-hue={(place ?? 0) % HUES} data-mark={mark} data-lit={isLit || undefined}>
      <b>{title}</b>
      <span className="hint">
        {place !== undefined && <Face name={role} place={place} />}
        {role}
        {isStart && ` · ${words('design.starts')}`}
        {mark && ` · ${words('design.mark', { mark })}`}
      </span>
      {errors > 0 && (
        <span className="pill" data-kind="bad">
          {words('design.errors', { errors })}
        </span>
      )}
    </span>
  );
});
