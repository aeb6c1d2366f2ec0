import { occasionalPlaces, type Place } from '../../../src/definitions/places.ts'
import { call } from '../api.ts'
import { me } from '../state.ts'

/** A place that the rail shows only because somebody has opened it stays there for this person. */
export function rememberPlace(name: Place): void {
  const place = occasionalPlaces.find((one) => one === name)
  const who = me.value
  if (!who || place === undefined || who.places.opened.includes(place)) return
  me.value = { ...who, places: { ...who.places, opened: [...who.places.opened, place] } }
  // A failure needs no message: the next visit stores it.
  void call('open-place', { place }).catch(() => {})
}
