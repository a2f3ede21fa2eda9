// A backup of the store as a file of this computer.
import { refusalIn } from '../../api/client/client-error.js';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';

const PATH = '/api/admin/store/backup';
const NAME = 'ledger.backup';
const UNAUTHORISED = 401;

export function BackupCard() {
  const words = useWords();
  const { isBusy, fault, run } = useAct();
  return (
    <article className="card">
      <h2>{words('node.backup')}</h2>
      <p className="hint">{words('node.backup.about')}</p>
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      <Button icon="download" isBusy={isBusy} onPress={() => run(saveBackup)}>
        {words(isBusy ? 'node.backup.under-way' : 'node.backup.save')}
      </Button>
      <AsCommand act="node.backup" values={{}} />
    </article>
  );
}

/** The browser writes a large one to its disk while it comes; one that was cut off is an error, and no file. */
async function saveBackup(): Promise<void> {
  const ask = async (refused?: string) => {
    const token = await node.tokenNow(refused);
    const headers = { authorization: `Bearer ${token}` };
    return { token, answer: await fetch(node.url + PATH, { headers, cache: 'no-store' }) };
  };
  const first = await ask();
  const { answer } = first.answer.status === UNAUTHORISED ? await ask(first.token) : first;
  if (!answer.ok) throw refusalIn(answer, await answer.json());
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = NAME;
  link.click();
  URL.revokeObjectURL(address);
}
