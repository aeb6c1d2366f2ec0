import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Engine, Figures } from './proof.ts'

/** A proof on one of its engines, as far as it got. */
export interface ReleaseRow {
  readonly name: string
  readonly engine: Engine
  readonly unit: string
  /** How many make a release. */
  readonly count: number
  /** Over all attempts. */
  done: number
  seconds: number
  /** One for each attempt: an interrupted proof goes on with other random choices, not with the same again. */
  readonly seeds: number[]
  figures: Figures
  faults: readonly string[]
  /** `interrupted` until it has had its time or reached its count. */
  result: 'interrupted' | 'holds' | 'broken'
  /** The lowest and the highest load average of the machine meanwhile. */
  load: readonly [number, number] | undefined
  /** The day of the last attempt. */
  date: string
}

export interface ReleaseState {
  /** What was tested. Results of other sources say nothing about these. */
  readonly commit: string
  readonly rows: ReleaseRow[]
}

/** The state of the release that was interrupted, or an empty one if there is none of this commit. */
export function readState(file: string, commit: string): ReleaseState {
  if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as ReleaseState
    if (stored.commit === commit) return stored
  }
  return { commit, rows: [] }
}

/** Replaces the file at once, so that an interruption leaves the old state or the new one. */
export function writeState(file: string, state: ReleaseState): void {
  writeFileSync(`${file}.new`, JSON.stringify(state, undefined, 2))
  renameSync(`${file}.new`, file)
}
