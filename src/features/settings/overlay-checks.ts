import { Failure } from '../../contract/failures.ts'
import type { ChannelSettings, SettingName } from './definitions.ts'

/** Hexadecimal, a name, or one of the colour functions with nothing in it but numbers and units. */
const colorShape =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,30}|(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\([-+\d.,%\s/a-z]{3,50}\))$/i
const voiceShape = /^[a-z]{2,20}:[\p{L}\p{N} ._:()+-]{1,120}$/u

export function isColor(value: string): boolean {
  return colorShape.test(value)
}

/** What a schema cannot say. Throws the failure with the name of the field first. */
export function checkSetting(name: SettingName, value: unknown): void {
  if (name === 'overlay') checkOverlay(value as ChannelSettings['overlay'])
  if (name === 'speech') checkSpeech(value as ChannelSettings['speech'])
  if (name === 'donations') checkDonations(value as ChannelSettings['donations'])
}

function checkOverlay({ colors, locale }: ChannelSettings['overlay']): void {
  for (const [part, color] of Object.entries(colors)) {
    if (color !== undefined && !isColor(color)) {
      throw wrong(`colors.${part}`, 'must be a CSS colour, such as #f2b24c or rgb(242 178 76)')
    }
  }
  if (!isLanguage(locale)) throw wrong('locale', 'must be a language, such as en or pt-BR')
}

function checkSpeech({ voice, language }: ChannelSettings['speech']): void {
  if (voice !== undefined && !voiceShape.test(voice)) throw wrong('voice', 'must be named as in flite:rms')
  if (language !== undefined && !isLanguage(language))
    throw wrong('language', 'must be a language, such as en or pt-BR')
}

function checkDonations({ variants }: ChannelSettings['donations']): void {
  const seen = new Set<string>()
  for (const [index, { minimum, currency = '' }] of variants.entries()) {
    const key = `${minimum} ${currency.toUpperCase()}`
    if (seen.has(key)) throw wrong(`variants[${index}].minimum`, 'must not be that of another variant')
    seen.add(key)
  }
}

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}

function wrong(path: string, words: string): Failure {
  const message = `${path} ${words}.`
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
