import { TextError } from '../../../kernel/text/text-error.ts'
import type { Family, FormatName } from './formats.ts'

/** The properties of a file, read from its bytes. Unknown ones are absent. */
export interface FileFacts {
  readonly format: FormatName
  readonly family: Family
  readonly durationMs?: number | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Why a file is refused. */
export class RefusedFile extends TextError {}
