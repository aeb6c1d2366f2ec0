import { overlayErrors } from '../capabilities/overlay/contract/messages.ts'
import { overlaySettingFields } from '../capabilities/overlay/contract/overlay-settings.ts'
import { findForeignAddress } from '../capabilities/overlay/contract/style-addresses.ts'
import { findProblem, isLocale } from '../definitions/check-fields.ts'
import { Failure } from '../kernel/operation/contract/failures.ts'
import type { ChannelSettings, SettingName } from './setting-schemas.ts'

const maxShownAddress = 100
const voiceShape = /^[a-z]{2,20}:[\p{L}\p{N} ._:()+-]{1,120}$/u

/** Checks that a schema cannot express. The failure starts with the name of the field. */
export function checkSetting(name: SettingName, value: unknown): void {
  if (name === 'overlay') checkOverlay(value as ChannelSettings['overlay'])
  if (name === 'speech') checkSpeech(value as ChannelSettings['speech'])
  if (name === 'donations') checkDonations(value as ChannelSettings['donations'])
}

function checkOverlay(overlay: ChannelSettings['overlay']): void {
  const found = findProblem(overlaySettingFields, overlay)
  if (found !== undefined) throw wrong(found.path, found.problem)
  const address = findForeignAddress(overlay.custom_css ?? '')
  if (address !== undefined) {
    throw wrong('custom_css', overlayErrors.foreignAddress({ address: address.slice(0, maxShownAddress) }))
  }
}

function checkSpeech({ voice, language }: ChannelSettings['speech']): void {
  if (voice !== undefined && !voiceShape.test(voice)) throw wrong('voice', overlayErrors.voiceShape())
  if (language !== undefined && !isLocale(language)) throw wrong('language', overlayErrors.language())
}

function checkDonations({ variants }: ChannelSettings['donations']): void {
  const seen = new Set<string>()
  for (const [index, { minimum, currency = '' }] of variants.entries()) {
    const key = `${minimum} ${currency.toUpperCase()}`
    if (seen.has(key)) throw wrong(`variants[${index}].minimum`, overlayErrors.variantTwice())
    seen.add(key)
  }
}

function wrong(path: string, problem: string): Failure {
  const message = overlayErrors.wrongSetting.of({ path, problem })
  return new Failure('invalid_parameter', { message, details: [{ path, message }] })
}
