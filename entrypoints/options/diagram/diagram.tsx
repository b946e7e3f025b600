/**
 * A machine as a state diagram, with what is in which state now. Runs in the options page; the layout is a chunk of its own.
 * While there is no machine (the text has errors) the last drawing stays, dimmed.
 */

import { computed } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { Machine } from '../../../engine/dsl/machine.ts';
import { type Edge, edgesOf } from '../../../engine/explain/graph.ts';
import { list } from '../../ui/format.ts';
import { t } from '../../ui/i18n/i18n.ts';
import { sentences } from '../../ui/i18n/sentences.ts';
import { worded } from '../../ui/i18n/wording.ts';
import { messageOf } from '../../ui/message-of.ts';
import type { Drawing } from './drawing.ts';
import { DrawnMachine, type Move } from './drawn-machine.tsx';
import { measure } from './measure.ts';
import { TransitionTable } from './transition-table.tsx';
import './diagram.css';

export interface DiagramProps {
  /** `null` while the text has errors. */
  readonly machine: Machine | null;
  /** How many instances are in which state. */
  readonly counts: ReadonlyMap<string, number>;
  /** Moves to point out. */
  readonly moves?: readonly Move[];
}

interface Drawn {
  readonly machine: Machine;
  /** In the language that was shown then. */
  readonly edges: readonly Edge[];
  readonly drawing: Drawing | null;
}

const ZOOMS = [0.5, 0.7, 0.85, 1, 1.25, 1.6];

export function Diagram({ machine, counts, moves = [] }: DiagramProps): JSX.Element {
  const title = useId();
  const edges = useMemo(() => computed(() => (machine === null ? [] : edgesOf(machine, worded))), [machine]).value;
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const scroller = useRef<HTMLElement | null>(null);
  const [room, watchRoom] = useRoom(scroller);
  const [zoom, setZoom] = useState<number | null>(null);
  useEffect(() => {
    if (machine === null) return undefined;
    let late = false;
    const make = async (): Promise<void> => {
      const { draw } = await import('./drawing.ts');
      if (late) return;
      const more = (count: number): string => t('machines.moreLabels', { count });
      setDrawn({ machine, edges, drawing: draw(machine, edges, { measure, more }) });
      setFault(null);
    };
    make().catch((error: unknown) => setFault(messageOf(error)));
    return () => {
      late = true;
    };
  }, [machine, edges]);

  const dot = drawn?.drawing?.start.dot.x ?? 0;
  const shown = zoom ?? fitting(drawn?.drawing ?? null, room);
  // What does not fit is begun where the machine begins.
  useEffect(() => scroller.current?.scrollTo({ left: dot * shown - room / 2 }), [dot, shown, room]);

  if (fault !== null) return <p class="fault">{t('machines.diagramFailed', { why: fault })}</p>;
  if (drawn === null) return <p class="quiet">{t(machine === null ? 'machines.noDiagram' : 'common.loading')}</p>;
  const { drawing } = drawn;
  const stale = machine === null;
  const step = (by: 1 | -1): void => {
    const next = by === 1 ? ZOOMS.find((z) => z > shown + 0.01) : ZOOMS.findLast((z) => z < shown - 0.01);
    if (next !== undefined) setZoom(next);
  };
  return (
    <figure class="diagram" aria-labelledby={title}>
      <figcaption>
        <span id={title} class="diagram-title">
          {t('machines.diagramOf', { machine: drawn.machine.name })}
        </span>
        {stale && <span class="diagram-stale">{t('machines.diagramStale')}</span>}
        {drawing !== null && (
          <span class="zoom">
            <button type="button" class="icon-button" aria-label={t('machines.zoomOut')} onClick={() => step(-1)}>
              <span aria-hidden="true">−</span>
            </button>
            <button type="button" class="icon-button" aria-label={t('machines.zoomIn')} onClick={() => step(1)}>
              <span aria-hidden="true">+</span>
            </button>
            <button type="button" class="link" onClick={() => setZoom(null)}>
              {t('machines.zoomFit')}
            </button>
          </span>
        )}
      </figcaption>
      {drawing === null ? (
        <p class="quiet">{t('machines.tooLarge')}</p>
      ) : (
        <section
          class="diagram-scroller"
          ref={watchRoom}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          aria-labelledby={title}
        >
          <DrawnMachine
            drawing={drawing}
            scale={shown}
            counts={counts}
            moves={moves}
            stale={stale}
            label={inWords(drawn.machine.name, drawing, moves)}
          />
        </section>
      )}
      <TransitionTable machine={drawn.machine} edges={drawn.edges} counts={counts} />
    </figure>
  );
}

/** What the drawing shows, for those who do not see it. */
function inWords(machine: string, { states, arrows }: Drawing, moves: readonly Move[]): string {
  const text = t('machines.diagramText', { machine, states: states.length, arrows: arrows.length });
  if (moves.length === 0) return text;
  return sentences(text, t('machines.diagramMoves', { moves: list(moves.map(({ from, to }) => `${from} → ${to}`)) }));
}

/** Width of an element in pixels, as it changes, and what to give the element as `ref`. */
function useRoom(kept: RefObject<HTMLElement | null>): readonly [number, (element: HTMLElement | null) => void] {
  const [room, setRoom] = useState(520);
  const observer = useRef<ResizeObserver | null>(null);
  const watch = useCallback(
    (element: HTMLElement | null): void => {
      kept.current = element;
      observer.current?.disconnect();
      observer.current = element === null ? null : new ResizeObserver(() => setRoom(element.clientWidth));
      if (element !== null) observer.current?.observe(element);
    },
    [kept],
  );
  return [room, watch];
}

/** So that the whole is seen, but never so small that it cannot be read. */
function fitting(drawing: Drawing | null, room: number): number {
  return drawing === null ? 1 : Math.min(1, Math.max(0.7, room / drawing.width));
}
