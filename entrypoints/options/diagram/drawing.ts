/**
 * A machine laid out as a drawing: where each state, arrow and label goes. Pure; the widths of texts are measured by whoever
 * draws. A chunk of its own, since it brings the layout library along.
 */
import dagre from '@dagrejs/dagre';
import type { Machine } from '../../../engine/dsl/machine.ts';
import { type Arrow, arrowsOf, type Edge } from '../../../engine/explain/graph.ts';
import { shortLabel } from '../../../engine/explain/mermaid.ts';
import { LINE_HEIGHT } from './line-height.ts';

/** Sizes in pixels at scale 1. */
export interface Box {
  /** Of the middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface DrawnState extends Box {
  readonly name: string;
  readonly stage: 'initial' | 'between' | 'terminal';
}

export interface DrawnArrow {
  readonly from: string;
  readonly to: string;
  /** What leads along it, shortened, at most `MOST_LABELS` lines. */
  readonly lines: readonly string[];
  /** How many more there are. */
  readonly more: number;
  /** Where the lines stand. */
  readonly label: Box;
  /** The `d` of an SVG path. */
  readonly path: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly states: readonly DrawnState[];
  readonly arrows: readonly DrawnArrow[];
  /** The dot that points to the initial state. */
  readonly start: { readonly dot: Point; readonly path: string };
}

/** Width of a text in pixels. */
export type Measure = (text: string, role: 'state' | 'label') => number;

const MOST_LABELS = 3;
const LONGEST_CALL = 24;
const LONGEST_LABEL = 34;
/** More cannot be read as a drawing, and takes long to lay out. */
const MOST_STATES = 60;
const MOST_ARROWS = 200;
const START = 'start';
const MARGIN = 12;

export interface Words {
  readonly measure: Measure;
  /** Words the line that says how many labels were left out. */
  readonly more: (count: number) => string;
}

/** A machine and its edges; `null` when it is too large to be drawn. */
export function draw(machine: Machine, edges: readonly Edge[], words: Words): Drawing | null {
  const drawings = (['TB', 'LR'] as const).flatMap((direction) => layOut(machine, edges, words, direction) ?? []);
  // Pages are scrolled down, not sideways.
  return drawings.reduce<Drawing | null>((best, one) => (best === null || one.width < best.width ? one : best), null);
}

function layOut(
  machine: Machine,
  edges: readonly Edge[],
  { measure, more }: Words,
  rankdir: 'TB' | 'LR',
): Drawing | null {
  const arrows = arrowsOf(edges);
  if (machine.states.length > MOST_STATES || arrows.length > MOST_ARROWS) return null;
  const ids = new Map(machine.states.map((state, index) => [state, `state ${index}`]));
  const id = (state: string): string => ids.get(state) ?? '';
  const graph = new dagre.graphlib.Graph({ multigraph: false });
  graph.setGraph({ rankdir, nodesep: 36, ranksep: 34, edgesep: 22, marginx: MARGIN, marginy: MARGIN });
  graph.setNode(START, { width: 12, height: 12 });
  for (const state of machine.states) {
    graph.setNode(id(state), { width: Math.max(72, measure(state, 'state') + 72), height: 34 });
  }
  graph.setEdge(START, id(machine.initial), { width: 0, height: 0, labelpos: 'c' });
  for (const arrow of arrows) {
    const { lines, more: left } = linesOf(arrow);
    const all = left > 0 ? [...lines, more(left)] : lines;
    const width = Math.max(...all.map((line) => measure(line, 'label'))) + 12;
    graph.setEdge(id(arrow.from), id(arrow.to), { width, height: all.length * LINE_HEIGHT + 6, labelpos: 'c' });
  }
  dagre.layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  // The layout leaves labels of loops out of its own sum.
  const labels = arrows.map((arrow) => boxOf(graph.edge(id(arrow.from), id(arrow.to))));
  return {
    width: Math.max(width, ...labels.map((box) => box.x + box.width / 2 + MARGIN)),
    height: Math.max(height, ...labels.map((box) => box.y + box.height / 2 + MARGIN)),
    states: machine.states.map((name) => ({ name, stage: stageOf(machine, name), ...boxOf(graph.node(id(name))) })),
    arrows: arrows.map((arrow) => {
      const edge = graph.edge(id(arrow.from), id(arrow.to));
      const path = arrow.from === arrow.to ? loopOf(boxOf(graph.node(id(arrow.from)))) : pathOf(edge.points ?? []);
      return { from: arrow.from, to: arrow.to, ...linesOf(arrow), label: boxOf(edge), path };
    }),
    start: { dot: boxOf(graph.node(START)), path: pathOf(graph.edge(START, id(machine.initial)).points ?? []) },
  };
}

function linesOf({ edges }: Arrow): Pick<DrawnArrow, 'lines' | 'more'> {
  const labels = [...new Set(edges.map(labelOf))];
  // One more line costs as much as saying that there is one.
  const shown = labels.length === MOST_LABELS + 1 ? labels.length : MOST_LABELS;
  return { lines: labels.slice(0, shown), more: Math.max(0, labels.length - shown) };
}

/** The call, and as much of the conditions as there is room for. */
function labelOf(edge: Edge): string {
  const label = shortLabel(edge, LONGEST_CALL);
  return label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label;
}

function stageOf(machine: Machine, state: string): DrawnState['stage'] {
  if (machine.terminal.has(state)) return 'terminal';
  return state === machine.initial ? 'initial' : 'between';
}

function boxOf({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

/** A small loop at the right side of a state; its label stands right of it. */
function loopOf({ x, y, width }: Box): string {
  const right = x + width / 2;
  const [above, below] = [`${right + 26} ${y - 24}`, `${right + 26} ${y + 24}`];
  return `M${at({ x: right, y: y - 8 })} C${above} ${below} ${at({ x: right, y: y + 8 })}`;
}

/** A smooth way through the points. */
function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (first === undefined) return '';
  const parts = [`M${at(first)}`];
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1];
    if (next === undefined) parts.push(`L${at(point)}`);
    else parts.push(`Q${at(point)} ${at({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 })}`);
  }
  return parts.join(' ');
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
