// The steps between a filled form and its signature: the review, then the gates of an action that takes credentials.
import { lazy, Suspense, useState } from 'react';
import type { JudgedForm } from '../../core/blueprint/form/judged.js';
import type { RoleShown } from '../forms/form-context.js';
import type { PreparedAct } from '../gates/use-prepared.js';
import type { ActData, WalletShown } from './act-data.js';
import type { FieldShown } from './fields-shown.js';
import { Review } from './review.js';

interface SigningStepsProps {
  /** In the language of the person. */
  readonly spoken: ActData;
  readonly judged: JudgedForm;
  readonly wallet: WalletShown;
  readonly roles: readonly RoleShown[];
  /** With a value. */
  readonly fields: readonly FieldShown[];
  readonly next: readonly string[];
  readonly review: { readonly isOpen: boolean; readonly close: () => void };
  readonly isSending: boolean;
  readonly refusal: string | undefined;
  readonly prepare: () => Promise<PreparedAct>;
  readonly onSign: (gateId?: string) => void;
}

const GatesSheet = lazy(async () => ({ default: (await import('../gates/gates-sheet.js')).GatesSheet }));

export function SigningSteps(props: SigningStepsProps) {
  const { spoken, judged, wallet, roles, fields, next, review, isSending, refusal, prepare, onSign } = props;
  const { action } = spoken;
  const [isAtGates, setAtGates] = useState(false);
  const title = action.title ?? String(action.id);
  if (isAtGates)
    return (
      <Suspense>
        <GatesSheet {...{ title, roles, prepare, isSending, refusal, onSign }} onBack={() => setAtGates(false)} />
      </Suspense>
    );
  if (!review.isOpen) return null;
  const takesCredentials = (action.credentialRequirements ?? []).length > 0;
  return (
    <Review
      {...{ title, fields, wallet, next, isSending, refusal, takesCredentials }}
      roles={roles.filter(({ id }) => id !== action.sender)}
      parts={judged.parts}
      onBack={review.close}
      onSign={() => {
        if (!takesCredentials) return onSign();
        review.close();
        setAtGates(true);
      }}
    />
  );
}
