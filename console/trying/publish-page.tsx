// The publication of a draft: the gates that it passes, each with its reason, the register, and the override, which
// asks why and is kept.
import '../blueprints/blueprints.css';
import './trying.css';
import '../words/designing.js';
import { Link, useLoaderData } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Icon, type IconName } from '../parts/icon.js';
import { TextField } from '../parts/text-field.js';
import { PATHS } from '../paths.js';
import { node } from '../session/node.js';
import { usePageAbove } from '../trail.js';
import { useWords } from '../words/words.js';
import { type PublishData, type PublishingRegister, unknownWallets, type WalletOfRole } from './read-publish.js';
import { RefusalList, useRefusals } from './refusals.js';

type Published = Awaited<ReturnType<typeof node.blueprints.publishDraft>>;

export function PublishPage() {
  const words = useWords();
  const data: PublishData = useLoaderData({ strict: false });
  const { blueprintId, title, check, registers } = data;
  usePageAbove({ to: PATHS.blueprint, params: { blueprintId }, title });
  const [registerId, setRegister] = useState(registers[0]?.registerId);
  const [published, setPublished] = useState<Published>();
  const register = registers.find((each) => each.registerId === registerId);
  return (
    <section className="publish">
      <p className="crumbs">
        <Link to={PATHS.blueprints}>{words('blueprints.title')}</Link>
        {' › '}
        <Link to={PATHS.blueprint} params={{ blueprintId }}>
          {title}
        </Link>
      </p>
      <h1>{words('publish.title', { title })}</h1>
      {published && register ? (
        <PublishedCard published={published} register={register} />
      ) : (
        <>
          <p className="lead">{words('publish.about')}</p>
          {registers.length > 0 && <RegisterChoice {...{ registers, registerId }} onChoose={setRegister} />}
          <Gates data={data} register={register} />
          {check.isValid && register?.wallet && (
            <PublishForm key={register.registerId} data={data} register={register} onPublished={setPublished} />
          )}
        </>
      )}
    </section>
  );
}

interface RegisterChoiceProps {
  readonly registers: readonly PublishingRegister[];
  readonly registerId: string | undefined;
  readonly onChoose: (registerId: string) => void;
}

function RegisterChoice({ registers, registerId, onChoose }: RegisterChoiceProps) {
  const words = useWords();
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{words('publish.register')}</label>
      <select id={id} value={registerId} onChange={({ target }) => onChoose(target.value)}>
        {registers.map((register) => (
          <option key={register.registerId} value={register.registerId}>
            {register.name}
            {register.wallet && ` · ${register.wallet.name}`}
          </option>
        ))}
      </select>
    </div>
  );
}

function Gates({ data, register }: { readonly data: PublishData; readonly register: PublishingRegister | undefined }) {
  const words = useWords();
  const { blueprintId, check, wallets } = data;
  const errors = check.validationResults.filter(({ severity }) => severity === 'error');
  const toDraft = (panel: string, text: string) => (
    <Link to={PATHS.blueprint} params={{ blueprintId }} search={{ panel }}>
      {words(text)}
    </Link>
  );
  return (
    <ul className="gates" aria-label={words('publish.gates')}>
      <Gate state={check.isValid ? 'passed' : 'closed'} title={words('publish.gate.errors', { count: errors.length })}>
        {!check.isValid && toDraft('problems', 'publish.gate.errors.see')}
      </Gate>
      <Gate
        state={check.isRehearsed === true ? 'passed' : 'open'}
        title={words(check.isRehearsed === true ? 'publish.gate.rehearsed' : 'publish.gate.not-rehearsed')}
      >
        {check.isRehearsed !== true && toDraft('rehearsal', 'publish.gate.rehearse')}
      </Gate>
      {register && <WalletGate key={register.registerId} register={register} wallets={wallets} />}
      <RosterGate register={register} />
    </ul>
  );
}

interface WalletGateProps {
  readonly register: PublishingRegister;
  readonly wallets: readonly WalletOfRole[];
}

