import { commonLabels } from '../../definitions/common-labels.ts'
import { commonWords } from '../../definitions/common-words.ts'
import { numberOf } from '../../kernel/text/formats.ts'
import { type Catalogue, defineMessages } from '../../kernel/text/message.ts'
import { channelAddresses } from '../../platforms/contract/channel-addresses.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { DiscordMessage } from '../../platforms/discord/requests.external.ts'
import { defaultAnnouncement } from './contract/settings.ts'

const messages = defineMessages('discord.announcement', {
  live: '{channel} is live: {title}',
  watch: 'Watch on {platform}',
  category: commonLabels.category,
  ended: '{channel} was live.',
  lasted: 'Length',
  hours: commonWords.hoursAndMinutes,
  minutes: '{minutes:number}m',
  followers: commonLabels.newFollowers,
  subscribers: commonLabels.subscriptions,
  clips: commonLabels.clips,
})

const liveColor = 0xf2a93b
const endedColor = 0x6b7280
const maxTitle = 256
const maxContent = 2_000

/** One platform that the channel is live on. */
export interface LivePlatform {
  readonly platform: Platform
  readonly title: string
  readonly category: string
  /** Undefined for a simulated account, which has no page. */
  readonly account: { readonly username: string; readonly accountId: string } | undefined
}

export interface StreamSummary {
  readonly minutes: number
  readonly followers: number
  readonly subscribers: number
  readonly clips: number
}

export interface AnnouncementOptions {
  readonly message: string
  readonly role_id: string
  readonly picture: boolean
  readonly picture_url: string
}

/** What somebody who has not written a text of their own gets, with its placeholders, as the form shows it. */
export function defaultAnnouncementIn(catalogue: Catalogue): string {
  return messages.live({ channel: '{channel}', title: '{title}' }, catalogue)
}

/** The announcement while the channel is live. `stamp` makes Discord load the picture again. */
export function liveMessage(
  channelName: string,
  live: readonly LivePlatform[],
  options: AnnouncementOptions,
  startedAt: number,
  stamp: number,
): DiscordMessage {
  const [first] = live
  const title = first?.title ?? ''
  const category = first?.category ?? ''
  const links = live.flatMap(({ platform, account }) => {
    const watch = account === undefined ? undefined : channelAddresses(platform, account).watch
    return watch === undefined ? [] : [{ platform, watch }]
  })
  // Who has not written a text of their own gets it in the language of the channel.
  const filled =
    options.message === defaultAnnouncement
      ? messages.live({ channel: channelName, title })
      : options.message
          .replaceAll('{channel}', channelName)
          .replaceAll('{title}', title)
          .replaceAll('{category}', category)
  const ping = options.role_id === '' ? '' : `<@&${options.role_id}> `
  const description = links
    .map(({ platform, watch }) => `[${messages.watch({ platform: platformTitles[platform] })}](${watch})`)
    .join('\n')
  const image = options.picture ? pictureOf(live, options.picture_url, stamp) : undefined
  return {
    text: cut(`${ping}${filled}`, maxContent),
    embed: {
      title: cut(title === '' ? channelName : title, maxTitle),
      color: liveColor,
      at: startedAt,
      ...(links[0] !== undefined && { url: links[0].watch }),
      ...(description !== '' && { description }),
      ...(category !== '' && { fields: [{ name: messages.category(), value: cut(category, 1024) }] }),
      ...(image !== undefined && { image }),
    },
    ...(options.role_id !== '' && { pings: options.role_id }),
  }
}

/** What takes its place when the stream has ended. */
export function endedMessage(
  channelName: string,
  { title, category }: Pick<LivePlatform, 'title' | 'category'>,
  { minutes, followers, subscribers, clips }: StreamSummary,
  startedAt: number,
): DiscordMessage {
  const hours = Math.floor(minutes / 60)
  const length = hours === 0 ? messages.minutes({ minutes }) : messages.hours({ hours, minutes: minutes % 60 })
  const counted = [
    { name: messages.followers(), count: followers },
    { name: messages.subscribers(), count: subscribers },
    { name: messages.clips(), count: clips },
  ]
  return {
    text: messages.ended({ channel: channelName }),
    embed: {
      title: cut(title === '' ? channelName : title, maxTitle),
      color: endedColor,
      at: startedAt,
      fields: [
        { name: messages.lasted(), value: length },
        ...(category === '' ? [] : [{ name: messages.category(), value: cut(category, 1024) }]),
        ...counted.flatMap(({ name, count }) => (count === 0 ? [] : [{ name, value: numberOf(count) }])),
      ],
    },
  }
}

/** The chosen picture; otherwise the first preview that a platform offers. */
function pictureOf(live: readonly LivePlatform[], chosen: string, stamp: number): string | undefined {
  if (chosen !== '') return chosen
  for (const { platform, account } of live) {
    const preview = account === undefined ? undefined : channelAddresses(platform, account).preview
    if (preview !== undefined) return `${preview}?t=${Math.floor(stamp / 1000)}`
  }
  return undefined
}

function cut(text: string, max: number): string {
  return [...text].slice(0, max).join('')
}
