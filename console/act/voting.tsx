// The vote of an action that several roles decide.
import { VOTES } from '../../core/blueprint/plan/approval.js';
import { useWords } from '../words/words.js';

export type VoteChosen = (typeof VOTES)[number];

interface VotingProps {
  readonly vote: VoteChosen | undefined;
  readonly isMissing: boolean;
  readonly onVote: (vote: VoteChosen) => void;
}

export function Voting({ vote, isMissing, onVote }: VotingProps) {
  const words = useWords();
  return (
    <div className="field">
      <fieldset>
        <legend>{words('vote.title')}</legend>
        <div className="choices">
          {VOTES.map((each) => (
            <label key={each} className="choice-card">
              <input type="radio" name="vote" checked={vote === each} onChange={() => onVote(each)} />
              {words('vote.choice', { vote: each })}
            </label>
          ))}
        </div>
      </fieldset>
      {isMissing && <p className="fault">{words('vote.missing')}</p>}
    </div>
  );
}