/** A wallet that is unknown there may act all the same: its keys are not on the register. */
function WalletGate({ register: { registerId }, wallets }: WalletGateProps) {
  const words = useWords();
  const [unknown, setUnknown] = useState<readonly WalletOfRole[]>();
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    unknownWallets(registerId, wallets).then(setUnknown, () => setUnread(true));
  }, [registerId, wallets]);
  if (isUnread) return <Gate state="open" title={words('publish.gate.wallets.unread')} />;
  if (unknown === undefined) return <Gate state="open" title={words('publish.gate.wallets.looking')} />;
  if (unknown.length === 0)
    return <Gate state="passed" title={words('publish.gate.wallets', { count: wallets.length })} />;
  return (
    <Gate
      state="open"
      title={words('publish.gate.wallets.unknown', { roles: unknown.map(({ role }) => role).join(', ') })}
    >
      {words('publish.gate.wallets.why')}
    </Gate>
  );
}

function RosterGate({ register }: { readonly register: PublishingRegister | undefined }) {
  const words = useWords();
  if (register === undefined) return <Gate state="closed" title={words('publish.gate.no-register')} />;
  const { name, wallet } = register;
  if (wallet === undefined)
    return (
      <Gate state="closed" title={words('publish.gate.no-role', { register: name })}>
        {words('publish.gate.no-role.why')}
      </Gate>
    );
  return (
    <Gate
      state="passed"
      title={words('publish.gate.role', { register: name, wallet: wallet.name, role: wallet.role })}
    />
  );
}

const GATE_ICONS: Readonly<Record<GateProps['state'], IconName>> = {
  passed: 'circle-check',
  open: 'circle-dashed',
  closed: 'circle-x',
};

interface GateProps {
  /** `open` may be passed all the same. */
  readonly state: 'passed' | 'open' | 'closed';
  readonly title: string;
  readonly children?: ReactNode;
}

function Gate({ state, title, children }: GateProps) {
  const words = useWords();
  return (
    <li className="gate" data-state={state}>
      <Icon name={GATE_ICONS[state]} />
      <span className="wide">
        {title}
        {children && <span className="hint">{children}</span>}
      </span>
      <span className="unseen">{words('publish.state', { state })}</span>
    </li>
  );
}

interface PublishFormProps {
  readonly data: PublishData;
  readonly register: PublishingRegister;
  readonly onPublished: (published: Published) => void;
}

function PublishForm({ data: { blueprintId, check }, register, onPublished }: PublishFormProps) {
  const words = useWords();
  const { isBusy, refusals, run } = useRefusals();
  const [isOverriding, setOverriding] = useState(false);
  const [reason, setReason] = useState('');
  const isRehearsed = check.isRehearsed === true;
  const { registerId } = register;
  async function publish(): Promise<void> {
    const override = isRehearsed ? {} : { override: { confirm: true, reason } };
    const call = { params: { id: blueprintId }, body: { registerId, ...override } };
    onPublished(await node.blueprints.publishDraft(call, { idempotencyKey: true }));
  }
  return (
    <form
      className="publish-form"
      onSubmit={(event) => {
        event.preventDefault();
        run(publish);
      }}
    >
      {!isRehearsed && (
        <label className="check">
          <input type="checkbox" checked={isOverriding} onChange={({ target }) => setOverriding(target.checked)} />
          {words('publish.override')}
        </label>
      )}
      {!isRehearsed && isOverriding && (
        <TextField
          label={words('publish.reason')}
          hint={words('publish.reason.kept')}
          value={reason}
          onChange={setReason}
        />
      )}
      <RefusalList refusals={refusals} />
      <p>
        <Button kind="main" icon="publish" isBusy={isBusy || !(isRehearsed || (isOverriding && reason.trim() !== ''))}>
          {words('publish.act', { register: register.name })}
        </Button>
      </p>
      <AsCommand act="blueprint.publish" values={{ blueprint: blueprintId, register: registerId }} />
    </form>
  );
}

interface PublishedCardProps {
  readonly published: Published;
  readonly register: PublishingRegister;
}

function PublishedCard({ published, register: { registerId, name } }: PublishedCardProps) {
  const words = useWords();
  const { alreadyPublished, overridden, publishedBlueprint, version } = published;
  const { publicationTxId } = publishedBlueprint;
  return (
    <div className="card" role="status">
      <h2>
        {words(alreadyPublished ? 'publish.already' : 'publish.done', { register: name, version: version ?? '' })}
      </h2>
      <p>
        <Link to={PATHS.transaction} params={{ registerId, txId: publicationTxId }}>
          <CodeValue value={publicationTxId} />
        </Link>
      </p>
      {overridden && <p className="hint">{words('publish.overridden')}</p>}
      <p>
        <Link className="button main" to={PATHS.begin}>
          {words('publish.begin')}
        </Link>
      </p>
    </div>
  );
}
