// The last look before the signature: which reader gets which field, who signs, and where it goes.
import type { JudgedForm } from '../../core/blueprint/form/judged.js';
import type { RoleShown } from '../forms/form-context.js';
import { BlackBar } from '../parts/black-bar.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { Dialog } from '../parts/dialog.js';
import { DialogEnd } from '../parts/dialogs/dialog-end.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import type { WalletShown } from './act-data.js';
import type { FieldShown } from './fields-shown.js';

interface ReviewProps {
  readonly title: string;
  readonly roles: readonly RoleShown[];
  /** With a value. */
  readonly fields: readonly FieldShown[];
  readonly parts: JudgedForm['parts'];
  readonly wallet: WalletShown;
  /** The actions that follow, with their roles. */
  readonly next: readonly string[];
  readonly isSending: boolean;
  readonly refusal: string | undefined;
  /** Credentials are shown before the signature. */
  readonly takesCredentials: boolean;
  readonly onBack: () => void;
  readonly onSign: () => void;
}

export function Review(props: ReviewProps) {
  const { title, roles, fields, parts, wallet, next, isSending, refusal, takesCredentials, onBack, onSign } = props;
  const words = useWords();
  const act = takesCredentials ? 'review.gates' : 'review.sign';
  return (
    <Dialog title={words('review.title', { action: title })} onClose={onBack}>
      <p className="lead">{words('review.about')}</p>
      <Matrix roles={roles} fields={fields} parts={parts} />
      <dl className="facts">
        <dt>{words('review.signed-by')}</dt>
        <dd>
          <b>{wallet.name}</b> <CodeValue value={wallet.address} />
        </dd>
        <dt>{words('review.goes-to')}</dt>
        <dd>{next.length === 0 ? words('review.goes-nowhere') : next.join(', ')}</dd>
      </dl>
      <DialogEnd refusal={refusal} isSending={isSending}>
        <Button kind="plain" onPress={onBack}>
          {words('review.back')}
        </Button>
        <Button kind="main" icon={takesCredentials ? 'badge-check' : 'pen-line'} onPress={onSign} isBusy={isSending}>
          {words(isSending ? 'review.signing' : act)}
        </Button>
      </DialogEnd>
    </Dialog>
  );
}

function Matrix({ roles, fields, parts }: Pick<ReviewProps, 'roles' | 'fields' | 'parts'>) {
  const words = useWords();
  const reads = (role: string, field: string) =>
    Object.hasOwn(parts.find(({ participantId }) => participantId === role)?.data ?? {}, field);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keyboard too.
    <section className="matrix" aria-label={words('review.matrix')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">{words('review.field')}</span>
            </th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                <Face name={role.name} place={role.place} isLarge />
                {role.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {fields.map(({ name, label }) => (
            <tr key={name}>
              <th scope="row">{label}</th>
              {roles.map((role) => (
                <td key={role.id}>{reads(role.id, name) ? <ReaderMark place={role.place} /> : <BlackBar />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const HUES = 5;

function ReaderMark({ place }: { readonly place: number }) {
  const words = useWords();
  return (
    <span className="told" data-hue={place % HUES}>
      <Icon name="check" />
      <span className="unseen">{words('review.reads')}</span>
    </span>
  );
}
