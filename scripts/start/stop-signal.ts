/**
 * What ends `npm start` from outside, from its first moment to its last: Ctrl-C, a request to end, a closed terminal, output that
 * nobody takes any more. Without it the process would be gone before it could remove what it made and end what it started.
 */

/** Aborts once, with an Error that says what came. To be called before anything is made. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  // npm and the terminal may both pass a Ctrl-C on: the second one changes nothing.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => stop.abort(new Error(`Stopped by ${name}.`)));
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) =>
      stop.abort(new Error('Stopped: nothing takes the output any more.', { cause: error })),
    );
  }
  return stop.signal;
}
