// The workflow that a template gives for what is typed: its roles and actions, made and checked beside the page by the
// rules of the node.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JsonObject } from '../../../core/base/json.js';
import { showDraft } from '../../../core/edits/view/shown-draft.js';
import { DesignWorker } from '../../drafts/asking.js';
import { Face } from '../../parts/face.js';
import { useLanguage, useWords } from '../../words/words.js';
import type { DesignChange } from '../../workers/designer-messages.js';

/** After the last key: a large workflow is checked for a second. */
const REST_MS = 300;

/** Undefined until the first values are made; then that of the newest ones that are good. */
export function useMade(template: JsonObject, parameters: JsonObject | undefined): DesignChange | undefined {
  const worker = useRef<DesignWorker>(undefined);
  const [made, setMade] = useState<DesignChange>();
  useEffect(() => {
    const started = new DesignWorker();
    worker.current = started;
    return () => started.end();
  }, []);
  useEffect(() => {
    if (parameters === undefined) return;
    let isNewest = true;
    const timer = setTimeout(() => {
      // The node refuses with its reason whatever cannot be made here.
      worker.current?.ask('make', template, { parameters }).then(
        (answer) => isNewest && setMade(answer),
        () => {},
      );
    }, REST_MS);
    return () => {
      isNewest = false;
      clearTimeout(timer);
    };
  }, [template, parameters]);
  return made;
}

interface MadePreviewProps {
  readonly made: DesignChange | undefined;
  /** The values that are typed make no workflow yet: the one shown is that of before. */
  readonly isWrong: boolean;
}

export function MadePreview({ made, isWrong }: MadePreviewProps) {
  const words = useWords();
  const { language } = useLanguage();
  const shown = useMemo(
    () => (made && 'blueprint' in made ? showDraft(made.blueprint, language) : undefined),
    [made, language],
  );
  return (
    <section className="made-preview card" aria-label={words('blueprints.made')}>
      <h3>{words('blueprints.made')}</h3>
      <p className="hint" role="status">
        {isWrong && words('blueprints.made.wrong')}
        {!isWrong && shown && words('blueprints.size', { roles: shown.roles.length, actions: shown.actions.length })}
      </p>
      {made && 'issues' in made && (
        <ul className="faults" role="alert" lang="en">
          {made.issues.slice(0, ISSUES_MAX).map(({ path, message }) => (
            <li key={`${path} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {shown && (
        <ol className="made-actions">
          {shown.actions.map(({ id, title, sender }) => {
            const role = shown.roles.find((each) => each.id === sender);
            return (
              <li key={id}>
                <Face name={role?.name ?? sender} place={role?.place ?? 0} />
                <span>
                  {title}
                  <span className="hint">{role?.name ?? sender}</span>
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** A single mistake can break many places. */
const ISSUES_MAX = 5;
