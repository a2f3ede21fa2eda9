// A list: rows that are added, taken away and moved, each by a button, so by keyboard as well.
import { type ComponentType, useRef } from 'react';
import type { Question } from '../../core/blueprint/form/questions.js';
import { itemAt, type Typed } from '../../core/blueprint/form/typed.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { useTyped } from './store.js';

interface ListFieldProps extends FieldProps {
  /** The field of one item. */
  readonly Row: ComponentType<FieldProps>;
}

export function ListField({ question, Row }: ListFieldProps) {
  const words = useWords();
  const { store } = useForm();
  const typed = useTyped(store, question.path);
  const rows: readonly Typed[] = Array.isArray(typed) ? typed : [];
  const keys = useRowKeys(rows.length);
  const item = question.item as Question;
  const { maxItems } = question.schema;
  const isFull = typeof maxItems === 'number' && rows.length >= maxItems;
  const write = (next: readonly Typed[], order: readonly number[]) => {
    keys.current = [...order];
    store.set(question.path, next);
  };
  const swap = (at: number) => {
    const order = [...keys.current];
    const next = [...rows];
    [next[at - 1], next[at]] = [rows[at], rows[at - 1]];
    [order[at - 1], order[at]] = [keys.current[at] as number, keys.current[at - 1] as number];
    write(next, order);
  };
  return (
    <FieldFrame question={question} isGroup>
      {() => (
        <>
          <ol className="list-rows">
            {rows.map((_, i) => (
              <li key={keys.current[i]} className="list-row">
                <Row question={rowQuestion(item, question, i)} />
                <span className="row-acts">
                  {i > 0 && (
                    <Button
                      kind="plain"
                      icon="arrow-up"
                      label={words('form.row.up', { row: i + 1 })}
                      onPress={() => swap(i)}
                    />
                  )}
                  <Button
                    kind="plain"
                    icon="x"
                    label={words('form.row.remove', { row: i + 1 })}
                    onPress={() => write(rows.toSpliced(i, 1), keys.current.toSpliced(i, 1))}
                  />
                </span>
              </li>
            ))}
          </ol>
          {!isFull && (
            <Button icon="plus" onPress={() => store.set(question.path, [...rows, undefined])}>
              {words('form.row.add')}
            </Button>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** Numbers by which a row is the same one after it was moved. */
function useRowKeys(rows: number): { current: number[] } {
  const keys = useRef<number[]>([]);
  const last = useRef(0);
  while (keys.current.length < rows) keys.current.push(++last.current);
  keys.current.length = rows;
  return keys;
}

/** A row without a name of its own is the third of its list. */
function rowQuestion(item: Question, list: Question, i: number): Question {
  const question = itemAt(item, [...list.path, String(i)]);
  return { ...question, label: `${list.label} ${i + 1}`, required: false };
}
