import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { keyFor } from '../../../platforms/contract/platforms.ts'
import { type Clip, clipPlatforms, clipStatuses } from '../clips.ts'

export const defaultClipTitle = 'Clip - Showcaller API'

const status = optional(oneOf(clipStatuses))
const link = optional(text())
const seconds = optional(integer())

export const clip = defineOperation({
  name: 'clip',
  group: 'Clips',
  summary: 'Creates a clip of the live stream.',
  description:
    'Without a platform, or with all, on every live one. A platform with a shorter maximum gets its maximum. The link is sent to the chat of each platform by the bot. Where a platform cannot create the clip, the replay buffer of OBS is saved if it is on, and replay_path says where, also in an error.',
  scope: 'clips:write',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 20,
  effect: 'outside',
  input: object({
    title: withDefault(text({ max: 140, cleaning: 'line', description: 'The title of the clip.' }), defaultClipTitle),
    duration: withDefault(integer({ min: 5, max: 180, description: 'Seconds.' }), 30),
    platform: withDefault(oneOf(['PlatformA', 'PlatformB', 'all'], { description: 'Where to clip.' }), 'all'),
    send_chat_message: withDefault(boolean({ description: 'Whether the bot posts the link in chat.' }), true),
  }),
  output: object({
    platform: oneOf(['PlatformA', 'PlatformB', 'all']),
    send_chat_message: boolean(),
    clips: object({ alpha: link, beta: link }, { description: 'The links of the created clips.' }),
    platforms: object({ alpha: status, beta: status }, { description: 'The result on each platform.' }),
    durations: object({ alpha: seconds, beta: seconds }, { description: 'The lengths of the clips in seconds.' }),
    replay_path: optional(
      text({ description: 'Where OBS saved its replay buffer, because a platform could not create the clip.' }),
    ),
  }),
  failures: ['stream_offline', 'extension_not_connected', ...platformFailures],
  example: {
    input: { title: 'What a shot', duration: 30, platform: 'PlatformA' },
    output: {
      platform: 'PlatformA',
      send_chat_message: true,
      clips: { alpha: 'http://127.0.0.1:4400/sandbox/clips/clip_8dK2mQ0aXz31TnLpVb7c' },
      platforms: { alpha: 'created' },
      durations: { alpha: 30 },
    },
  },
  async handle({ input, caller, ctx, commit }) {
    const { title, duration, platform, send_chat_message } = input
    const platforms = platform === 'all' ? clipPlatforms : ([platform === 'PlatformA' ? 'kick' : 'twitch'] as const)
    const wanted = { platforms, title, seconds: duration, announce: send_chat_message }
    const { clips, replayPath } = await ctx.clips.take(caller, wanted)
    return commit(async (tx) => {
      await ctx.clips.note(tx, caller, clips)
      return {
        platform,
        send_chat_message,
        clips: keyed(clips, (one) => (one.status === 'created' ? one.url : undefined)),
        platforms: keyed(clips, (one) => one.status),
        durations: keyed(clips, (one) => (one.status === 'created' ? one.seconds : undefined)),
        ...(replayPath !== undefined && { replay_path: replayPath }),
      }
    })
  },
})

/** By the short names that the answer uses for the two platforms. */
function keyed<T>(clips: readonly Clip[], value: (clip: Clip) => T | undefined): { alpha?: T; beta?: T } {
  const entries = clips.map((one) => [keyFor(one.platform), value(one)] as const)
  return Object.fromEntries(entries.filter(([, found]) => found !== undefined))
}
