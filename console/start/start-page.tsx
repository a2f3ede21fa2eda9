// The first steps of a node: each says what it is for, and each but the password can be left for later.
import { useLoaderData, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { forgetPerson } from '../session/person.js';
import { useWords } from '../words/words.js';
import { NextStep } from './next-step.js';
import { OrganisationStep } from './organisation-step.js';
import { PasswordStep } from './password-step.js';
import { STEPS, type StartState, type StartStep, type StepProps } from './read-start.js';
import { RegisterStep } from './register-step.js';
import './start.css';
import { WalletStep } from './wallet-step.js';

const PARTS: Readonly<Record<StartStep, (props: StepProps) => React.JSX.Element>> = {
  password: PasswordStep,
  organisation: OrganisationStep,
  wallet: WalletStep,
  register: RegisterStep,
  next: NextStep,
};

const TITLES: Readonly<Record<StartStep, string>> = {
  password: 'start.password',
  organisation: 'start.organisation',
  wallet: 'start.wallet',
  register: 'start.register',
  next: 'start.next',
};

export function StartPage() {
  const words = useWords();
  const router = useRouter();
  const navigate = useNavigate();
  const state: StartState = useLoaderData({ strict: false });
  const { after }: { readonly after?: StartStep } = useSearch({ strict: false });
  const from = after === undefined || state.who.isNew ? 0 : STEPS.indexOf(after) + 1;
  const step = STEPS.find((each, i) => i >= from && !state.done.has(each)) ?? 'next';
  const StepPart = PARTS[step];
  return (
    <section>
      <h1>{words('start.title')}</h1>
      <ol className="steps" aria-label={words('start.steps')}>
        {STEPS.map((each) => (
          <li key={each} data-done={state.done.has(each)} aria-current={each === step ? 'step' : undefined}>
            <Icon name={state.done.has(each) ? 'circle-check' : 'circle-dashed'} />
            {words(TITLES[each])}
            {state.done.has(each) && <span className="unseen">{words('start.done')}</span>}
          </li>
        ))}
      </ol>
      <div className="card step">
        <StepPart
          key={step}
          state={state}
          onDone={() => {
            forgetPerson();
            void router.invalidate();
          }}
          onLater={() => void navigate({ to: PATHS.start, search: { after: step } })}
        />
      </div>
    </section>
  );
}
