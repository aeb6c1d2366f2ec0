import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  readonly path: string
  /** Leaves no space, or this many bytes of it. */
  fill(leave?: number): void
  /** Deletes what `fill` wrote. */
  free(): void
  unmount(): void
}

/** A real file system (tmpfs) of a few megabytes, which can be filled. Only root may mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'showcaller-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', path], { stdio: 'pipe' })
  const filling = join(path, 'filling')

  function writeUntilFull(bytes: number): void {
    const file = openSync(filling, 'a')
    try {
      for (const chunk = Buffer.alloc(bytes); writeSync(file, chunk) > 0; );
    } catch {
      // Full.
    } finally {
      closeSync(file)
    }
  }

  return {
    path,
    fill(leave = 0) {
      const spare = join(path, 'spare')
      if (leave > 0) {
        const file = openSync(spare, 'w')
        writeSync(file, Buffer.alloc(leave))
        closeSync(file)
      }
      for (const bytes of [256 * 1024, 4096, 1]) writeUntilFull(bytes)
      rmSync(spare, { force: true })
    },
    free: () => rmSync(filling, { force: true }),
    unmount() {
      execFileSync('umount', ['-l', path], { stdio: 'pipe' })
      rmdirSync(path)
    },
  }
}

/** Why no disk can be filled here, in one line, for the `skip` of a test; false when one can. */
export const noSmallDisk: string | false = findObstacle()

function findObstacle(): string | false {
  try {
    mountSmallDisk(1).unmount()
    return false
  } catch (error) {
    const [line = ''] = String((error as { stderr?: Buffer }).stderr ?? error).split('\n')
    return `needs root to mount a small disk (tmpfs) that can be filled: ${line}`
  }
}
