import { currentCatalogue } from './message.ts'

/** One after the other, as the language writes it: "Kick, Twitch, YouTube". */
export function listOf(items: readonly string[]): string {
  return new Intl.ListFormat(currentCatalogue().locale, { type: 'unit', style: 'short' }).format(items)
}

export function numberOf(value: number): string {
  return new Intl.NumberFormat(currentCatalogue().locale).format(value)
}
