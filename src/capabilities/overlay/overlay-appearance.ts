import type { Bus } from '../../kernel/bus/bus.ts'
import type { Log } from '../../kernel/log.ts'
import { createHash } from '../../kernel/node.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { DonationVariant, OverlaySettings, StageState } from '../../registry/overlay-messages.ts'
import type { ChannelSettings } from '../../registry/setting-schemas.ts'
import type { Settings } from '../settings/settings.ts'
import type { Media } from '../uploads/media.ts'
import { overlaySettingFields } from './contract/overlay-settings.ts'

export type OverlayAppearance = ReturnType<typeof createOverlayAppearance>

/** The overlay settings of a channel in the form that overlay pages receive. */
export function createOverlayAppearance(needs: {
  db: Database
  settings: Settings
  media: Media
  bus: Bus
  log: Log
  /** Sends to the connected pages; pages that connect later ask for it. */
  send: (channelId: number, settings: OverlaySettings) => void
}) {
  const { db, settings, media, bus, log, send } = needs

  const latest = new Map<number, number>()

  async function of(channelId: number): Promise<NonNullable<StageState['settings']>> {
    const { overlay, donations, language } = await settings.of(channelId)
    const { custom_css, scene_links: _links, ...rest } = overlay
    return {
      ...rest,
      // Numbers follow the language of the channel until somebody chooses another format.
      locale: rest.locale === overlaySettingFields.locale.default ? language.language : rest.locale,
      donationVariants: await Promise.all(donations.variants.map((variant) => variantOf(channelId, variant))),
      ...(custom_css === undefined ? {} : { customCssUrl: cssUrl(channelId, custom_css) }),
    }
  }

  async function variantOf(
    channelId: number,
    { minimum, currency, style, sound, volume, effect }: ChannelSettings['donations']['variants'][number],
  ): Promise<DonationVariant> {
    const url = await media.urlOf(db, channelId, sound)
    return {
      ...{ minimum, style },
      ...(currency === undefined ? {} : { currency }),
      ...(effect === undefined ? {} : { effect }),
      ...(url === undefined ? {} : { sound: { url, volume } }),
    }
  }

  let changes = 0
  bus.subscribe('settings-changed', ({ channelId }) => {
    const change = ++changes
    latest.set(channelId, change)
    of(channelId)
      .then((changed) => {
        // A later change sends its own settings, which must arrive last.
        if (latest.get(channelId) !== change) return
        latest.delete(channelId)
        send(channelId, changed)
      })
      .catch((error: unknown) => log.warn('new settings were not sent to the overlay pages', { channelId, error }))
  })

  return {
    of,

    /** The channel's custom stylesheet, if its hash is the current one. */
    async findStyle(channelId: number, hash: string): Promise<string | undefined> {
      const { custom_css: css } = (await settings.of(channelId)).overlay
      return css !== undefined && hashOf(css) === hash ? css : undefined
    },
  }
}

function cssUrl(channelId: number, css: string): string {
  return `/overlay/styles/${channelId}/${hashOf(css)}.css`
}

function hashOf(css: string): string {
  return createHash('sha256').update(css).digest('hex')
}
