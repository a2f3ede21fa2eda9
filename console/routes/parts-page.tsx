// Each part in each state, for the tests and for those who make a page.
import { lazy, Suspense, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { BlackBar } from '../parts/black-bar.js';
import { Button } from '../parts/button.js';
import { CodedText } from '../parts/coded-text.js';
import { Face } from '../parts/face.js';
import { HashPicture } from '../parts/hash-picture.js';
import { ICON_NAMES, Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { RegisterStatus } from '../parts/register-status.js';
import { Stamp } from '../parts/stamp.js';
import { TextField } from '../parts/text-field.js';
import { Votes } from '../parts/votes.js';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
/** As long as a word of a stranger may be. */
const LONG = 'W'.repeat(400);
const nothing = () => {};

const ControlStates = lazy(async () => ({
  default: (await import('../forms/states/control-states.js')).ControlStates,
}));

/** Its own words are in English alone. */
export function PartsPage() {
  const [value, setValue] = useState('');
  return (
    <section className="parts" lang="en">
      <h1>Parts</h1>
      <h2>Button</h2>
      <p>
        <Button kind="main" icon="file-up" onPress={nothing}>
          Main
        </Button>
        <Button icon="printer" onPress={nothing}>
          Beside
        </Button>
        <Button kind="plain" icon="moon" label="Icon alone" onPress={nothing} />
        <Button onPress={nothing}>{LONG}</Button>
      </p>
      <h2>Text field</h2>
      <TextField label="Empty" value={value} onChange={setValue} placeholder="Placeholder" hint="A hint" />
      <TextField label="Filled" value="Dock Street 14" onChange={nothing} />
      <TextField isCode label="Code with a fault" value="9f86" onChange={nothing} fault="Expected 64 digits." />
      <TextField label={LONG} value={LONG} onChange={nothing} hint={LONG} />
      <h2>Code, line of the command line</h2>
      <p>
        <CodedText text={`Docket ${HASH}@1204 has a short word and a long one.`} />
      </p>
      <AsCommand act="sessions.end" values={{ session: LONG }} />
      <h2>Stamp</h2>
      <p>
        <Stamp kind="valid" />
        <Stamp kind="consistent" />
        <Stamp kind="invalid" />
        <Stamp kind="busy" />
      </p>
      <h2>Face, black bar</h2>
      <p>
        {['Structural engineer', 'Planning officer', 'control', LONG, ''].map((name, place) => (
          <Face key={name} name={name} place={place} isLarge={place % 2 === 0} />
        ))}
        <BlackBar />
      </p>
      <h2>Votes, picture of a hash, status</h2>
      <p>
        <Votes signers={[0, 2, 3]} validators={4} />
        <Votes signers={[0]} validators={1} />
        <Votes signers={[]} validators={31} />
        <HashPicture value={HASH} />
        <RegisterStatus status="ONLINE" />
        <RegisterStatus status="CHECKING" reason="UPGRADE_NEEDED" />
        <RegisterStatus status="OFFLINE" />
        <Moment value="2026-11-30T09:38:22.230Z" />
      </p>
      <h2>Controls of forms</h2>
      <Suspense>
        <ControlStates />
      </Suspense>
      <Icons />
    </section>
  );
}

function Icons() {
  return (
    <>
      <h2>Icon</h2>
      <p>
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </p>
    </>
  );
}
