/** Which model, and in which protocol the page talks to it. */
import { PROTOCOL_NAMES, PROTOCOLS, type Protocol, SCRIPTED } from '../../protocols/protocol.ts';
import { usesModel } from '../level.ts';
import { info, model, protocol, running } from '../state.ts';

export function ProtocolPicker({ choose }: { readonly choose: (protocol: Protocol) => void }) {
  return (
    <label class="picker">
      <span class="unseen">Protocol</span>
      <select
        value={protocol.value}
        disabled={running.value !== undefined}
        onChange={({ currentTarget }) => {
          const chosen = PROTOCOL_NAMES.find((name) => name === currentTarget.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {PROTOCOL_NAMES.map((name) => (
          <option key={name} value={name}>
            {PROTOCOLS[name].label}
          </option>
        ))}
      </select>
    </label>
  );
}

export function ModelPicker() {
  const { vendor } = PROTOCOLS[protocol.value];
  const offered = info.value.models.filter(({ id }) => !usesModel || id === vendor);
  return (
    <label class="picker">
      <span>Model</span>
      <select
        value={model.value}
        onChange={(event) => {
          model.value = event.currentTarget.value;
        }}
      >
        <option value={SCRIPTED}>Scripted (no key)</option>
        {offered.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
