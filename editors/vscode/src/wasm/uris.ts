// The server reads file: URIs alone, of a system without drives. What is elsewhere goes by
// names of its own: scheme://authority/path is file:///scheme/@authority/path to it, and a
// drive of Windows file:///file/@/c:/path. The names are changed in each message, so that
// the rest of the extension, and the server, know nothing of it.

/** The members of messages that hold a URI. */
const members = new Set(['uri', 'baseUri', 'scopeUri', 'rootUri', 'targetUri', 'oldUri', 'newUri', 'target']);

/** The name that the server knows a file by; other URIs, such as those of untitled documents, stay. */
export function toServer(uri: string, schemes: ReadonlySet<string>): string {
  const [, scheme, authority = '', path = ''] = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?(\/[^?#]*)?/i.exec(uri) ?? [];
  if (!scheme || !schemes.has(scheme)) return uri;
  const isPlain = scheme === 'file' && authority === '' && !/^\/[a-z](:|%3a)/i.test(path);
  return isPlain ? uri : `file:///${scheme}/@${authority}${path}`;
}

/** Undoes {@link toServer}. */
export function toEditor(uri: string, schemes: ReadonlySet<string>): string {
  const [, scheme, authority, path = ''] = /^file:\/\/\/([a-z][a-z0-9+.-]*)\/(?:@|%40)([^/]*)(\/.*)?$/i.exec(uri) ?? [];
  if (!scheme || !schemes.has(scheme)) return uri;
  // As VS Code writes them: of a scheme without an authority only file: has the slashes.
  return `${scheme}:${authority || scheme === 'file' ? `//${authority}` : ''}${path}`;
}

/** A copy of a message with its URIs changed. */
export function withUris<T>(message: T, change: (uri: string) => string): T {
  const copy = (value: unknown, member = ''): unknown => {
    if (typeof value === 'string') return members.has(member) ? change(value) : value;
    if (Array.isArray(value)) return value.map((entry) => copy(entry));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner, name)]));
  };
  return copy(message) as T;
}
