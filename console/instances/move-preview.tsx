// Asks the node what an objection would show, and to whom, or what a word about a dispute would decide. Nothing is
// sent.
import { useEffect, useState } from 'react';
import { freshKey } from '../../api/client/sending.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { CodeValue } from '../parts/code-value.js';
import { failureText } from '../session/decided.js';
import { useWords } from '../words/words.js';
import type { MoveOffered } from './moves.js';
import { askObjection, askResolution, type MoveStated } from './send-move.js';

type Objection = Awaited<ReturnType<typeof askObjection>>;
type Resolution = Awaited<ReturnType<typeof askResolution>>;

interface MovePreviewProps {
  readonly at: { readonly params: { readonly instanceId: string }; readonly query: { readonly registerId: string } };
  readonly move: MoveOffered;
  readonly stated: MoveStated;
  readonly definition: Definition;
}

export function MovePreview({ at, move, stated, definition }: MovePreviewProps) {
  const words = useWords();
  const [said, setSaid] = useState<{ objection?: Objection; resolution?: Resolution; refusal?: string }>();
  const { mover, outcome, isPrivate } = stated;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again where what is stated changes it.
  useEffect(() => {
    let isShown = true;
    const sending = { at, move, stated, key: { idempotencyKey: freshKey() } };
    const asked =
      move.kind === 'object'
        ? askObjection(sending, true).then((objection) => ({ objection }))
        : askResolution(sending, true).then((resolution) => ({ resolution }));
    asked
      .catch((error: unknown) => ({ refusal: failureText(error, words) }))
      .then((answer) => isShown && setSaid(answer));
    return () => {
      isShown = false;
    };
  }, [mover, outcome, isPrivate]);
  if (said === undefined) return <p className="hint">{words('move.preview')}</p>;
  if (said.refusal !== undefined) return <p className="note">{said.refusal}</p>;
  if (said.objection) return <ShownParts objection={said.objection} />;
  return said.resolution ? <Decision resolution={said.resolution} definition={definition} /> : null;
}

function ShownParts({ objection: { shown, readers, isVoidAlone } }: { readonly objection: Objection }) {
  const words = useWords();
  const parts = shown.flatMap(({ pointers }) => pointers);
  const files = shown.reduce((sum, item) => sum + (item.files ?? 0), 0);
  return (
    <div className="note">
      <p>{words('move.shown', { readers: readers?.length ?? 0 })}</p>
      <ul>
        {parts.map((pointer) => (
          <li key={pointer}>{pointer === '' ? words('move.shown.all') : <code>{pointer}</code>}</li>
        ))}
      </ul>
      {files > 0 && <p>{words('move.shown.files', { files })}</p>}
      {readers?.map((reader) => (
        <p key={reader}>
          <CodeValue value={reader} />
        </p>
      ))}
      {isVoidAlone && <p>{words('move.void-alone')}</p>}
    </div>
  );
}

interface DecisionProps {
  readonly resolution: Resolution;
  readonly definition: Definition;
}

function Decision({ resolution: { decides, missing, proven }, definition }: DecisionProps) {
  const words = useWords();
  const names = missing.map((role) => definition.participants.find(({ id }) => id === role)?.name ?? role);
  return (
    <div className="note">
      {proven !== undefined && <p>{words('move.proven', { proven: String(proven) })}</p>}
      <p>{decides ? words('move.decides') : words('move.missing', { roles: names.join(', ') })}</p>
    </div>
  );
}
