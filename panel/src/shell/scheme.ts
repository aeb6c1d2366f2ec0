import { signal } from '@preact/signals'

export const schemes = ['system', 'light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

const place = 'showcaller-scheme'

export const scheme = signal<Scheme>(read())

/** A preference of this browser, so it is kept in local storage. */
export function choose(wanted: Scheme): void {
  scheme.value = wanted
  localStorage.setItem(place, wanted)
  applyScheme()
}

export function applyScheme(): void {
  document.documentElement.dataset.scheme = scheme.value
}

function read(): Scheme {
  const kept = localStorage.getItem(place)
  return schemes.find((one) => one === kept) ?? 'system'
}
