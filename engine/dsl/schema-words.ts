/**
 * Pieces that the shapes share.
 */
import { z } from 'zod';

// The extension runs under a policy that forbids making code from text, which zod would otherwise try for speed.
z.config({ jitless: true });

/** A word out of a closed list, with what its absence means. */
export function word<const W extends readonly [string, ...string[]]>(
  words: W,
  fallback: W[number],
  description: string,
): z.ZodOptional<z.ZodEnum<{ [K in W[number]]: K }>> {
  return z.enum(words).optional().meta({ description, default: fallback });
}

/** The name of a state. */
export const state = (description: string): z.ZodString => z.string().min(1).meta({ description });

/** A whole number from `least` on. */
export const count = (least: number, description: string): z.ZodInt => z.int().min(least).meta({ description });
