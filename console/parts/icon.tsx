// The icons of the console, by their names: shapes of Lucide 1.81 on a square of 24 (icons.LICENSE).
import { createElement } from 'react';
import shapes from './icon-shapes.json' with { type: 'json' };

export type IconName = keyof typeof shapes;

/** The tag of an element of SVG, and its attributes. */
type IconShape = readonly [string, Readonly<Record<string, string>>];

export const ICON_NAMES = Object.keys(shapes) as readonly IconName[];

/** A picture beside words that say the same: readers of the page skip it. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {(shapes[name] as unknown as readonly IconShape[]).map(([tag, attributes], i) =>
        createElement(tag, { ...attributes, key: i }),
      )}
    </svg>
  );
}
