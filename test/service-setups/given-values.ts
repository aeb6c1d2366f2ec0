import type { GivenValues } from '../../src/platforms/services/service-settings.ts'

/** Values as the environment gives them. */
export function givenValues(texts: Readonly<Record<string, string>>): GivenValues {
  return Object.fromEntries(Object.entries(texts).map(([variable, text]) => [variable, { text, from: variable }]))
}
