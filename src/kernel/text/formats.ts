import { currentCatalogue } from './message.ts'

/** One after the other, as the language writes it: "Kick, Twitch, YouTube". */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(currentCatalogue().locale, { type: 'unit', style: 'short' }).format(items)
}

export function numberOf(value: number): string {
  return new Intl.NumberFormat(currentCatalogue().locale).format(value)
}

export function percentOf(share: number): string {
  return new Intl.NumberFormat(currentCatalogue().locale, { style: 'percent' }).format(share)
}

/** A number with its unit, in the form that the language has for this number: "5 minutes". */
export function unitOf(value: number, unit: 'second' | 'minute' | 'hour' | 'day'): string {
  const style = { style: 'unit', unit, unitDisplay: 'long' } as const
  return new Intl.NumberFormat(currentCatalogue().locale, style).format(value)
}
