// The changed files: what is saved, reverted, or taken from the disk again.
import { closePreview, showDiff, showTexts } from './diff';
import { button, byId, make, plural, replaceRows, rowButton } from './dom';
import { copyPatch, downloadFiles, downloadPatch, patchOf } from './download';
import { type FileChange, type Files } from './files';
import { run, say } from './status';

export class Changes {
  /** `changed` tells the server of a changed file, and shows the report. */
  constructor(
    private readonly files: Files,
    private readonly changed: (path: string) => Promise<void>,
  ) {}

  /** Connects the buttons above the list. */
  connect(): void {
    const click = (id: string, work: () => Promise<unknown> | void) => byId(id).addEventListener('click', () => run(work));
    click('save', () => this.save());
    click('copy-patch', async () => {
      await copyPatch(this.files.changes());
      say('Patch copied');
    });
    click('download-files', () => downloadFiles(this.files.changes()));
    click('download-patch', () => downloadPatch(this.files.changes()));
  }

  show(): void {
    const changes = this.files.changes();
    byId('changed').textContent = changes.length === 0 ? '' : String(changes.length);
    replaceRows(byId('files'), changes.map((change) => this.changeRow(change)), byId('files-title'));
    for (const id of ['copy-patch', 'download-files', 'download-patch']) byId<HTMLButtonElement>(id).disabled = changes.length === 0;
    byId<HTMLButtonElement>('undo').disabled = !this.files.canUndo;
    byId('save').hidden = !this.files.canSave();
  }

  private changeRow(change: FileChange): HTMLElement {
    const { path, before, after } = change;
    if (this.files.clashes.has(path)) return this.clashRow(change);
    const word = before === undefined ? 'created' : after === undefined ? 'deleted' : 'changed';
    const revert = rowButton('Revert', path, () => run(() => this.revertFile(path)));
    return make('li', '', make('span', 'mark', word), button(path, () => showDiff(path, patchOf([change])), 'path'), make('span', 'buttons', revert));
  }

  private async revertFile(path: string): Promise<void> {
    this.files.revert(path);
    await this.changed(path);
    say(`${path} is as it was read`);
  }

  /** A file that isn't on disk as it was read. */
  private clashRow(change: FileChange): HTMLElement {
    const { path, before } = change;
    const word = before === undefined ? 'new on disk' : this.files.clashes.get(path) === undefined ? 'not on disk' : 'changed on disk';
    const buttons = [
      rowButton('Compare', path, () => this.compare(change)),
      rowButton('Overwrite', path, () => run(() => (this.files.overwrite(path), this.save()))),
      rowButton('Read again', path, () => run(() => this.readAgain(path))),
    ];
    return make('li', '', make('span', 'mark failed', word), button(path, () => this.compare(change), 'path'), make('span', 'buttons', ...buttons));
  }

  private compare({ path, after }: FileChange): void {
    showTexts(path, ['On disk', this.files.clashes.get(path)], ['To save', after]);
  }

  async save(): Promise<void> {
    const saved = await this.files.save();
    this.show();
    const clashing = this.files.changes().filter(({ path }) => this.files.clashes.has(path));
    if (clashing.length === 0) return say(`${plural(saved, 'file')} saved`);
    this.compare(clashing[0]!);
    const what = clashing.length === 1 ? `${clashing[0]!.path} is` : `${clashing.length} files are`;
    say(`${saved === 0 ? 'Nothing' : `Only ${plural(saved, 'file')}`} saved: ${what} not on disk as read. Overwrite or read again`);
  }

  private async readAgain(path: string): Promise<void> {
    closePreview();
    // The server is shown the undone edits first. Otherwise they would count as applied, and what
    // is on disk as a change since.
    this.files.revert(path);
    await this.changed(path);
    await this.files.readAgain(path);
    await this.changed(path);
  }
}
