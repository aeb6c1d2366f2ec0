import type { IconName } from '../../../../src/definitions/icons.ts'

/** An entry of a dialog that picks one of many. */
export interface Pickable {
  readonly key: string
  readonly title: string
  readonly help: string
  readonly icon: IconName
  readonly group: string
}
