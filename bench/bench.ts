import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Findings } from './findings.ts'
import { createLibrary, type Data } from './library.ts'
import {
  type LoadGenerator,
  type SharedSubjects,
  type Subject,
  startLoadGenerator,
  startSharedSubjects,
  startSubject,
} from './processes.ts'
import type { Sizes } from './sizes.ts'

/** The tools of a part of the benchmark. Everything a part opens is closed when it ends, also after an error. */
export interface Bench {
  readonly sizes: Sizes
  readonly folder: string
  readonly load: LoadGenerator
  say(words: string): void
  /** A separate data folder with this number of viewers, and its API keys. */
  data(viewers: number): Promise<Data>
  /** A measured server in its own process. With tiny sizes ours share one, unless they change it as a whole. */
  start(file: string, args?: readonly string[], options?: StartOptions): Promise<Subject>
  /** Closed in reverse order. */
  closeAtEnd(close: () => Promise<void> | void): void
}

export interface StartOptions {
  readonly execArgv?: readonly string[]
  readonly isAlone?: boolean
}

export interface Part {
  readonly name: string
  run(bench: Bench): Promise<Findings>
}

/** The results of each part, in this process. A part that fails is left out; the others continue. */
export async function runParts(
  parts: readonly Part[],
  options: {
    sizes: Sizes
    within?: string
    /** Data that other parts may have made already; otherwise it is made here and deleted at the end. */
    library?: string
    say: (words: string) => void
    onFailure: (part: Part, error: unknown) => void
  },
): Promise<Record<string, Findings>> {
  const { sizes, within = tmpdir(), library: kept, say, onFailure } = options
  const folder = mkdtempSync(join(within, 'showcaller-bench-'))
  const clear = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', clear)
  const load = limited(startLoadGenerator(), sizes)
  const shared = sizes.sharesProcesses ? startSharedSubjects() : undefined
  const library = createLibrary(kept ?? folder, folder, sizes)
  const found: Record<string, Findings> = {}
  try {
    for (const part of parts) {
      say(part.name)
      try {
        found[part.name] = await runPart(part, shared, { sizes, folder, load, say, data: library.copy })
      } catch (error) {
        onFailure(part, error)
      }
    }
    return found
  } finally {
    await Promise.all([load.close(), shared?.close()])
    clear()
    process.off('exit', clear)
  }
}

async function runPart(
  part: Part,
  shared: SharedSubjects | undefined,
  needs: Omit<Bench, 'start' | 'closeAtEnd'>,
): Promise<Findings> {
  const closers: (() => Promise<void> | void)[] = []
  const closeAtEnd = (close: () => Promise<void> | void) => void closers.push(close)
  try {
    return await part.run({
      ...needs,
      closeAtEnd,
      async start(file, args = [], { isAlone = false, ...options } = {}) {
        const isOurs = file === 'subject.ts' && !isAlone
        const subject = await (isOurs && shared !== undefined ? shared.start(args) : startSubject(file, args, options))
        closeAtEnd(subject.close)
        return subject
      },
    })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

function limited(load: LoadGenerator, { connections, calls }: Sizes): LoadGenerator {
  return {
    ...load,
    run({ maxCalls = calls, ...order }) {
      const most = Math.min(maxCalls, calls)
      return load.run({
        ...order,
        connections: Math.min(order.connections, connections),
        // Not as a number: on the way to the other process an endless one is lost.
        maxCalls: Number.isFinite(most) ? most : undefined,
      })
    },
  }
}
