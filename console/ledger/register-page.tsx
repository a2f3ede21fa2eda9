// A register: its newest dockets as a chain, and the list of them.
import { Link, useLoaderData, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { HashPicture } from '../parts/hash-picture.js';
import { Moment } from '../parts/moment.js';
import { RegisterStatus } from '../parts/register-status.js';
import { Votes } from '../parts/votes.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

const PAGE = 25;

type Docket = Awaited<ReturnType<typeof node.dockets.listDockets>>[number];

export async function readRegister({ params: { registerId } }: { readonly params: { readonly registerId: string } }) {
  const [register, page, governance] = await Promise.all([
    node.registers.getRegister({ params: { registerId } }),
    readDockets(registerId),
    node.registers.getGovernanceRoster({ params: { registerId } }),
  ]);
  return { register, ...page, governance };
}

/** Newest first; the cursor goes on where a page ended, whatever is sealed meanwhile. */
async function readDockets(registerId: string, cursor?: string) {
  const query = { order: 'desc' as const, ...(cursor === undefined ? { pageSize: PAGE } : { cursor, pageSize: PAGE }) };
  const { body, headers } = await node.dockets.listDockets.answered({ params: { registerId }, query });
  const next = /[?&]cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
  return { dockets: body, next: next && decodeURIComponent(next) };
}

export function RegisterPage() {
  const words = useWords();
  const { register, dockets, next, governance }: Awaited<ReturnType<typeof readRegister>> = useLoaderData({
    strict: false,
  });
  return (
    <section>
      <header className="titled">
        <HashPicture value={register.id} />
        <div className="wide">
          <h1>{register.name}</h1>
          <p className="lead">
            {words('registers.height', { height: register.height })}
            {' · '}
            {words('register.validators', { validators: governance.validators.length })}
          </p>
          <CodeValue value={register.id} />
        </div>
        <RegisterStatus status={register.status} reason={register.statusReason} />
      </header>
      {/* Another register begins its list anew. */}
      <DocketList
        key={register.id}
        registerId={register.id}
        validators={governance.validators.length}
        first={dockets}
        cursor={next}
      />
    </section>
  );
}

interface DocketListProps {
  readonly registerId: string;
  /** Seats of the roster now. */
  readonly validators: number;
  readonly first: readonly Docket[];
  readonly cursor: string | undefined;
}

function DocketList({ registerId, validators, first, cursor }: DocketListProps) {
  const words = useWords();
  const router = useRouter();
  const [older, setOlder] = useState<{ readonly dockets: readonly Docket[]; readonly cursor: string | undefined }>({
    dockets: [],
    cursor,
  });
  async function more(): Promise<void> {
    const page = await readDockets(registerId, older.cursor);
    setOlder({ dockets: [...older.dockets, ...page.dockets], cursor: page.next });
  }
  return (
    <>
      <div className="acts">
        <h2>{words('register.dockets')}</h2>
        <Button kind="plain" icon="refresh" label={words('again')} onPress={() => void router.invalidate()} />
      </div>
      <ol className="rows" reversed>
        {[...first, ...older.dockets].map((docket) => (
          <DocketRow key={docket.hash} docket={docket} registerId={registerId} validators={validators} />
        ))}
      </ol>
      {older.cursor !== undefined && <Button onPress={() => void more()}>{words('register.older')}</Button>}
    </>
  );
}

interface DocketRowProps {
  readonly docket: Docket;
  readonly registerId: string;
  readonly validators: number;
}

function DocketRow({ docket, registerId, validators }: DocketRowProps) {
  const words = useWords();
  const { number, hash, timestamp, transactionCount, certificate } = docket;
  return (
    <li className="row">
      <Votes signers={certificate.signatures.map(({ voterIndex }) => voterIndex)} validators={validators} />
      <div className="wide">
        <Link to={PATHS.docket} params={{ registerId, docketId: String(number) }}>
          {words('docket.title', { number })}
        </Link>
        <p className="hint">
          <CodeValue value={hash} />
        </p>
      </div>
      <span className="hint">{words('docket.transactions', { count: transactionCount })}</span>
      <span className="hint">
        <Moment value={timestamp} />
      </span>
    </li>
  );
}
