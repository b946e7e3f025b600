/**
 * Which ways out of the page are guarded, observed or blind, and what was seen in use. Asked for when it is opened.
 */
import type { JSX, TargetedEvent } from 'preact';
import type { ChannelName, Coverage } from '../../background/instance-messages.ts';
import type { SeenProtocol } from '../../background/ui-messages.ts';
import { type PlainKey, t } from '../../ui/i18n/i18n.ts';
import { sentences } from '../../ui/i18n/sentences.ts';
import { protocolName } from '../../ui/protocol-name.ts';
import type { Oversight } from './oversight.ts';

export interface CoverageDetailsProps {
  readonly tab: number;
  /** The site's mode is to observe. */
  readonly observing: boolean;
  readonly model: Oversight;
}

const CHANNELS: Readonly<Record<ChannelName, PlainKey>> = {
  fetch: 'instances.channelFetch',
  xhr: 'instances.channelXhr',
  'event-source': 'instances.channelEventSource',
  websocket: 'instances.channelWebsocket',
  'model-context': 'instances.channelModelContext',
  beacon: 'instances.channelBeacon',
  worker: 'instances.channelWorker',
  frame: 'instances.channelFrame',
  'web-transport': 'instances.channelWebTransport',
  'web-rtc': 'instances.channelWebRtc',
};

const LEVELS = {
  guarded: ['●', 'instances.levelGuarded'],
  observed: ['◐', 'instances.levelObserved'],
  blind: ['○', 'instances.levelBlind'],
} as const;

/** Names of what is there or not, rather than used so many times. */
const PRESENT: ReadonlySet<ChannelName> = new Set(['worker', 'frame']);

export function CoverageDetails({ tab, observing, model }: CoverageDetailsProps): JSX.Element {
  const coverage = model.coverage.value;
  const onToggle = (event: TargetedEvent<HTMLDetailsElement>): void => {
    if (event.currentTarget.open) model.askCoverage(tab);
  };
  return (
    <details class="coverage" onToggle={onToggle}>
      <summary>{t('instances.coverage')}</summary>
      {coverage === null ? (
        <p class="quiet">{t('instances.coverageLoading')}</p>
      ) : (
        <Table coverage={coverage} observing={observing} />
      )}
    </details>
  );
}

/** Of a page that is not guarded. */
export function NoCoverage(): JSX.Element {
  return (
    <details class="coverage">
      <summary>{t('instances.coverage')}</summary>
      <p class="quiet">{t('instances.coverageNone')}</p>
    </details>
  );
}

function Table({ coverage, observing }: { readonly coverage: Coverage; readonly observing: boolean }): JSX.Element {
  return (
    <>
      <h3>{t('instances.coverageChannels')}</h3>
      <ul class="channels" aria-label={t('instances.coverageChannels')}>
        {coverage.channels.map(({ name, level, used }) => (
          <Channel key={name} name={name} level={level === 'guarded' && observing ? 'observed' : level} used={used} />
        ))}
      </ul>
      <p class="quiet">{sentences(t('instances.otherWays'), t('instances.serverBlind'))}</p>
      <h3>{t('instances.protocols')}</h3>
      {coverage.protocols.length === 0 ? (
        <p class="quiet">{t('instances.noProtocols')}</p>
      ) : (
        <ul aria-label={t('instances.protocols')}>
          {coverage.protocols.map((seen) => (
            <li key={`${seen.protocol} ${seen.level}`}>{protocolWords(seen, observing)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ChannelProps {
  readonly name: ChannelName;
  readonly level: keyof typeof LEVELS;
  readonly used: number | null;
}

function Channel({ name, level, used }: ChannelProps): JSX.Element {
  const [sign, key] = LEVELS[level];
  return (
    <li>
      <span class="channel-name">{t(CHANNELS[name])}</span>
      <span class="channel-use">
        {used === null
          ? t('instances.notWatched')
          : t(PRESENT.has(name) ? 'instances.present' : 'instances.used', { count: used })}
      </span>
      <span class={`chip level-${level}`}>
        <span aria-hidden="true">{sign}</span>
        {t(key)}
      </span>
    </li>
  );
}

function protocolWords({ protocol, level }: SeenProtocol, observing: boolean): string {
  const name = { protocol: protocolName(protocol) };
  switch (level) {
    case 'execution':
      return t(observing ? 'instances.levelExecutionObserved' : 'instances.levelExecution', name);
    case 'model':
      return t(observing ? 'instances.levelModelObserved' : 'instances.levelModel', name);
  }
}
