// Runs the work of forms, buttons and choices, once at a time, and tells the person of a failure.
import { sentence } from './calls.js';
import { at, tell, warn } from './elements.js';

/** `failed` takes an error over: true where it has told of it. */
export type Failed = (error: unknown) => boolean;

/** A form is submitted, a choice changes, all else is clicked. */
export function on(id: string, work: () => unknown, failed?: Failed): void {
  const element = at(id);
  element.addEventListener(eventOf(element), async (event) => {
    event.preventDefault();
    const button = event instanceof SubmitEvent ? event.submitter : element;
    const pressed = button instanceof HTMLButtonElement ? button : undefined;
    if (pressed?.disabled) return;
    tell('');
    if (pressed) pressed.disabled = true;
    try {
      await work();
    } catch (error) {
      if (!failed?.(error)) warn(sentence(error));
    } finally {
      if (pressed) pressed.disabled = false;
    }
  });
}

function eventOf(element: HTMLElement): 'submit' | 'change' | 'click' {
  if (element instanceof HTMLFormElement) return 'submit';
  return element instanceof HTMLSelectElement ? 'change' : 'click';
}
