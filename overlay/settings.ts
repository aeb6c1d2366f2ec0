import { defaultDonationVariants, donationStyles } from '../src/capabilities/donations/contract/donation-variants.ts'
import { overlaySettingFields } from '../src/capabilities/overlay/contract/overlay-settings.ts'
import { readFields } from '../src/definitions/read-fields.ts'
import type { DonationVariant, OverlaySettings } from '../src/registry/overlay-messages.ts'
import { numberOf, oneOf, ownUrl, recordOf } from './values.ts'

export type Settings = ReturnType<typeof readSettings>

const maxVariants = 20

/** The broadcaster's settings, complete: a setting that was left out or is not valid has its default. */
export function readSettings(given: OverlaySettings | undefined) {
  const { locale, ...settings } = readFields(overlaySettingFields, given)
  const wanted = recordOf(given)
  return {
    ...settings,
    locale: localeOf(locale),
    donationVariants: variantsOf(wanted.donationVariants),
    customCssUrl: ownUrl(wanted.customCssUrl),
  }
}

function variantsOf(given: unknown): readonly DonationVariant[] {
  if (!Array.isArray(given)) return defaultDonationVariants
  return given.slice(0, maxVariants).map((one): DonationVariant => {
    const variant = recordOf(one)
    return {
      ...variant,
      minimum: numberOf(variant.minimum, 0, Number.MAX_VALUE, 0),
      style: oneOf(variant.style, donationStyles, 'plain'),
    }
  })
}

function localeOf(value: string): string {
  try {
    return Intl.getCanonicalLocales(value)[0] ?? overlaySettingFields.locale.default
  } catch {
    return overlaySettingFields.locale.default
  }
}
