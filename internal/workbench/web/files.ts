// The files of the program in a worker: those that were opened in the page, which are read piece
// by piece, and those that the program writes, in memory. The program calls them like the files of
// Node.

import { listen } from "./listen";

/** Kept is a file. What was opened in the page is a Blob; what is written grows in memory. */
interface Kept { number: number; blob?: Blob; bytes: Uint8Array; length: number }

/** Opened is a file or folder that is open, and how far it was read or written. */
interface Opened { file?: Kept; path: string; at: number; block?: Uint8Array; from: number }

/** FileReaderSync is in workers only. */
declare class FileReaderSync { readAsArrayBuffer(blob: Blob): ArrayBuffer }

type Callback = (error: Error | null, result?: unknown) => void;

const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_DIRECTORY: 0o200000 };

/** A Blob is read in blocks of so many bytes. */
const block = 1 << 22;

/** How long the program may read, in milliseconds, before the worker listens to the page. */
const patience = 50;

export class Files {
  /** said is what the program printed, which it does only when it fails. */
  said = "";
  /** here is the folder in which the program works. */
  here = "/";
  readonly constants = constants;
  private readonly kept = new Map<string, Kept>();
  private readonly folders = new Set<string>(["/"]);
  private readonly opened = new Map<number, Opened>();
  private readonly reader = new FileReaderSync();
  private readonly decoder = new TextDecoder();
  private files = 0;
  private last = 2; // after the three streams
  private listened = performance.now();

  /** add puts a file there, in place of one of that name. */
  add(path: string, blob: Blob): void {
    this.kept.set(this.resolved(path), { ...this.empty(), blob, length: blob.size });
  }

  addFolder(path: string): void {
    this.folders.add(this.resolved(path));
  }

  /** clear removes the files in a folder. */
  clear(folder: string): void {
    for (const path of this.kept.keys()) if (above(path) === folder) this.kept.delete(path);
  }

  /** content returns what was written to a file. */
  content(path: string): Uint8Array<ArrayBuffer> {
    const file = this.kept.get(this.resolved(path));
    if (!file) throw fault("ENOENT");
    return new Uint8Array(file.bytes.subarray(0, file.length));
  }

  open(path: string, flags: number, _mode: number, done: Callback): void {
    const place = this.resolved(path);
    let file = this.kept.get(place);
    if (this.folders.has(place)) {
      if (flags & (constants.O_WRONLY | constants.O_RDWR)) return done(fault("EISDIR"));
    } else if (flags & constants.O_CREAT) {
      if (file && flags & constants.O_EXCL) return done(fault("EEXIST"));
      if (!this.folders.has(above(place))) return done(fault("ENOENT"));
      if (!file) this.kept.set(place, file = this.empty());
    } else if (!file) {
      return done(fault("ENOENT"));
    }
    if (file && flags & constants.O_TRUNC) file.length = 0;
    this.opened.set(++this.last, { ...(file ? { file } : {}), path: place, at: flags & constants.O_APPEND ? file!.length : 0, from: 0 });
    done(null, this.last);
  }

  close(fd: number, done: Callback): void {
    done(this.opened.delete(fd) ? null : fault("EBADF"));
  }

