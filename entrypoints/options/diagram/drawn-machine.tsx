/**
 * A drawing as SVG. Colours come from the style sheet, so that it follows the theme.
 */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { t } from '../../ui/i18n/i18n.ts';
import type { Drawing, DrawnArrow, DrawnState } from './drawing.ts';
import { LINE_HEIGHT } from './line-height.ts';

/** Something that moved, to be pointed out. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

export interface DrawnMachineProps {
  readonly drawing: Drawing;
  readonly scale: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly moves: readonly Move[];
  /** Whether the text has changed since. */
  readonly stale: boolean;
  /** What is told to those who do not see it. */
  readonly label: string;
}

export function DrawnMachine({ drawing, scale, counts, moves, stale, label }: DrawnMachineProps): JSX.Element {
  const head = useId();
  const { width, height, states, arrows, start } = drawing;
  const moved = new Set(moves.map(({ from, to }) => JSON.stringify([from, to])));
  const isMoved = ({ from, to }: Move): boolean => moved.has(JSON.stringify([from, to]));
  return (
    <svg
      class={stale ? 'machine-drawing stale' : 'machine-drawing'}
      role="img"
      aria-label={label}
      width={width * scale}
      height={height * scale}
      viewBox={`0 0 ${width} ${height}`}
    >
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto-start-reverse"
        >
          <path d="M0 0L8 4L0 8z" fill="context-stroke" />
        </marker>
      </defs>
      <circle class="start" cx={start.dot.x} cy={start.dot.y} r="5" />
      <path class="arrow" d={start.path} marker-end={`url(#${head})`} />
      {arrows.map((arrow) => (
        <path
          key={`${arrow.from}→${arrow.to}`}
          class={isMoved(arrow) ? 'arrow moved' : 'arrow'}
          d={arrow.path}
          marker-end={`url(#${head})`}
        />
      ))}
      {arrows.map((arrow) => (
        <Label key={`${arrow.from}→${arrow.to}`} arrow={arrow} moved={isMoved(arrow)} />
      ))}
      {states.map((state) => (
        <State
          key={state.name}
          state={state}
          count={counts.get(state.name) ?? 0}
          entered={moves.some(({ to }) => to === state.name)}
        />
      ))}
    </svg>
  );
}

function Label({ arrow, moved }: { readonly arrow: DrawnArrow; readonly moved: boolean }): JSX.Element {
  const { label, lines, more } = arrow;
  const all = more > 0 ? [...lines, t('machines.moreLabels', { count: more })] : lines;
  const top = label.y - (all.length * LINE_HEIGHT) / 2 + LINE_HEIGHT - 4;
  return (
    <g class={moved ? 'arrow-label moved' : 'arrow-label'}>
      <rect x={label.x - label.width / 2} y={label.y - label.height / 2} width={label.width} height={label.height} />
      {all.map((line, index) => (
        <text key={line} x={label.x} y={top + index * LINE_HEIGHT} text-anchor="middle">
          {line}
        </text>
      ))}
    </g>
  );
}

interface StateProps {
  readonly state: DrawnState;
  readonly count: number;
  /** Whether something has just come here. */
  readonly entered: boolean;
}

function State({ state, count, entered }: StateProps): JSX.Element {
  const { x, y, width, height, name, stage } = state;
  const names = ['state', `state-${stage}`, ...(count > 0 ? ['occupied'] : []), ...(entered ? ['entered'] : [])];
  const left = x - width / 2;
  const top = y - height / 2;
  const tally = count > 999 ? '999+' : String(count);
  const room = 12 + 8 * tally.length;
  return (
    <g class={names.join(' ')}>
      <rect x={left} y={top} width={width} height={height} rx="9" />
      {stage === 'terminal' && (
        <rect class="inner" x={left + 3} y={top + 3} width={width - 6} height={height - 6} rx="6" />
      )}
      <text x={count > 0 ? x - room / 2 : x} y={y + 4.5} text-anchor="middle">
        {name}
      </text>
      {count > 0 && (
        <>
          <rect class="tally" x={left + width - room - 6} y={y - 9} width={room} height="18" rx="9" />
          <text class="tally-text" x={left + width - room / 2 - 6} y={y + 4} text-anchor="middle">
            {tally}
          </text>
        </>
      )}
    </g>
  );
}
