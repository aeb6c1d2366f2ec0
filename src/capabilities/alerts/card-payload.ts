import type { Reader } from '../../kernel/storage/database.ts'
import type { CardShape } from '../../registry/overlay-messages.ts'
import type { EffectType } from '../effects/contract/effects.ts'
import type { CardExtras } from '../overlay/contract/cues.ts'
import type { Media } from '../uploads/media.ts'
import type { AlertVariant } from './contract/alert-fields.ts'

/** How a card looks, sounds and moves: of event alerts and of donations alike. */
export type CardLook = Partial<
  Pick<
    AlertVariant,
    'image' | 'video' | 'sound' | 'volume' | 'effect' | 'seconds' | 'layout' | 'size' | 'enter' | 'leave' | 'emblem'
  >
>

type CardPayload = CardExtras & CardShape & { readonly effect?: EffectType }

/** The look of a card as a page gets it. A file that no longer exists is left out; the rest of the card is shown. */
export async function cardPayload(
  { reader, media }: { readonly reader: Reader; readonly media: Media },
  channelId: number,
  look: CardLook,
): Promise<CardPayload> {
  const urlOf = (source: string | undefined) => media.urlOf(reader, channelId, source || undefined)
  const { volume = 1, enter = 'slide', leave = 'slide' } = look
  const soundUrl = await urlOf(look.sound)
  const imageUrl = await urlOf(look.image)
  const videoUrl = await urlOf(look.video)
  return {
    ...(soundUrl === undefined ? {} : { sound: { url: soundUrl, volume } }),
    ...(imageUrl === undefined ? {} : { image: { url: imageUrl } }),
    // The video is muted if the card has a sound.
    ...(videoUrl === undefined ? {} : { video: { url: videoUrl, volume: soundUrl === undefined ? volume : 0 } }),
    ...(look.effect === undefined ? {} : { effect: look.effect }),
    ...(look.seconds === undefined ? {} : { durationMs: look.seconds * 1000 }),
    ...(look.layout === undefined ? {} : { layout: look.layout }),
    ...(look.size === undefined ? {} : { size: look.size }),
    ...(look.emblem === undefined ? {} : { emblem: look.emblem }),
    enter,
    leave,
  }
}
