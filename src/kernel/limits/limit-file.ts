import { join } from 'node:path'
import type { Clock } from '../ambient.ts'
import type { Log } from '../log.ts'
import { fs } from '../node.ts'
import { type CountedCalls, createMemoryLimiter, type OwnLimiter, windowMs } from './limiter.ts'

/** A killed process loses the calls since the last save, and never more than a second of them. */
const saveAfterMs = 500
/** What could not be written is tried again, up to this size. */
const maxWaitingLength = 1_000_000
const currentName = 'limits.log'
const previousName = 'limits.previous.log'

/**
 * The limiter of this node, whose counts survive a restart: calls are appended to a file, half a second's worth at a
 * time, and read at the next start. The file is not synced and not in the database, because a call that
 * only reads should not cost a commit. Every minute a new file begins, and the one before the previous is removed.
 */
export function openLimiter(needs: { folder: string; clock: Clock; log: Log }) {
  const { clock, log } = needs
  const current = join(needs.folder, currentName)
  const previous = join(needs.folder, previousName)
  let timer: NodeJS.Timeout | undefined
  let saving = Promise.resolve()
  let waiting = ''
  let beganAt = clock.steady()
  let hasFailed = false

  const limiter = createMemoryLimiter(clock, undefined, () => {
    timer ??= setTimeout(() => {
      timer = undefined
      saving = saving.then(save)
    }, saveAfterMs).unref()
  })

  /** Stored by the wall clock, rounded up: a restored call counts a millisecond too long rather than too short. */
  function lineOf({ name, limit, times }: CountedCalls): string {
    const offset = clock.now() - clock.steady()
    return `${JSON.stringify([name, limit, ...times.map((time) => Math.ceil(time + offset) + 1)])}\n`
  }

  function collect(): string {
    const text = waiting + limiter.takeChanges().map(lineOf).join('')
    waiting = ''
    return text
  }

  async function save(): Promise<void> {
    const text = collect()
    try {
      if (clock.steady() - beganAt > windowMs) {
        await fs.promises.rename(current, previous).catch(ignoreMissing)
        beganAt = clock.steady()
      }
      await fs.promises.appendFile(current, text, { mode: 0o600 })
      hasFailed = false
    } catch (error) {
      failed(text, error)
    }
  }

  function failed(text: string, error: unknown): void {
    if (text.length < maxWaitingLength) waiting = text
    if (!hasFailed) log.warn('the counts of the rate limits could not be saved', { error })
    hasFailed = true
  }

  /** Continues the counts of the previous process. Its files are replaced by one with what still counts. */
  function load(): void {
    const lines = [previous, current].flatMap(readLines)
    if (lines.length === 0) return
    const offset = clock.now() - clock.steady()
    const now = clock.steady()
    let kept = ''
    for (const [name, limit, ...walls] of lines) {
      // If the wall clock was set back, a stored call may be in the future; it counts as a call of now.
      const times = walls.map((wall) => Math.min(wall - offset, now)).filter((time) => time + windowMs > now)
      if (times.length === 0) continue
      limiter.restore({ name, limit, times })
      kept += lineOf({ name, limit, times })
    }
    const replacement = `${current}.new`
    fs.writeFileSync(replacement, kept, { mode: 0o600 })
    fs.rmSync(previous, { force: true })
    fs.renameSync(replacement, current)
  }

  try {
    load()
  } catch (error) {
    log.warn('the counts of the rate limits could not be read', { error })
  }
  return {
    limiter: limiter satisfies OwnLimiter,

    /** Saves what is left; must be called when nothing is counted any more. */
    async close(): Promise<void> {
      clearTimeout(timer)
      await saving
      const text = collect()
      if (text === '') return
      try {
        fs.appendFileSync(current, text, { mode: 0o600 })
      } catch (error) {
        failed(text, error)
      }
    },
  }
}

type Line = readonly [name: string, limit: number, ...walls: number[]]

/** A process that was killed may leave a half line, which is skipped. */
function readLines(path: string): Line[] {
  let text: string
  try {
    text = fs.readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const parsed = line === '' ? undefined : parse(line)
    return isLine(parsed) ? [parsed] : []
  })
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isLine(parsed: unknown): parsed is Line {
  if (!Array.isArray(parsed)) return false
  const [name, limit, ...walls] = parsed as unknown[]
  const isLimit = typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0 && limit <= 1_000_000
  return typeof name === 'string' && isLimit && walls.every((wall) => typeof wall === 'number')
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
