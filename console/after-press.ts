// A click that began on what moves meanwhile ends beside it, and is lost: changes that move a form come behind it.

let isPressed = false;
const waiting: (() => void)[] = [];

addEventListener('pointerdown', beginPress, true);
for (const type of ['pointerup', 'pointercancel']) addEventListener(type, endPress, true);

/** At once where no pointer is pressed. */
export function afterPress(run: () => void): void {
  if (isPressed) waiting.push(run);
  else run();
}

/** A menu of the second button may keep the end of its press to itself. */
function beginPress({ button }: PointerEvent): void {
  isPressed = button === 0;
}

function endPress(): void {
  isPressed = false;
  const runs = waiting.splice(0);
  // The click comes in the turn of its pointer.
  setTimeout(() => {
    for (const run of runs) run();
  });
}
