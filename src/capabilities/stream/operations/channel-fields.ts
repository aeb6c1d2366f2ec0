import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { platformFailures } from '../../../kernel/operation/contract/failures.ts'
import { model } from '../../../kernel/schema/model.ts'
import { boolean, list, nullable, object, oneOf, optional, text } from '../../../kernel/schema/schema.ts'
import { broadcastStatuses } from '../../../platforms/channel-capabilities.ts'
import { type PlatformWord, platformNamed, platformWords, wordFor } from '../../../platforms/contract/platforms.ts'
import type { ActionOutcome } from '../on-each-platform.ts'

/** The parameters and results of actions on each platform: raids, shoutouts, announcements, chat modes, ad breaks. */

export const actionPlatform = optional(
  platformOf(platformWords, 'Left out: every connected platform. One that cannot do it says so in its result.'),
)

const otherChannel = text({
  min: 1,
  max: maxNameLength,
  cleaning: 'name',
  description: 'The name of the other channel, without @.',
})

export const outcomeFields = {
  platform: platformOf(platformWords),
  success: boolean({ description: 'Whether it was done on this platform.' }),
  error: nullable(text({ description: 'Why it was not done.' })),
  code: nullable(text({ description: 'The error code.' })),
}

export const actionResults = list(model('PlatformResult', object(outcomeFields)), {
  description: 'The result of each platform.',
})

export const actionFailures = ['stream_offline', ...platformFailures] as const
const otherChannelFailures = ['user_not_found', 'same_user', ...actionFailures] as const

/** What a raid and a shoutout have in common: an action that names another channel. */
export const otherChannelAction = {
  group: 'Stream',
  ratePerMinute: 30,
  effect: 'outside',
  input: object({ username: otherChannel, platform: actionPlatform }),
  output: object({ results: actionResults }),
  failures: otherChannelFailures,
  example: {
    input: { username: 'bob', platform: 'PlatformB' },
    output: { results: [{ platform: 'PlatformB', success: true, error: null, code: null }] },
  },
} as const

/** What starting and ending a broadcast have in common. */
export const broadcastAction = {
  group: 'Stream',
  scope: 'stream:broadcast',
  ratePerMinute: 60,
  effect: 'outside',
  input: object({ platform: platformOf(platformWords) }),
  output: object({ status: oneOf(broadcastStatuses, { description: 'The state that the platform then has.' }) }),
  failures: actionFailures,
} as const

export function actionPlatformIn(word: PlatformWord | undefined) {
  return word === undefined ? undefined : platformNamed(word)
}

export function actionResult({ platform, failure }: ActionOutcome) {
  return {
    platform: wordFor(platform),
    success: failure === undefined,
    error: failure?.message ?? null,
    code: failure?.code ?? null,
  }
}
