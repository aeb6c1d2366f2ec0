// The tar archives of a release.
import { readTar as membersOf, tarEnd, tarHead, tarInMemory, tarPadding } from '../../src/kernel/tar.ts'

export interface TarEntry {
  /** That of a folder ends with a slash. */
  readonly name: string
  readonly bytes: Buffer
  readonly isProgram?: boolean
}

const ownerMayRun = 0o100

/** Reproducible: the same files always give the same bytes. */
export function makeTar(files: readonly TarEntry[]): Buffer {
  const sorted = [...files].sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = sorted.flatMap(({ name, bytes, isProgram = false }) => {
    const mode = isProgram || name.endsWith('/') ? 0o755 : 0o644
    return [tarHead({ name, bytes: bytes.length, mode }, 0), bytes, tarPadding(bytes.length)]
  })
  return Buffer.concat([...parts, tarEnd])
}

/** The files of an archive; folders, links and extensions of the format are left out. */
export async function readTar(archive: Buffer): Promise<TarEntry[]> {
  const files: TarEntry[] = []
  for await (const { name, kind, mode, start, bytes } of membersOf(tarInMemory(archive))) {
    if (kind !== 'file') continue
    files.push({ name, bytes: archive.subarray(start, start + bytes), isProgram: (mode & ownerMayRun) !== 0 })
  }
  return files
}
