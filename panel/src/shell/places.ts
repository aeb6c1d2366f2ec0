import type { PanelRole } from '../../../src/contract/panel-roles.ts'
import { may } from '../state.ts'
import type { GlyphName } from '../ui/glyph.tsx'
import { words } from '../words/words.ts'

export interface Place {
  readonly path: string
  readonly word: string
  readonly glyph: GlyphName
  /** Who has no business there does not see it. */
  readonly role?: PanelRole
}

export const home: Place = { path: '/panel', word: words.places.home, glyph: 'home' }
export const overlay: Place = { path: '/panel/overlay', word: words.places.overlay, glyph: 'overlay' }
export const activity: Place = { path: '/panel/activity', word: words.places.activity, glyph: 'activity' }
export const viewers: Place = { path: '/panel/viewers', word: words.places.viewers, glyph: 'viewers' }
export const keys: Place = { path: '/panel/keys', word: words.places.keys, glyph: 'keys', role: 'editor' }
export const console: Place = { path: '/panel/console', word: words.places.console, glyph: 'console' }
export const settings: Place = { path: '/panel/settings', word: words.places.settings, glyph: 'settings' }

/** The rail, grouped; settings stand alone at its foot. */
export const groups: readonly { readonly word: string; readonly places: readonly Place[] }[] = [
  { word: words.places.show, places: [home, overlay, activity] },
  { word: words.places.people, places: [viewers] },
  { word: words.places.api, places: [keys, console] },
]
export const everyPlace: readonly Place[] = [...groups.flatMap(({ places }) => places), settings]

/** What fits at the foot of a phone, beside More. */
export const pocketPlaces: readonly Place[] = [home, activity, viewers, console]

export function isOpen({ role = 'viewer' }: Place): boolean {
  return may(role)
}

export function isAt(place: Place, path: string): boolean {
  return place === home ? path === home.path || path === `${home.path}/` : path.startsWith(place.path)
}
