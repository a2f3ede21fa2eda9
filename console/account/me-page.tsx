// The own account, and what can be taken from it at once. Ways in are added at the page of the node that proves who it
// is.
import { useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { areRowsDense, chooseRows } from '../looks.js';
import { CodeValue } from '../parts/code-value.js';
import { useWords } from '../words/words.js';
import './me.css';
import '../words/issuing.js';
import { DeviceList } from './device-list.js';
import { ProgramList } from './program-list.js';
import type { OwnAccount } from './read-me.js';
import { SessionList } from './session-list.js';
import { WaysIn } from './ways-in.js';

export function MePage() {
  const words = useWords();
  const { who, passkeys, codes, sessions, programs, devices }: OwnAccount = useLoaderData({ strict: false });
  return (
    <section className="me">
      <h1>{who.name}</h1>
      <p className="lead">
        {who.email} · {who.organisation}
      </p>
      <p className="hint">
        {words('me.id')} <CodeValue value={who.id} />
      </p>
      <WaysIn passkeys={passkeys} codes={codes} />
      {sessions && <SessionList sessions={sessions} />}
      {devices && devices.length > 0 && <DeviceList devices={devices} />}
      {programs && <ProgramList programs={programs} />}
      <RowsChoice />
      <p className="hint">{words('me.looks')}</p>
    </section>
  );
}

/** For lists that are read all day. */
function RowsChoice() {
  const words = useWords();
  const [areDense, setDense] = useState(areRowsDense);
  return (
    <p>
      <label className="check">
        <input
          type="checkbox"
          checked={areDense}
          onChange={({ target: { checked } }) => {
            chooseRows(checked);
            setDense(checked);
          }}
        />
        {words('me.dense')}
      </label>
    </p>
  );
}
