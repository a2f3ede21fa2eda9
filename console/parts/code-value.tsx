// A hash or an id, as people compare and copy it.

import { HashPicture } from './hash-picture.js';

const SHOWN = { from: 8, to: 4 };
/** Of a checkpoint, HASH@HEIGHT. */
const HEIGHT = '@';
/** Hash, TxId or address: 24 characters or more of one word. */
const LONG_MIN = 24;

/** A hash or an id: its picture and its ends on the screen, all of it on paper, for readers of the page and to copy. */
export function CodeValue({ value }: { readonly value: string }) {
  if (value.length < LONG_MIN) return <code>{value}</code>;
  const [word = '', ...height] = value.split(HEIGHT);
  return (
    <code className="long" title={value}>
      <span className="ends" aria-hidden="true">
        <HashPicture value={word} />
        {[`${word.slice(0, SHOWN.from)}…${word.slice(-SHOWN.to)}`, ...height].join(HEIGHT)}
      </span>
      <span className="whole">{value}</span>
    </code>
  );
}
