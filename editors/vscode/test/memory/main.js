// A workspace in memory: memory:/shop, with a chat and its targets.
const vscode = require('vscode');

const block = (path, old, fresh) => `${path}\n««« EDIT\n${old}═══════ REPL\n${fresh}»»» EDIT END\n\n`;
const texts = {
  '/shop/src/cart.py': 'def total(lines):\n    return sum(l.cents for l in lines)\n',
  '/shop/src/shop.py': 'NAME = "shop"\n',
  '/shop/chat.md':
    block('src/cart.py', '    return sum(l.cents for l in lines)\n', '    return sum(l.cents * l.count for l in lines)\n') +
    block('src/shop.py', 'NAME = "store"\n', 'NAME = "corner shop"\n') +
    block('docs/page.md', '', '# Page\n') +
    block('linked/secret.py', 'one\n', 'two\n'),
};

const entries = new Map(Object.entries(texts).map(([path, text]) => [path, { type: vscode.FileType.File, data: new TextEncoder().encode(text), mtime: 1 }]));
for (const path of ['/', '/shop', '/shop/src']) entries.set(path, { type: vscode.FileType.Directory, mtime: 1 });
// Its target is outside the workspace.
entries.set('/shop/linked', { type: vscode.FileType.Directory | vscode.FileType.SymbolicLink, mtime: 1 });
entries.set('/shop/linked/secret.py', { type: vscode.FileType.File, data: new TextEncoder().encode('one\n'), mtime: 1 });

const changed = new vscode.EventEmitter();

function find(uri) {
  const entry = entries.get(uri.path);
  if (!entry) throw vscode.FileSystemError.FileNotFound(uri);
  return entry;
}

const memory = {
  onDidChangeFile: changed.event,
  watch: () => new vscode.Disposable(() => {}),
  stat: (uri) => {
    const { type, data, mtime } = find(uri);
    return { type, size: data?.length ?? 0, ctime: 1, mtime };
  },
  readFile: (uri) => find(uri).data,
  readDirectory: (uri) => {
    find(uri);
    const below = uri.path === '/' ? '/' : uri.path + '/';
    return [...entries].filter(([path]) => path.startsWith(below) && path.length > below.length && !path.slice(below.length).includes('/')).map(([path, { type }]) => [path.slice(below.length), type]);
  },
  createDirectory: (uri) => void entries.set(uri.path, { type: vscode.FileType.Directory, mtime: Date.now() }),
  writeFile: (uri, data) => {
    const type = entries.has(uri.path) ? vscode.FileChangeType.Changed : vscode.FileChangeType.Created;
    entries.set(uri.path, { type: vscode.FileType.File, data, mtime: Date.now() });
    changed.fire([{ type, uri }]);
  },
  delete: (uri) => {
    entries.delete(uri.path);
    changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]);
  },
  rename: (from, to) => {
    entries.set(to.path, find(from));
    memory.delete(from);
  },
};

exports.activate = (context) => {
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('memory', memory, { isCaseSensitive: true }));
};
