// A register, live: the chain of its dockets, and under it what is in them.
import { Link, useLoaderData, useSearch } from '@tanstack/react-router';
import './ledger.css';
import { lazy, Suspense } from 'react';
import { useDockets } from '../live/use-dockets.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { LivePill } from '../parts/live-pill.js';
import { RegisterStatus } from '../parts/register-status.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { DocketChain } from './docket-chain.js';
import { readNames } from './participant-names.js';
import { readRows } from './read-rows.js';
import { RowChoice } from './row-choice.js';
import { RowList } from './row-list.js';
import type { RowFilter } from './row-window.js';
import { useIsWide } from './wide.js';

const TransactionPanel = lazy(async () => ({ default: (await import('./transaction-panel.js')).TransactionPanel }));

/** The chain begins with so many. */
const FIRST_DOCKETS = 100;

interface Place {
  readonly params: { readonly registerId: string };
  readonly deps: RowFilter;
}

export async function readRegister({ params, deps: filter }: Place) {
  const [register, { dockets }, governance, rows, names] = await Promise.all([
    node.registers.getRegister({ params }),
    node.summaries.listDocketSummaries({ params, query: { pageSize: FIRST_DOCKETS } }),
    node.registers.getGovernanceRoster({ params }),
    readRows(params.registerId, filter),
    readNames(params.registerId),
  ]);
  return { register, dockets, validators: governance.validators.length, rows, names, filter };
}

type RegisterData = Awaited<ReturnType<typeof readRegister>>;

export function RegisterPage() {
  const data: RegisterData = useLoaderData({ strict: false });
  // Another register begins its stream anew.
  return <LiveRegister key={data.register.id} {...data} />;
}

function LiveRegister({ register, dockets: first, validators, rows, names, filter }: RegisterData) {
  const words = useWords();
  const { tx }: { readonly tx?: string } = useSearch({ strict: false });
  const isWide = useIsWide();
  const { dockets, state } = useDockets(register.id, first);
  const newest = dockets[0]?.number ?? -1;
  return (
    <section className="ledger">
      <header className="titled">
        <HashPicture value={register.id} />
        <div className="wide">
          <h1>{register.name}</h1>
          <p className="lead">
            {words('registers.height', { height: newest + 1 })}
            {' · '}
            {words('register.validators', { validators })}
            {' · '}
            <Link to={PATHS.governance} params={{ registerId: register.id }}>
              {words('governance.link')}
            </Link>
            {' · '}
            <CodeValue value={register.id} />
          </p>
        </div>
        <LivePill state={state} />
        <RegisterStatus status={register.status} reason={register.statusReason} />
      </header>
      <DocketChain registerId={register.id} dockets={dockets} validators={validators} />
      <div className="ledger-columns">
        <div>
          <h2 className="unseen">{words('register.transactions')}</h2>
          <RowChoice registerId={register.id} filter={filter} />
          <RowList
            key={JSON.stringify(filter)}
            {...{ registerId: register.id, filter, first: rows, names, newest, chosen: isWide ? tx : undefined }}
            above={(docket) =>
              dockets.reduce((sum, { number, transactionCount }) => (number > docket ? sum + transactionCount : sum), 0)
            }
          />
        </div>
        {isWide && tx !== undefined && (
          <Suspense>
            <TransactionPanel key={tx} {...{ registerId: register.id, txId: tx, filter }} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
