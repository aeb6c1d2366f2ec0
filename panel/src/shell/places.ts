import { panelPaths } from '../../../src/contract/panel-places.ts'
import type { PanelRole } from '../../../src/contract/panel-roles.ts'
import { may } from '../state.ts'
import type { GlyphName } from '../ui/glyph.tsx'
import { words } from '../words/words.ts'

export interface Place {
  readonly path: string
  readonly word: string
  readonly glyph: GlyphName
  /** Pressed after G it leads there. */
  readonly letter: string
  /** Who has no business there does not see it. */
  readonly role?: PanelRole
}

export const home: Place = { path: panelPaths.home, word: words.places.home, glyph: 'home', letter: 'h' }
export const overlay: Place = { path: panelPaths.overlay, word: words.places.overlay, glyph: 'overlay', letter: 'o' }
export const music: Place = { path: panelPaths.music, word: words.places.music, glyph: 'music', letter: 'm' }
export const activity: Place = {
  path: panelPaths.activity,
  word: words.places.activity,
  glyph: 'activity',
  letter: 'a',
}
export const commands: Place = {
  path: panelPaths.commands,
  word: words.places.commands,
  glyph: 'commands',
  letter: 'c',
}
export const alerts: Place = { path: panelPaths.alerts, word: words.places.alerts, glyph: 'alerts', letter: 'l' }
export const effects: Place = { path: panelPaths.effects, word: words.places.effects, glyph: 'effects', letter: 'e' }
export const viewers: Place = { path: panelPaths.viewers, word: words.places.viewers, glyph: 'viewers', letter: 'v' }
export const keys: Place = {
  path: panelPaths.keys,
  word: words.places.keys,
  glyph: 'keys',
  letter: 'k',
  role: 'editor',
}
export const console: Place = { path: panelPaths.console, word: words.places.console, glyph: 'console', letter: 'r' }
export const settings: Place = {
  path: panelPaths.settings,
  word: words.places.settings,
  glyph: 'settings',
  letter: 's',
}

/** The rail, grouped; settings stand alone at its foot. */
export const groups: readonly { readonly word: string; readonly places: readonly Place[] }[] = [
  { word: words.places.show, places: [home, overlay, music, activity] },
  { word: words.places.content, places: [commands, alerts, effects] },
  { word: words.places.people, places: [viewers] },
  { word: words.places.api, places: [keys, console] },
]
export const everyPlace: readonly Place[] = [...groups.flatMap(({ places }) => places), settings]

/** What fits at the foot of a phone, beside More. */
export const pocketPlaces: readonly Place[] = [home, overlay, activity, viewers]

export function isOpen({ role = 'viewer' }: Place): boolean {
  return may(role)
}

export function isAt(place: Place, path: string): boolean {
  return path === place.path || (place !== home && path.startsWith(`${place.path}/`))
}
