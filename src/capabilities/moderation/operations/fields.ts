import { anyPlatform, userReference } from '../../../definitions/fields.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { list, nullable, object, oneOf, optional, text, withDefault } from '../../../kernel/schema/schema.ts'
import { type PlatformWord, platformNamed, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { PlatformUser } from '../../../platforms/platform.ts'
import type { RoomOutcome } from '../chat-rooms.ts'

/** The viewer to ban or time out, and the platform. */
export const personInput = {
  ...userReference,
  platform: withDefault(oneOf(platformWords, { description: 'Whose chat.' }), 'PlatformA'),
}

/** The viewer and the platform, which has to be named: few platforms can do it. */
export const namedPersonInput = {
  ...userReference,
  platform: oneOf(platformWords, { description: 'Whose chat.' }),
}

export const reasonInput = optional(
  text({ max: 500, cleaning: 'line', description: 'The reason; shown if the platform shows it.' }),
)

export const personOutput = object({
  platform: anyPlatform,
  user_id: text({ description: "The person's id on the platform." }),
  username: text(),
})

export const personFailures = ['user_required', 'user_not_found', ...platformFailures] as const

export async function personIn(
  ctx: Context,
  channel: Channel,
  input: {
    readonly userid?: string | undefined
    readonly username?: string | undefined
    readonly platform: PlatformWord
  },
): Promise<PlatformUser> {
  const found = await ctx.viewers.resolve(channel, platformNamed(input.platform), input)
  if ('fresh' in found) return found.fresh
  const { userId: id, username, displayname } = found.known
  return { id, username, displayname }
}

export function personFields(platform: PlatformWord, { id, username }: PlatformUser) {
  return { platform, user_id: id, username }
}

export const roomPlatform = optional(
  oneOf(platformWords, { description: 'Whose chat; every connected one when left out.' }),
)
export const roomPlatformOutput = oneOf([...platformWords, 'all'], { description: 'all when no platform was sent.' })

export const roomResults = list(
  object({
    platform: anyPlatform,
    error: nullable(text({ description: 'Why it failed on this platform.' })),
    code: nullable(text()),
  }),
)

export function roomResult({ platform, failure }: RoomOutcome) {
  return { platform: wordFor(platform), error: failure?.message ?? null, code: failure?.code ?? null }
}
