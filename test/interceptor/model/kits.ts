/** Every way to talk, with the adapter and the model for it. */
import { modelAdapters } from '../../../engine/wire/model-adapters.ts';
import { VARIANTS } from '../../model-clients/variants.ts';
import { modelOf } from '../../model-server/model.ts';
import type { Kit } from './kit.ts';

export const KITS: readonly Kit[] = VARIANTS.map((variant) => {
  const adapter = modelAdapters.find(({ protocol }) => protocol === variant.protocol);
  if (adapter === undefined) throw new Error(`There is no adapter for ${variant.protocol}.`);
  return { ...variant, adapter, model: () => modelOf(variant.protocol) };
});

export function kitNamed(name: string): Kit {
  const kit = KITS.find((one) => one.name === name);
  if (kit === undefined) throw new Error(`There is no kit "${name}".`);
  return kit;
}
