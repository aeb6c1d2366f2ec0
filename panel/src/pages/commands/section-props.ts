import type { Trouble } from '../../api.ts'
import type { Draft } from './draft.ts'

/** What every section of the command editor is given. */
export interface SectionProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly trouble: Trouble | undefined
  readonly disabled: boolean
}
