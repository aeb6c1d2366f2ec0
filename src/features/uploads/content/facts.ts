import type { Family, FormatName } from './formats.ts'

/** What a file is, read from its bytes. What cannot be told is absent. */
export interface FileFacts {
  readonly format: FormatName
  readonly family: Family
  readonly durationMs?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Why bytes cannot be taken, as the end of a sentence about the file. */
export class UnfitFile extends Error {}
