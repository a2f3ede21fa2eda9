// The facts of a proof, on the screen and on paper.
import { Fragment, type ReactNode } from 'react';
import type { EvidenceProof } from '../../api/client/published/evidence.js';
import { showHidden, shownJson } from '../../core/base/hidden.js';
import type { StatedPart } from '../../core/chain/evidence/opening.js';
import { isGatePointer } from '../../core/credentials/gate/cells.js';
import { CodeValue } from '../parts/code-value.js';
import { QrCode } from '../parts/pictures/qr-code.js';
import { useLocale, useWords } from '../words/words.js';
import type { DatedCheck, EvidenceFile } from './use-check.js';

interface CertificateProps {
  readonly file: EvidenceFile;
  readonly checked: DatedCheck;
  readonly source: string | undefined;
}

/** The facts of a proof, and what belongs on paper beside them. */
export function Certificate({ file, checked, source }: CertificateProps) {
  const words = useWords();
  const locale = useLocale();
  const { verdict, fileHash, checkedAtMs } = checked;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
  const moment = (ms: number) => <time dateTime={new Date(ms).toISOString()}>{format.format(ms)}</time>;
  return (
    <>
      {verdict.verdict !== 'invalid' && <Proven proof={verdict} moment={moment} source={source} />}
      <dl className="facts paper">
        <dt>{words('fact.file')}</dt>
        <dd>
          {showHidden(file.name)} · <CodeValue value={fileHash} />
        </dd>
        <dt>{words('fact.checked')}</dt>
        <dd>{moment(checkedAtMs)}</dd>
      </dl>
      <p className="paper hint">{words('certificate.paper')}</p>
    </>
  );
}

interface ProvenProps {
  readonly proof: EvidenceProof;
  readonly moment: (ms: number) => ReactNode;
  readonly source: string | undefined;
}

function Proven({ proof, moment, source }: ProvenProps) {
  const words = useWords();
  const { txId, registerId, height, docketHash, timestampMs, head, statement, gate } = proof;
  const parts = statement?.parts.filter(({ pointer }) => !isGatePointer(pointer)) ?? [];
  const tip = `${head.hash}@${head.height}`;
  return (
    <>
      <div className="with-qr">
        <dl className="facts">
          <dt>{words('fact.transaction')}</dt>
          <dd>
            <CodeValue value={txId} />
          </dd>
          <dt>{words('fact.register')}</dt>
          <dd>
            <CodeValue value={registerId} />
          </dd>
          <dt>{words('fact.docket')}</dt>
          <dd>
            {height} · <CodeValue value={docketHash} />
          </dd>
          <dt>{words('fact.sealed')}</dt>
          <dd>{moment(timestampMs)}</dd>
          <dt>{words('fact.head')}</dt>
          <dd>
            <CodeValue value={tip} />
          </dd>
          {source !== undefined && (
            <>
              <dt>{words('fact.source')}</dt>
              <dd>{source}</dd>
            </>
          )}
        </dl>
        <QrCode isPaper text={`${txId} ${tip}`} />
      </div>
      {parts.length > 0 && (
        <section className="shown">
          <h3>{words('shown.title')}</h3>
          <dl className="facts">
            {parts.map((part) => (
              <ShownPart key={part.pointer} part={part} />
            ))}
          </dl>
        </section>
      )}
      {gate && <ShownGate gate={gate} moment={moment} />}
    </>
  );
}

interface ShownGateProps {
  readonly gate: NonNullable<EvidenceProof['gate']>;
  readonly moment: ProvenProps['moment'];
}

/** The claims that were shown, and what of the verdict no file proves. */
function ShownGate({ gate, moment }: ShownGateProps) {
  const words = useWords();
  const rests = gate.verdict === 'held' ? gate.rests : [];
  return (
    <section className="shown">
      <h3>{words('shown.gate.title', { id: gate.id })}</h3>
      <dl className="facts">
        <dt>{words('shown.gate.type')}</dt>
        <dd>{showHidden(gate.credentialType)}</dd>
        <dt>{words('shown.gate.at')}</dt>
        <dd>{moment(Date.parse(gate.at))}</dd>
        {gate.verdict === 'held' && (
          <>
            <dt>{words('shown.gate.holder')}</dt>
            <dd>
              <CodeValue value={gate.holder} />
            </dd>
          </>
        )}
        {Object.entries(gate.claims).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{showHidden(name)}</dt>
            <dd>{shownJson(value)}</dd>
          </Fragment>
        ))}
      </dl>
      {rests.length > 0 && (
        <p className="hint">
          {words('shown.gate.rests')} {rests.map((rest) => words(`shown.gate.rest.${rest}`)).join(' ')}
        </p>
      )}
    </section>
  );
}

function ShownPart({ part }: { readonly part: StatedPart }) {
  const words = useWords();
  return (
    <>
      <dt>{showHidden(part.pointer)}</dt>
      <dd>{'absent' in part ? words('shown.absent') : shownJson(part.value)}</dd>
    </>
  );
}
