// The newest lines of the log of this node, by level and by the trace of a request, as they come.
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import '../ledger/ledger.css';
import './log.css';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { TextField } from '../parts/text-field.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { LOG_LEVELS, type LogChoice, type LogLevelName } from './log-choice.js';

const READ_MS = 2000;
const PAGE = 100;
/** Lines that the page keeps: as many as the node does. */
const KEPT_MAX = 1000;

type LogPageRead = Awaited<ReturnType<typeof readLog>>;
type Line = LogPageRead['items'][number];

export async function readLog({ deps: { level = 'info', trace } }: { readonly deps: LogChoice }) {
  const page = await node.health.listLogLines({ query: { level, top: PAGE } });
  return { ...page, level, trace };
}

export function LogPage() {
  const data: LogPageRead = useLoaderData({ strict: false });
  // Another choice of level begins anew.
  return <Lines key={data.level} {...data} />;
}

function Lines({ items, next, level, trace }: LogPageRead) {
  const words = useWords();
  const [isFollowing, setFollowing] = useState(true);
  const { lines, missed } = useLines({ items, next }, level, isFollowing);
  const shown = trace === undefined ? lines : lines.filter(({ fields }) => Object.values(fields).includes(trace));
  return (
    <section className="ledger log">
      <header className="titled">
        <div className="wide">
          <h1>{words('logs.title')}</h1>
          <p className="lead">{words('logs.about')}</p>
        </div>
        <Button icon={isFollowing ? 'pause' : 'play'} onPress={() => setFollowing(!isFollowing)}>
          {words(isFollowing ? 'logs.stop' : 'logs.follow')}
        </Button>
      </header>
      <nav className="row-choice" aria-label={words('logs.level')}>
        {LOG_LEVELS.map((each) => (
          <Link
            key={each}
            className="chip"
            to={PATHS.log}
            search={{ level: each, ...(trace !== undefined && { trace }) }}
            aria-current={each === level ? 'true' : undefined}
          >
            {words('logs.from', { level: each })}
          </Link>
        ))}
      </nav>
      <TraceChoice level={level} trace={trace} />
      <AsCommand act="node.logs" values={{ level }} />
      <p className="hint">
        {words('logs.count', { count: shown.length })} {missed > 0 && words('logs.missed', { count: missed })}
      </p>
      <ol className="log-lines">
        {shown.map((line) => (
          <LogRow key={line.sequence} line={line} level={level} />
        ))}
      </ol>
    </section>
  );
}

/** Newest first, and what came behind the first page while it is followed. */
function useLines(first: Pick<LogPageRead, 'items' | 'next'>, level: LogLevelName, isFollowing: boolean) {
  const [seen, setSeen] = useState({ lines: first.items.toReversed(), next: first.next, missed: 0 });
  useEffect(() => {
    if (!isFollowing) return;
    const timer = setTimeout(() => {
      if (document.hidden) return setSeen((before) => ({ ...before }));
      node.health.listLogLines({ query: { level, after: seen.next, top: PAGE } }).then(
        (page) =>
          setSeen(({ lines, missed }) => ({
            lines: [...page.items.toReversed(), ...lines].slice(0, KEPT_MAX),
            next: page.next,
            missed: missed + page.missed,
          })),
        () => setSeen((before) => ({ ...before })),
      );
    }, READ_MS);
    return () => clearTimeout(timer);
    // Each answer makes another one, also where no line came.
  }, [seen, level, isFollowing]);
  return seen;
}

function TraceChoice({ level, trace }: Pick<LogPageRead, 'level' | 'trace'>) {
  const words = useWords();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  if (trace !== undefined)
    return (
      <p className="hint">
        {words('logs.of-trace', { trace })}{' '}
        <Link to={PATHS.log} search={{ level }}>
          {words('logs.all')}
        </Link>
      </p>
    );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') void navigate({ to: PATHS.log, search: { level, trace: text.trim() } });
  };
  return (
    <form className="trace-choice" onSubmit={ask}>
      <TextField label={words('logs.trace')} hint={words('logs.trace-about')} value={text} onChange={setText} isCode />
      <Button icon="search">{words('logs.find')}</Button>
    </form>
  );
}

interface LogRowProps {
  readonly line: Line;
  readonly level: LogLevelName;
}

function LogRow({ line: { time, level: its, message, fields }, level }: LogRowProps) {
  const words = useWords();
  const trace = fields.traceId;
  const names = Object.keys(fields);
  return (
    <li data-level={its}>
      <span className="hint">
        <Moment value={time} />
      </span>
      <b className="log-level">{its}</b>
      <span className="wide" lang="en">
        {message}
        {names.length > 0 && (
          <details>
            <summary>{names.slice(0, 6).join(', ')}</summary>
            <pre>{JSON.stringify(fields, undefined, 2)}</pre>
          </details>
        )}
      </span>
      {typeof trace === 'string' && (
        <Link to={PATHS.log} search={{ level, trace }}>
          {words('logs.its-trace')}
        </Link>
      )}
    </li>
  );
}
