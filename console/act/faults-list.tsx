// All faults of a form above it: each leads to its field.
import { useEffect, useRef } from 'react';
import { parsePointer } from '../../core/blueprint/definition/pointer.js';
import type { Question } from '../../core/blueprint/form/questions.js';
import type { FormFaults } from '../forms/faults.js';
import { useWords } from '../words/words.js';

export function Faults({
  faults,
  questions,
}: {
  readonly faults: FormFaults;
  readonly questions: readonly Question[];
}) {
  const words = useWords();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.focus(), []);
  return (
    <div ref={list} className="faults" role="alert" tabIndex={-1}>
      <p>{words('form.faults', { faults: faults.byField.size + faults.others.length })}</p>
      <ul>
        {[...faults.byField].map(([key, text]) => (
          <li key={key}>
            <a
              href={`#field${key}`}
              onClick={(event) => {
                event.preventDefault();
                focusField(key);
              }}
            >
              {labelAt(questions, key)}
            </a>
            : {text}
          </li>
        ))}
        {faults.others.map((text) => (
          <li key={text} lang="en">
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A group has no id of its own: its first control is it. */
function focusField(key: string): void {
  const field = document.getElementById(`field${key}`) ?? document.getElementsByName(`field${key}`)[0];
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}

function labelAt(questions: readonly Question[], key: string): string {
  const [name] = parsePointer(key) ?? [];
  return questions.find(({ path }) => path.at(-1) === name)?.label ?? name ?? key;
}
