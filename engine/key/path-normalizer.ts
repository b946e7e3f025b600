/**
 * File paths of any system in one lexical form: `/` between segments, no `.`, no `//`, no `..` that can be resolved.
 */
import { cached } from '../pattern/cache.ts';

const [SLASH, BACKSLASH, DOT, COLON] = [0x2f, 0x5c, 0x2e, 0x3a];
const FILE_URL = /^file:(?:\/\/([^/?#]*))?(\/[^?#]*)/i;

const normalizeRoot = cached(normalizePath);

/**
 * `\` becomes `/`, `.` and `..` collapse (leading `..` of a relative path stay, `/..` is `/`), doubled and trailing slashes go,
 * Unicode NFC, a drive letter is lower-cased, `file://` URLs become the path they name, the empty path is `.`.
 */
export function normalizePath(text: string): string {
  if (isNormal(text)) return text;
  const path = stripDevice(fromFileUrl(text).replaceAll('\\', '/')).normalize('NFC');
  const drive = /^[A-Za-z]:/.test(path) ? path.slice(0, 2).toLowerCase() : '';
  const rest = path.slice(drive.length);
  const absolute = rest.startsWith('/');
  const kept: string[] = [];
  for (const segment of rest.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!absolute) kept.push(segment);
  }
  return `${drive}${absolute ? '/' : ''}${kept.join('/')}` || '.';
}

/** Whether the path is plain ASCII with nothing to collapse, as most are. May say no to a path that is normal. */
function isNormal(path: string): boolean {
  let before = SLASH;
  for (let at = 0; at < path.length; at++) {
    const unit = path.charCodeAt(at);
    if (unit > 127 || unit === BACKSLASH) return false;
    if (before === SLASH && (unit === DOT || (unit === SLASH && at > 0))) return false;
    // A colon here may end a drive letter or `file`.
    if (unit === COLON && (at === 1 || at === 4)) return false;
    before = unit;
  }
  return before !== SLASH || path.length === 1;
}

/** The path relative to `root` when it lies under it; relative paths are taken to start at the root. */
export function underRoot(text: string, root: string): string {
  const path = normalizePath(text);
  const base = normalizeRoot(root);
  if (!isAbsolute(base)) return path;
  const full = path === '..' || path.startsWith('../') ? normalizePath(`${base}/${path}`) : path;
  if (full === base) return '.';
  const prefix = base.endsWith('/') ? base : `${base}/`;
  return full.startsWith(prefix) ? full.slice(prefix.length) : full;
}

function isAbsolute(path: string): boolean {
  return /^(?:[a-z]:)?\//.test(path);
}

function fromFileUrl(text: string): string {
  const found = FILE_URL.exec(text);
  if (found === null) return text;
  const [, host = '', encoded = ''] = found;
  const path = decoded(encoded);
  if (host !== '' && host.toLowerCase() !== 'localhost') return `//${host}${path}`;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray "%": the text is as good a name as any.
  }
}

/** `//?/C:/a` and `//./C:/a` are `C:/a` to Windows. */
function stripDevice(path: string): string {
  const found = /^\/\/[?.]\/(?:UNC\/|(?=[A-Za-z]:))/i.exec(path);
  return found === null ? path : `${found[0].length > 4 ? '//' : ''}${path.slice(found[0].length)}`;
}
