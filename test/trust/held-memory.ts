import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type HeldMemory, probeVariable } from './memory-probe.ts'

const probe = new URL('./memory-probe.ts', import.meta.url).href

/** The environment of a server whose memory can be read with `readHeld`. */
export function probed(folder: string): Record<string, string> {
  return { NODE_OPTIONS: `--import=${probe}`, [probeVariable]: addressIn(folder) }
}

/** In MiB. */
export interface Held {
  /** What is alive after a collection: objects, what they own outside the heap, and what V8 has allocated for itself. */
  readonly alive: number
  /** The part of it that is objects. */
  readonly heap: number
  /** What native code (malloc, SQLite, threads) holds beside V8's heap. */
  readonly native: number
}

export async function readHeld(folder: string, pid: number): Promise<Held> {
  const answer = JSON.parse(await text(connect(addressIn(folder)))) as HeldMemory
  const { heap, external, malloced, heapPages } = answer
  const anonymous = Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  return {
    alive: (heap + external + malloced) / 2 ** 20,
    heap: heap / 2 ** 20,
    native: (anonymous - heapPages) / 2 ** 20,
  }
}

function addressIn(folder: string): string {
  return join(folder, 'memory.sock')
}

/** A measured value, and when: in hours. */
export interface Reading {
  readonly hours: number
  readonly value: number
}

/** Least squares: how steep, and how sure of it (one standard error). */
export function lineThrough(readings: readonly Reading[]): { slope: number; error: number } {
  const n = readings.length
  if (n < 3) return { slope: 0, error: Number.POSITIVE_INFINITY }
  const mean = (of: (reading: Reading) => number) => readings.reduce((sum, one) => sum + of(one), 0) / n
  const [x, y] = [mean(({ hours }) => hours), mean(({ value }) => value)]
  const spread = mean(({ hours }) => (hours - x) ** 2) * n
  const slope = (mean(({ hours, value }) => (hours - x) * (value - y)) * n) / spread
  const rest = mean(({ hours, value }) => (value - y - slope * (hours - x)) ** 2) * n
  return { slope, error: Math.sqrt(rest / (n - 2) / spread) }
}
