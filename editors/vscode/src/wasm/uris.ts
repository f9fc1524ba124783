// The server only reads file: URIs without drives. Others are mapped: scheme://authority/path
// to file:///scheme/@authority/path, and a Windows drive to file:///file/@/c:/path. Every
// message is converted, so neither the extension nor the server needs to know.

/** The members of messages that hold a URI. */
const members = new Set(['uri', 'baseUri', 'scopeUri', 'rootUri', 'targetUri', 'oldUri', 'newUri', 'target']);

/** Maps a file's URI to the server's. Others, such as untitled documents, don't change. */
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
  // Like VS Code: without an authority, only file: has slashes.
  return `${scheme}:${authority || scheme === 'file' ? `//${authority}` : ''}${path}`;
}

/** Copies a message with its URIs changed. */
export function withUris<T>(message: T, change: (uri: string) => string): T {
  const copy = (value: unknown, member = ''): unknown => {
    if (typeof value === 'string') return members.has(member) ? change(value) : value;
    if (Array.isArray(value)) return value.map((entry) => copy(entry));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copy(inner, name)]));
  };
  return copy(message) as T;
}
