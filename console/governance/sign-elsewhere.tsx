// A vote whose key is not on this node: the file to sign goes out, and the signed file comes back. It is judged here
// before it is sent.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { CodeValue } from '../parts/code-value.js';
import { saveFile } from '../parts/save-file.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { memberAddress } from './member.js';
import type { OpenProposal } from './read-governance.js';
import type { SignedVote } from './signed-vote.js';
import { TakeFile } from './take-file.js';
import { VoterChoice } from './voter-choice.js';

type SubmitBody = Parameters<typeof node.transactions.submitTransaction>[0]['body'];

/** For the docket that seals it. */
const WAIT_SECONDS = 10;

interface SignElsewhereProps {
  readonly proposal: OpenProposal['proposal'];
  /** Members that vote and have not voted. */
  readonly voters: readonly string[];
  readonly mayReturn: boolean;
  readonly onVoted: () => void;
}

export function SignElsewhere({ proposal, voters, mayReturn, onVoted }: SignElsewhereProps) {
  const words = useWords();
  const [chosen, setChosen] = useState(voters[0]);
  const voter = voters.find((each) => each === chosen) ?? voters[0] ?? '';
  const { registerId, proposalId } = proposal;
  const { isBusy, fault, run } = useAct();
  const file = `vote-${proposalId.slice(0, 8)}.tx`;
  const signed = `vote-${proposalId.slice(0, 8)}.signed.tx`;
  async function save(): Promise<void> {
    const params = { registerId, proposalId };
    const request = await node.governance.getSigningRequest({ params, query: { approverDid: voter } });
    saveFile(file, `${JSON.stringify(request, undefined, 2)}\n`, 'application/json');
  }
  return (
    <>
      <p className="hint">{words('vote.elsewhere')}</p>
      <VoterChoice voters={voters} voter={voter} onChange={setChosen} />
      {voters.length === 1 && <CodeValue value={memberAddress(voter)} />}
      <p className="acts some">
        <Button isBusy={isBusy} onPress={() => run(save)}>
          {words('vote.file')}
        </Button>
      </p>
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
      <AsCommand act="governance.sign" values={{ file, out: signed }} />
      {mayReturn && <Return key={voter} asked={{ registerId, proposalId, approverDid: voter }} onVoted={onVoted} />}
    </>
  );
}

interface ReturnProps {
  readonly asked: { readonly registerId: string; readonly proposalId: string; readonly approverDid: string };
  readonly onVoted: () => void;
}

function Return({ asked, onVoted }: ReturnProps) {
  const words = useWords();
  const [vote, setVote] = useState<SignedVote>();
  const { isBusy, fault, run } = useAct();
  async function take(text: string): Promise<void> {
    setVote(undefined);
    const { signedVote } = await import('./signed-vote.js');
    const taken = signedVote(text, asked);
    if (typeof taken === 'string') throw new Error(words('vote.fault', { fault: taken }));
    setVote(taken);
  }
  async function send({ submission }: SignedVote): Promise<void> {
    const params = { registerId: asked.registerId };
    await node.transactions.submitTransaction(
      { params, body: submission as unknown as SubmitBody },
      { waitSeconds: WAIT_SECONDS },
    );
    onVoted();
  }
  return (
    <>
      <TakeFile label={words('vote.signed')} hint={words('vote.signed-about')} onText={take} />
      {vote && (
        <p className="acts some">
          <span className="pill" data-kind={vote.isApproval ? 'good' : 'bad'}>
            {words(vote.isApproval ? 'governance.approved' : 'governance.refused')}
          </span>
          <span>{vote.comment}</span>
          <Button kind="main" isBusy={isBusy} onPress={() => run(() => send(vote))}>
            {words('vote.send')}
          </Button>
        </p>
      )}
      <p role="alert" className="fault" lang="en">
        {fault}
      </p>
    </>
  );
}
