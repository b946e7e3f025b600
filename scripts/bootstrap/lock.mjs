/**
 * A lock between processes: a file that names its owner. Runs on Node 20.20 without packages.
 * A lock whose owner died is taken over; a live owner is waited for, but not for ever.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Does the work while holding the lock.
 * @template T
 * @param {string} file
 * @param {{ say: (line: string) => void, pollMs?: number, giveUpMs?: number }} options
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, { say, pollMs = 300, giveUpMs = 15 * 60_000 }, work) {
  const mine = JSON.stringify({ pid: process.pid, id: randomUUID() });
  const deadline = Date.now() + giveUpMs;
  let told = false;
  while (!create(file, mine)) {
    const theirs = read(file);
    if (theirs !== undefined && !isAlive(theirs) && takeAway(file, theirs)) continue;
    if (Date.now() > deadline) {
      throw new Error(`another process holds "${file}" for too long. If none is running, delete "${file}*".`);
    }
    if (!told) say('interlock: waiting for another process that is installing ...');
    told = true;
    await pause(pollMs);
  }
  try {
    return await work();
  } finally {
    if (read(file) === mine) rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} text @returns {boolean} false when the file was there already */
function create(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file @returns {string | undefined} */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} owner */
function isAlive(owner) {
  try {
    process.kill(JSON.parse(owner).pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives but belongs to somebody else. Unreadable: just being written.
    return error.code === 'EPERM' || error instanceof SyntaxError;
  }
}

/**
 * Removes the lock of a dead owner. Two processes may see the same dead owner; the second must not remove the lock that the
 * first has made in between. So only one at a time may remove, and only if the owner is still the one it saw.
 * @param {string} file
 * @param {string} owner
 * @returns {boolean} false when another process is at it
 */
function takeAway(file, owner) {
  const claim = `${file}.claim`;
  if (!create(claim, owner)) return false;
  try {
    if (read(file) === owner) rmSync(file, { force: true });
    return true;
  } finally {
    rmSync(claim, { force: true });
  }
}
