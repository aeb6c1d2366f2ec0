import type { IconName } from '../../../src/definitions/icons.ts'
import type { Searchable } from './search.ts'

/** An entry of a dialog that picks one of many. */
export interface Pickable extends Searchable {
  readonly key: string
  readonly icon: IconName
  readonly group: string
  /** Shown only when it is searched for: one of the many things that another entry chooses from. */
  readonly isNamed?: boolean
}
