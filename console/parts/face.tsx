// The initials of a role in its colour: the same on every page of a workflow. Words that name it stand beside.

/** Hues of the tokens. */
const HUES = 5;

/** `place` is that of the role among the participants of its definition. */
export function Face({ name, place, isLarge = false }: FaceProps) {
  return (
    <span className="face" data-hue={place % HUES} data-large={isLarge} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}

interface FaceProps {
  readonly name: string;
  readonly place: number;
  readonly isLarge?: boolean;
}

function initialsOf(name: string): string {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '');
  return words
    .slice(0, 2)
    .map((word) => [...word][0] as string)
    .join('')
    .toUpperCase();
}
