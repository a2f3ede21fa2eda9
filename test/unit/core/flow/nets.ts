// Control flows written short: `{1: '2+3', 2: '4 | -', 4: '', 5: '!2'}`. Targets of an outcome with +, outcomes parted
// by |, - for one that ends the branch, !2 for a rejection to 2, !! for a terminal one, <2,3 for priors, and <<1 or
// <<1:2 for a join by fork and what it needs. The first action starts.
import type { Net, NetAction } from '../../../../core/flow/net.js';

export function netFrom(text: Readonly<Record<number, string>>): Net {
  const ids = Object.keys(text).map(Number);
  return new Map(ids.map((id, i) => [id, actionFrom(id, text[id] as string, i === 0)]));
}

function actionFrom(id: number, text: string, isStart: boolean): NetAction {
  const parts = text.split(' ').filter((part) => part !== '' && part !== '|');
  const outcomes = parts
    .filter((part) => /^[\d-]/.test(part))
    .map((part) => (part === '-' ? [] : part.split('+').map(Number)));
  const named = (sign: RegExp): string | undefined => parts.find((part) => sign.test(part))?.replace(sign, '');
  const rejection = named(/^!(?=\d)/);
  const [fork, need] = (named(/^<</) ?? '').split(':');
  return {
    id,
    isStart,
    outcomes: outcomes.length > 0 ? outcomes : [[]],
    ...(rejection !== undefined && { rejection: Number(rejection) }),
    ...(parts.includes('!!') && { rejection: 'end' as const }),
    priors: (named(/^<(?=\d)/) ?? '').split(',').filter(Boolean).map(Number),
    ...(fork && { joins: { fork: Number(fork), ...(need !== undefined && { need: Number(need) }) } }),
  };
}
