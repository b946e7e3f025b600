import { signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { Trial } from '../../../entrypoints/options/try/trial.ts';

const [opened, cleared, back] = [signal('opened'), signal('cleared'), signal('back')];

/** A trial with a text that a person wrote, looked at in its third step. */
function written(text = 'mine'): Trial {
  const trial = new Trial();
  trial.write(text);
  trial.go(2);
  return trial;
}

test('a text that a person wrote comes back with its step after a file was opened in its place', () => {
  const trial = written();
  trial.replace('file', opened);
  expect(trial.replaced.value?.news).toBe(opened);
  trial.restore(back);
  expect([trial.text.value, trial.position.value, trial.replaced.value]).toEqual(['mine', 2, null]);
});

test('it comes back after it was cleared and two files were opened', () => {
  const trial = written();
  trial.replace('', cleared);
  trial.replace('file', opened);
  trial.replace('another file', opened);
  expect(trial.replaced.value?.news).toBe(opened);
  trial.restore(back);
  expect(trial.text.value).toBe('mine');
});

test('what was written into an opened file comes back, too', () => {
  const trial = written();
  trial.replace('file', opened);
  trial.write('file, changed');
  trial.restore(back);
  expect([trial.text.value, trial.replaced.value?.news]).toEqual(['mine', back]);
  trial.restore(back);
  expect(trial.text.value).toBe('file, changed');
});

test.each(['', ' \n'])('nothing is said to be replaced where nothing was written (%j)', (text) => {
  const trial = written(text);
  trial.replace('file', opened);
  trial.replace('another file', opened);
  expect(trial.replaced.value).toBeNull();
});

test('who does without what was replaced is not offered it with the next file', () => {
  const trial = written();
  trial.replace('file', opened);
  trial.forgetReplaced();
  trial.replace('another file', opened);
  expect(trial.replaced.value).toBeNull();
});
