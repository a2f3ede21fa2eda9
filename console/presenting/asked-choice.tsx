// The question, and what answers it: which of several credentials, and which option. Below each what the verifier
// reads.

import type { HeldRow } from '../credentials/read-credentials.js';
import { typeTitle } from '../credentials/type-title.js';
import { pathText } from '../gates/asked-gates.js';
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import { type AskedGroup, type AskedPart, type ChosenPart, chosenParts, type PartsChoice } from './asked-query.js';
import { ForeignText } from './foreign-text.js';
import { LeavingClaims } from './leaving-claims.js';
import type { PreviewedPart } from './use-preview.js';

interface AskedChoiceProps {
  readonly groups: readonly AskedGroup[];
  readonly choice: PartsChoice;
  readonly held: readonly HeldRow[];
  readonly preview: readonly PreviewedPart[] | undefined;
  readonly onChoose: (choice: PartsChoice) => void;
}

export function AskedChoice({ groups, choice, held, preview, onChoose }: AskedChoiceProps) {
  const words = useWords();
  const chooseOption = (at: number, option: number | undefined): void =>
    onChoose({ ...choice, options: choice.options.map((each, i) => (i === at ? option : each)) });
  return (
    <section className="card gates" aria-labelledby="asked">
      <h2 id="asked">{words('present.asked')}</h2>
      {groups.map((group, at) => (
        <OptionChoice
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a request do not move.
          key={at}
          {...{ group, name: `group-${at}`, chosen: choice.options[at] }}
          onChoose={(option) => chooseOption(at, option)}
        />
      ))}
      {groups.flatMap(({ missing, isRequired }) =>
        isRequired ? missing.map((part) => <MissingPart key={part.id} part={part} />) : [],
      )}
      {chosenParts(groups, choice).map((chosen) => (
        <ChosenShown
          key={chosen.part.id}
          {...{ chosen, held }}
          previewed={preview?.find(({ queryId }) => queryId === chosen.part.id)}
          onChoose={(credentialId) =>
            onChoose({ ...choice, credentials: { ...choice.credentials, [chosen.part.id]: credentialId } })
          }
        />
      ))}
    </section>
  );
}

interface OptionChoiceProps {
  readonly group: AskedGroup;
  readonly name: string;
  readonly chosen: number | undefined;
  readonly onChoose: (option: number | undefined) => void;
}

/** A single option that is required needs no choice. */
function OptionChoice({ group: { isRequired, options }, name, chosen, onChoose }: OptionChoiceProps) {
  const words = useWords();
  if (options.length === 0 || (isRequired && options.length === 1)) return null;
  const all = isRequired ? options.map((_, at) => at) : [undefined, ...options.map((_, at) => at)];
  return (
    <fieldset className="choices">
      <legend>{words(isRequired ? 'present.option' : 'present.optional')}</legend>
      {all.map((at) => (
        <label key={at ?? 'none'} className="choice-card">
          <input type="radio" name={name} checked={at === chosen} onChange={() => onChoose(at)} />
          {at === undefined
            ? words('present.optional.none')
            : options[at]?.map(({ type }) => typeTitle(type)).join(' + ')}
        </label>
      ))}
    </fieldset>
  );
}

function PartTitle({ part: { type, query } }: { readonly part: AskedPart }) {
  const words = useWords();
  const claims = query.claims.map(({ path, values }) =>
    values === undefined ? pathText(path) : `${pathText(path)} = ${values.join(' | ')}`,
  );
  return (
    <>
      <h3>
        <Icon name="badge-check" />
        <ForeignText text={typeTitle(type)} />
      </h3>
      <p className="hint">
        <ForeignText text={type} />
      </p>
      <p>
        {words('present.asks')} <ForeignText text={claims.join(', ') || words('shown-to.type-alone')} />
      </p>
    </>
  );
}

/** Nothing of the wallet answers it. */
function MissingPart({ part }: { readonly part: AskedPart }) {
  const words = useWords();
  return (
    <div className="gate">
      <PartTitle part={part} />
      <p className="fault">{words('present.missing')}</p>
    </div>
  );
}

interface ChosenShownProps {
  readonly chosen: ChosenPart;
  readonly held: readonly HeldRow[];
  readonly previewed: PreviewedPart | undefined;
  readonly onChoose: (credentialId: string) => void;
}

function ChosenShown({ chosen: { part, credentialId: shown }, held, previewed, onChoose }: ChosenShownProps) {
  const words = useWords();
  const rowOf = (id: string) => held.find((row) => 'credentialId' in row && row.credentialId === id);
  return (
    <div className="gate">
      <PartTitle part={part} />
      {part.candidates.length > 1 && (
        <fieldset className="choices">
          <legend className="unseen">{words('gate.yours')}</legend>
          {part.candidates.map((id) => (
            <label key={id} className="choice-card">
              <input type="radio" name={`query-${part.id}`} checked={id === shown} onChange={() => onChoose(id)} />
              <CandidateText type={part.type} row={rowOf(id)} />
            </label>
          ))}
        </fieldset>
      )}
      {previewed ? <LeavingClaims part={previewed} /> : <p role="status">{words('nav.loading')}</p>}
    </div>
  );
}

/** A wallet of many credentials lists the newest alone: the others are known by their type. */
function CandidateText({ type, row }: { readonly type: string; readonly row: HeldRow | undefined }) {
  const words = useWords();
  return (
    <span>
      {typeTitle(row?.type ?? type)}
      {row && (
        <span className="hint">
          {' '}
          {words('held.from', { issuer: row.issuer })}
          {'receivedAt' in row && (
            <>
              {' '}
              · <Moment value={row.receivedAt} />
            </>
          )}
        </span>
      )}
    </span>
  );
}
