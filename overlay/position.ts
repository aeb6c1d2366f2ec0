import type { ShownKind } from '../src/capabilities/overlay/contract/cues.ts'
import type { Settings } from './settings.ts'

/** Tells the stylesheet where an item of this kind stands. */
export function setPosition(element: HTMLElement, kind: ShownKind, { positions, places }: Settings) {
  element.dataset.position = positions[kind]
  for (const [name, value] of Object.entries(places[kind])) element.style.setProperty(`--at-${name}`, String(value))
}