  read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Callback): void {
    const open = this.opened.get(fd);
    if (!open?.file) return done(fault(open ? "EISDIR" : "EBADF"));
    const from = position ?? open.at;
    let read: number;
    try {
      read = this.copy(open, from, buffer.subarray(offset, offset + length));
    } catch {
      return done(fault("EIO")); // the file has changed or is gone since it was opened
    }
    if (position === null) open.at += read;
    // While the program waits for an answer, the worker hears whether it is to stop.
    const now = performance.now();
    if (now - this.listened < patience) return done(null, read);
    listen(() => {
      this.listened = performance.now();
      done(null, read);
    });
  }

  /** copy fills a buffer from a place on, as far as the file goes. */
  private copy(open: Opened, from: number, into: Uint8Array): number {
    const file = open.file!;
    const length = Math.max(0, Math.min(into.length, file.length - from));
    if (!file.blob) {
      into.set(file.bytes.subarray(from, from + length));
      return length;
    }
    if (!open.block || from < open.from || from >= open.from + open.block.length) {
      open.block = new Uint8Array(this.reader.readAsArrayBuffer(file.blob.slice(from, from + block)));
      open.from = from;
    }
    const piece = open.block.subarray(from - open.from, from - open.from + length);
    into.set(piece);
    return piece.length;
  }

  write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number | null, done: Callback): void {
    const piece = buffer.subarray(offset, offset + length);
    if (fd === 1 || fd === 2) return done(null, this.writeSync(fd, piece));
    const open = this.opened.get(fd), file = open?.file;
    if (!open || !file || file.blob) return done(fault("EBADF"));
    const from = position ?? open.at, end = from + length;
    if (end > file.bytes.length) {
      const grown = new Uint8Array(Math.max(end, 2 * file.bytes.length, 1 << 12));
      grown.set(file.bytes.subarray(0, file.length));
      file.bytes = grown;
    }
    file.bytes.set(piece, from);
    file.length = Math.max(file.length, end);
    if (position === null) open.at = end;
    done(null, length);
  }

  writeSync(_fd: number, piece: Uint8Array): number {
    this.said = (this.said + this.decoder.decode(piece, { stream: true })).slice(-4000);
    return piece.length;
  }

  stat(path: string, done: Callback): void {
    const place = this.resolved(path), file = this.kept.get(place);
    if (!file && !this.folders.has(place)) return done(fault("ENOENT"));
    done(null, about(file));
  }

  lstat(path: string, done: Callback): void {
    this.stat(path, done);
  }

  fstat(fd: number, done: Callback): void {
    const open = this.opened.get(fd);
    if (!open) return done(fault("EBADF"));
    done(null, about(open.file));
  }

  readdir(path: string, done: Callback): void {
    const folder = this.resolved(path);
    done(null, [...this.kept.keys(), ...this.folders].filter((p) => p !== folder && above(p) === folder).map((p) => p.slice(p.lastIndexOf("/") + 1)));
  }

  rename(from: string, to: string, done: Callback): void {
    const file = this.kept.get(this.resolved(from));
    if (!file) return done(fault("ENOENT"));
    this.kept.delete(this.resolved(from));
    this.kept.set(this.resolved(to), file);
    done(null);
  }

  unlink(path: string, done: Callback): void {
    done(this.kept.delete(this.resolved(path)) ? null : fault("ENOENT"));
  }

  ftruncate(fd: number, length: number, done: Callback): void {
    const file = this.opened.get(fd)?.file;
    if (!file || length > file.length) return done(fault("EINVAL"));
    file.length = length;
    done(null);
  }

  mkdir(path: string, _mode: number, done: Callback): void {
    this.folders.add(this.resolved(path));
    done(null);
  }

  fsync(_fd: number, done: Callback): void { done(null); }
  chmod(_path: string, _mode: number, done: Callback): void { done(null); }
  fchmod(_fd: number, _mode: number, done: Callback): void { done(null); }
  utimes(_path: string, _access: number, _change: number, done: Callback): void { done(null); }
  readlink(_path: string, done: Callback): void { done(fault("EINVAL")); }
  rmdir(_path: string, done: Callback): void { done(fault("ENOTEMPTY")); }

  /** resolved returns a path from the root on, without . and .. in it. */
  private resolved(path: string): string {
    const parts: string[] = [];
    for (const part of (path.startsWith("/") ? path : this.here + "/" + path).split("/")) {
      if (part === "..") parts.pop();
      else if (part !== "" && part !== ".") parts.push(part);
    }
    return "/" + parts.join("/");
  }

  private empty(): Kept {
    return { number: ++this.files, bytes: new Uint8Array(), length: 0 };
  }
}

function above(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

/** about returns what stat says of a file, or of a folder. Two files are the same if their numbers are. */
function about(file: Kept | undefined): object {
  return {
    dev: 1, ino: file?.number ?? 0, mode: file ? 0o100600 : 0o040700, nlink: 1, uid: 0, gid: 0, rdev: 0, blksize: block, blocks: 0,
    size: file?.length ?? 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0, isDirectory: () => !file,
  };
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code });
}
