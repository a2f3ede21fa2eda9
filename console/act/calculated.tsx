// The values that the definition calculates of what is typed, with their readers.
import type { JudgedForm } from '../../core/blueprint/form/judged.js';
import type { FormState } from '../forms/form-context.js';
import { valueText } from '../forms/value-text.js';
import { Face } from '../parts/face.js';
import { useLocale, useWords } from '../words/words.js';
import type { FieldShown } from './fields-shown.js';

interface CalculatedValuesProps {
  readonly values: JudgedForm['calculated'];
  readonly fields: readonly FieldShown[];
  readonly readersAt: FormState['readersAt'];
}

export function CalculatedValues({ values, fields, readersAt }: CalculatedValuesProps) {
  const words = useWords();
  const locale = useLocale();
  if (values.length === 0) return null;
  return (
    <section className="card calculated" aria-labelledby="calculated">
      <h2 id="calculated">{words('act.calculated')}</h2>
      <dl>
        {values.map(({ name, value }) => {
          const field = fields.find((each) => each.name === name);
          const readers = readersAt([name]) ?? [];
          return (
            <div key={name}>
              <dt>{field?.label ?? name}</dt>
              <dd>
                <output>{valueText(value, field?.question, { words, locale })}</output>
                <span className="readers" title={readers.map((role) => role.name).join(', ')}>
                  {readers.map((role) => (
                    <Face key={role.id} name={role.name} place={role.place} />
                  ))}
                  <span className="unseen">
                    {words('form.read-by', { roles: readers.map((role) => role.name).join(', ') })}
                  </span>
                </span>
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
