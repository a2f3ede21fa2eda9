// An action as a card in the colour of its role, with what is wrong in it and where a rehearsal stands.
import type { DraftAction } from '../../../core/edits/view/shown-draft.js';
import { Face } from '../../parts/face.js';
import { useWords } from '../../words/words.js';
import { useDesign } from '../design-context.js';

/** Hues of the tokens. */
const HUES = 5;

export function ActionCard({ action: { id, title, sender, place } }: { readonly action: DraftAction }) {
  const words = useWords();
  const { shown, ways, marks, path, now } = useDesign();
  const role = shown.roles.find((each) => each.id === sender);
  const errors = now.findings.filter(
    ({ severity, location }) => severity === 'error' && `${location}/`.startsWith(`/actions/${place}/`),
  ).length;
  const mark = marks?.current.includes(id) ? 'now' : marks?.done.includes(id) ? 'done' : undefined;
  return (
    <span
      className="action-card"
      data-hue={(role?.place ?? 0) % HUES}
      data-mark={mark}
      data-lit={path.includes(id) || undefined}
    >
      <b>{title}</b>
      <span className="hint">
        {role && <Face name={role.name} place={role.place} />}
        {role?.name ?? sender}
        {ways.starts.includes(id) && ` · ${words('design.starts')}`}
        {mark && ` · ${words('design.mark', { mark })}`}
      </span>
      {errors > 0 && (
        <span className="pill" data-kind="bad">
          {words('design.errors', { errors })}
        </span>
      )}
    </span>
  );
}
