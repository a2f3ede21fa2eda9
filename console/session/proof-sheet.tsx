// The sheet of an act that asks for a recent sign-in: its person proves once more who it is, and the act goes on.
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/text-field.js';
import { useAct } from '../parts/use-act.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { node } from './node.js';
import { proofByPasskey } from './passkey.js';
import { giveProof } from './proof.js';
import { keepSession, signInAddress } from './session.js';

/** As a code is written: no password is as short. */
const CODE = /^\d{3} ?\d{3}$/;

async function prove(body: Parameters<typeof node.stepUp.stepUp>[0]['body']): Promise<void> {
  // It may be over by now, and is renewed before the session of the browser is held.
  await node.auth.getMe();
  const token = await node.tokenNow();
  giveProof(await keepSession(() => node.stepUp.stepUp({ body }, { ...(token !== undefined && { token }) })));
}

export function ProofSheet() {
  const words = useWords();
  const [proof, setProof] = useState('');
  const { isBusy, fault, run } = useAct();
  const byWord = () => prove(CODE.test(proof) ? { code: proof.replace(' ', '') } : { password: proof });
  const byPasskey = async () => prove(await proofByPasskey());
  return (
    <Dialog title={words('proof.title')} onClose={() => giveProof(undefined)}>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault();
          run(byWord);
        }}
      >
        <p className="lead">{words('proof.about')}</p>
        <p>
          <Button icon="key" isBusy={isBusy} onPress={() => run(byPasskey)}>
            {words('proof.passkey')}
          </Button>
        </p>
        <TextField label={words('proof.word')} value={proof} onChange={setProof} secret="current-password" />
        <p role="alert" className="fault">
          {fault && <span lang="en">{fault}</span>}
        </p>
        <p className="acts">
          <Button kind="main" isBusy={isBusy}>
            {words('proof.act')}
          </Button>
          <a className="button plain" href={signInAddress(PATHS.signedIn)} target="_blank" rel="noopener">
            {words('ended.other-way')}
          </a>
          <Button kind="plain" onPress={() => giveProof(undefined)}>
            {words('part.cancel')}
          </Button>
        </p>
      </form>
    </Dialog>
  );
}
