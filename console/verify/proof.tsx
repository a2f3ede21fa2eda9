// The check of one file of evidence, with the head that the person states.
import './verify.css';
import '../words/verifying.js';
import { type ReactNode, useState } from 'react';
import { parseCheckpoint } from '../../core/register/checkpoint.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { useWords } from '../words/words.js';
import { Certificate } from './certificate.js';
import type { CheckFile } from './checker.js';
import { Comparison } from './comparison.js';
import { SOURCE_LENGTH_MAX } from './limits.js';
import { ProvenMoves } from './proven-moves.js';
import { type EvidenceFile, useCheck } from './use-check.js';
import { Verdict } from './verdict.js';

interface ProofProps {
  readonly file: EvidenceFile;
  readonly check: CheckFile;
  /** A second file, to compare with. */
  readonly beside?: EvidenceFile | undefined;
  /** Further acts. */
  readonly children: ReactNode;
}

/**
 * The head comes from the person, with whom it is from, and the page fills in neither. A file that gave its own head
 * would prove itself.
 */
export function Proof({ file, check, beside, children }: ProofProps) {
  const words = useWords();
  const [head, setHead] = useState('');
  const [source, setSource] = useState('');
  const stated = head.trim();
  const teller = source.trim();
  const isHead = parseCheckpoint(stated) !== undefined;
  const isAnchored = isHead && teller !== '';
  const checked = useCheck(check, { file, head: isAnchored ? stated : undefined, beside });
  const from = isAnchored ? teller : undefined;
  return (
    <article className="card proof">
      <p className="paper hint">{words('certificate.title')}</p>
      <Verdict checked={checked} source={from} />
      {checked && <Certificate file={file} checked={checked} source={from} />}
      {checked && 'instance' in checked.verdict && checked.verdict.instance && (
        <ProvenMoves instance={checked.verdict.instance} />
      )}
      {beside && checked?.beside && <Comparison name={beside.name} beside={checked.beside} />}
      <div className="fields screen">
        <TextField
          isCode
          label={words('verify.head')}
          value={head}
          onChange={setHead}
          placeholder="HASH@HEIGHT"
          hint={words('verify.head.hint')}
          fault={stated !== '' && !isHead ? words('verify.head.fault') : undefined}
        />
        <TextField
          label={words('verify.source')}
          value={source}
          onChange={(value) => setSource(value.slice(0, SOURCE_LENGTH_MAX))}
          hint={words('verify.source.hint')}
          fault={isHead && teller === '' ? words('verify.source.fault') : undefined}
        />
      </div>
      <footer className="screen">
        <Button icon="printer" onPress={() => print()}>
          {words('verify.print')}
        </Button>
        {children}
      </footer>
    </article>
  );
}
