import { maxNameLength, platformOf } from '../../../definitions/fields.ts'
import { Failure } from '../../../kernel/operation/contract/failures.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'
import { defineMessages, type Text } from '../../../kernel/text/message.ts'
import { platformNamed, platformWords } from '../../../platforms/contract/platforms.ts'
import { triggerErrors } from '../effects.ts'

const messages = defineMessages('errors.operations', {
  effectRequired: 'overlay_id or overlay_ids is required.',
  tooManyEffects: 'overlay_id and overlay_ids name more than {max} effects.',
})

const maxEffects = 20
const overlayId = text({ min: 1, max: maxNameLength, description: 'An effect overlay.' })
const platform = platformOf(platformWords, 'The platform of the userstate that the effect receives.')

export const effectTrigger = defineOperation({
  name: 'effect-trigger',
  group: 'Effects',
  summary: 'Triggers one or more effect overlays.',
  description:
    'overlay_id and overlay_ids are combined. The call succeeds if at least one was triggered; see results. ' +
    'The effect receives data with a userstate; fields of your own data.userstate replace ours.',
  scope: 'effects:trigger',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute: 120,
  effect: 'outside',
  input: object(
    {
      overlay_id: optional(overlayId),
      overlay_ids: optional(list(overlayId, { max: maxEffects, description: 'Several at once.' })),
      platform: withDefault(platform, 'PlatformA'),
      data: optional(anyObject({ description: 'Passed to the effect: at most 16 KiB, 20 levels deep, 500 keys.' })),
    },
    { needsOne: [['overlay_id', 'overlay_ids']] },
  ),
  output: object({
    triggered: integer(),
    total: integer(),
    results: list(object({ overlay_id: text(), success: boolean(), error: nullable(oneOf(triggerErrors)) })),
    data_keys: list(text(), { description: 'The keys of data as the effect receives it.' }),
  }),
  failures: ['overlay_not_found', 'effect_not_trigger_enabled', 'overlay_not_connected'],
  example: {
    input: { overlay_id: 'confetti', data: { colour: 'gold' } },
    output: {
      triggered: 1,
      total: 1,
      results: [{ overlay_id: 'confetti', success: true, error: null }],
      data_keys: ['colour', 'userstate'],
    },
  },
  async handle({ input, caller, ctx }) {
    const overlayIds = [...new Set([input.overlay_id ?? [], input.overlay_ids ?? []].flat())]
    if (overlayIds.length === 0) throw wrong(messages.effectRequired.of())
    if (overlayIds.length > maxEffects) throw wrong(messages.tooManyEffects.of({ max: maxEffects }))
    const outcome = await ctx.effects.trigger(caller, {
      overlayIds,
      platform: platformNamed(input.platform),
      data: input.data,
    })
    const results = outcome.results.map(({ overlayId, success, error }) => ({ overlay_id: overlayId, success, error }))
    const triggered = results.filter(({ success }) => success).length
    const cause = results[0]?.error
    if (triggered === 0 && cause) {
      throw new Failure(cause, { fields: { results }, mayHaveHappened: outcome.isUncertain })
    }
    return { triggered, total: results.length, results, data_keys: outcome.dataKeys }
  },
})

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
