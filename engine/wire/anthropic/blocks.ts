/**
 * The content blocks of an answer as they grow, event by event, into what goes back to the model: complete and unchanged.
 */
import type { Json, JsonObject } from '../../tool-call.ts';
import { field, isObject, parseJson, textField } from '../json.ts';
import { remember } from './written.ts';

export class GrowingBlock {
  /** As its first event had it. */
  readonly start: JsonObject;
  #block: JsonObject;
  /** Text of its input so far; '' when none came. */
  json = '';

  constructor(start: JsonObject) {
    this.start = start;
    this.#block = start;
  }

  /** Takes in one delta. One of a kind that is not known changes nothing. */
  grow(delta: Json | undefined): void {
    const block = this.#block;
    switch (textField(delta, 'type')) {
      case 'text_delta':
        this.#block = { ...block, text: (textField(block, 'text') ?? '') + (textField(delta, 'text') ?? '') };
        break;
      case 'citations_delta': {
        const citations = field(block, 'citations');
        this.#block = {
          ...block,
          citations: [...(Array.isArray(citations) ? citations : []), field(delta, 'citation') ?? null],
        };
        break;
      }
      case 'thinking_delta':
        this.#block = {
          ...block,
          thinking: (textField(block, 'thinking') ?? '') + (textField(delta, 'thinking') ?? ''),
        };
        break;
      case 'signature_delta':
        this.#block = { ...block, signature: field(delta, 'signature') ?? '' };
        break;
      case 'input_json_delta':
        this.json += textField(delta, 'partial_json') ?? '';
        break;
      case 'compaction_delta': {
        // The delta holds the final value.
        const { type: _type, ...value } = isObject(delta) ? delta : {};
        this.#block = { ...block, ...value };
        break;
      }
      default:
    }
  }

  /** The block as it is now. Input that is no JSON object is left as it started. */
  get block(): JsonObject {
    const input = this.json === '' ? undefined : parseJson(this.json);
    if (!isObject(input)) return this.#block;
    remember(input, this.json);
    return { ...this.#block, input };
  }
}
