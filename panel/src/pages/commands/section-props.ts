import type { ApiError } from '../../api.ts'
import type { Draft } from './draft.ts'

/** Props of every section of the command editor. */
export interface SectionProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly error: ApiError | undefined
  readonly disabled: boolean
}
