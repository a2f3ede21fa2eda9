// Which rows a register page shows: by kind, and from a docket, a time or a TxId on. It is all in the address.
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { CodeValue } from '../parts/code-value.js';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { KINDS, placeOf } from './row-filter.js';
import type { RowFilter } from './row-window.js';

/** Members of a filter beside the kind, with their words. */
const NARROWED = { sender: 'fact.sender', instanceId: 'fact.instance', blueprintId: 'fact.blueprint' } as const;

interface RowChoiceProps {
  readonly registerId: string;
  readonly filter: RowFilter;
}

export function RowChoice({ registerId, filter }: RowChoiceProps) {
  const words = useWords();
  const { kind: chosen, at: _, ...others } = filter;
  return (
    <div className="row-choice">
      <search aria-label={words('rows.go')}>
        <GoTo registerId={registerId} filter={filter} />
      </search>
      <nav aria-label={words('rows.kinds')}>
        {([undefined, ...KINDS] as const).map((kind) => (
          <Link
            key={kind ?? 'all'}
            className="chip"
            to={PATHS.register}
            params={{ registerId }}
            search={kind === undefined ? others : { ...others, kind }}
            activeOptions={{ exact: true }}
            aria-current={kind === chosen ? 'true' : undefined}
          >
            {words('rows.kind', { kind: kind ?? 'all' })}
          </Link>
        ))}
      </nav>
      {Object.entries(NARROWED).map(([member, word]) => {
        const name = member as keyof typeof NARROWED;
        const { [name]: value, ...rest } = filter;
        return (
          value !== undefined && (
            <p key={name} className="hint">
              {words(word)} <CodeValue value={value} />{' '}
              <Link to={PATHS.register} params={{ registerId }} search={rest}>
                {words('rows.without')}
              </Link>
            </p>
          )
        );
      })}
    </div>
  );
}

function GoTo({ registerId, filter }: RowChoiceProps) {
  const words = useWords();
  const navigate = useNavigate();
  const [said, setSaid] = useState('');
  const [isWrong, setWrong] = useState(false);
  async function go(event: FormEvent): Promise<void> {
    event.preventDefault();
    const place = await placeOf(registerId, said.trim()).catch(() => undefined);
    setWrong(place === undefined);
    if (place === undefined) return;
    if ('txId' in place) await navigate({ to: PATHS.transaction, params: { registerId, txId: place.txId } });
    else await navigate({ to: PATHS.register, params: { registerId }, search: { ...filter, ...place } });
  }
  return (
    <form className="go-to" onSubmit={(event) => void go(event)}>
      <Icon name="search" />
      <input
        aria-label={words('rows.go')}
        aria-invalid={isWrong}
        placeholder={words('rows.go')}
        value={said}
        onChange={({ target }) => setSaid(target.value)}
      />
      <button type="submit" className="button">
        {words('rows.go.act')}
      </button>
      {isWrong && (
        <p className="fault" role="alert">
          {words('rows.go.fault')}
        </p>
      )}
    </form>
  );
}
