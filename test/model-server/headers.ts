/** What the APIs ask of the headers of every request, also of one that is made in the page's place. Runs in tests only. */

/** A header of the request by its name in lower case. */
export type Header = (name: string) => string | null;

/** A body of JSON, and a key. */
export function checkOpenAiHeaders(header: Header): readonly string[] {
  return [...checkType(header), ...(/^Bearer .+/.test(header('authorization') ?? '') ? [] : ['There is no API key.'])];
}

/** The same in other words, the version of the API, and leave to hold a thread where one is held. */
export function checkAnthropicHeaders(header: Header, threaded: boolean): readonly string[] {
  const key = header('x-api-key') !== null || /^Bearer .+/.test(header('authorization') ?? '');
  const beta = (header('anthropic-beta') ?? '').includes('message-threads');
  return [
    ...checkType(header),
    ...(key ? [] : ['There is no API key.']),
    ...(header('anthropic-version') === null ? ['anthropic-version: it is missing.'] : []),
    ...(threaded && !beta ? ['thread: it needs the anthropic-beta header.'] : []),
  ];
}

function checkType(header: Header): readonly string[] {
  const type = header('content-type') ?? '';
  return type.startsWith('application/json') ? [] : [`The content type is "${type}", not application/json.`];
}
