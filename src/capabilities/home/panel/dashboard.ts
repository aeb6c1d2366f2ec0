import { occasionalPlaces } from '../../../definitions/places.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { type PanelRole, reaches } from '../../../kernel/operation/contract/panel-roles.ts'
import { definePanelOperation } from '../../../kernel/operation/operation.ts'
import { boolean, integer, list, object, oneOf } from '../../../kernel/schema/schema.ts'
import { isPartOfImport } from '../../activity/import-entries.ts'
import { dashboardState, loggedEvent } from '../../events/event-fields.ts'
import { sentEvent } from '../../events/event-rows.ts'
import { listKeys } from '../../keys/panel.ts'
import type { Person } from '../../people/people.ts'
import { type FirstStep, firstSteps } from '../contract/first-steps.ts'
import type { DashboardState } from '../dashboard.ts'

export const needCodes = [
  'codes_guessed',
  'platform_error',
  'overlay_away',
  'overlay_not_on_air',
  'no_key',
  'key_expires_soon',
  'cue_failed',
  'no_platform',
  'no_voice',
] as const
export type NeedCode = (typeof needCodes)[number]

const soonMs = 7 * 24 * 60 * 60 * 1000
const latelyMs = 60 * 60 * 1000

/** What needs the broadcaster's attention, most urgent first. */
export async function listNeeds(
  ctx: Context,
  channel: Channel,
  state: DashboardState,
  { role, person }: { readonly role: PanelRole; readonly person: Person },
): Promise<{ code: NeedCode; count: number }[]> {
  const now = ctx.clock.now()
  const [keys, deliveries, wereCodesGuessed, lacksVoice] = await Promise.all([
    ctx.keys.list(channel),
    ctx.overlays.recent(channel, 50),
    ctx.signInMethods.wereCodesGuessed(person),
    ctx.speech.lacksVoice(channel.id),
  ])
  const seesKeys = reaches(role, listKeys.role)
  const working = keys.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  )
  const counts: Readonly<Record<NeedCode, number>> = {
    codes_guessed: wereCodesGuessed ? 1 : 0,
    platform_error: state.platforms.filter(({ error }) => error !== null).length,
    no_platform: state.platforms.length === 0 ? 1 : 0,
    cue_failed: deliveries.filter((delivery) => delivery.state === 'failed' && now - delivery.createdAt < latelyMs)
      .length,
    overlay_away: state.overlay ? 0 : 1,
    overlay_not_on_air: ctx.obs.isOverlayOnAir(channel.id) === false ? 1 : 0,
    key_expires_soon: seesKeys
      ? working.filter(({ expiresAt }) => expiresAt !== null && expiresAt - now < soonMs).length
      : 0,
    no_key: seesKeys && working.length === 0 ? 1 : 0,
    no_voice: lacksVoice ? 1 : 0,
  }
  return Object.entries(counts).flatMap(([code, count]) => (count > 0 ? { code: code as NeedCode, count } : []))
}

const recentCount = 40

export const getDashboard = definePanelOperation({
  name: 'get-dashboard',
  summary: 'Which streams are live, recent activity, and what needs attention.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    state: dashboardState,
    recent: list(loggedEvent),
    needs: list(object({ code: oneOf(needCodes), count: integer() })),
    first_steps: object({ done: list(oneOf(firstSteps)), hidden: boolean() }, { description: 'The checklist.' }),
    last_seq: integer({ description: 'Where the event stream resumes.' }),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      state: { platforms: [], overlay: false, bot: true, extension: true, storage: null },
      recent: [],
      needs: [],
      first_steps: { done: ['try'], hidden: false },
      last_seq: 0,
    },
  },
  async handle({ caller, ctx }) {
    const { channel } = caller
    // The seq is read before the events: an event in between arrives with the event stream.
    const lastSeq = await ctx.overlays.lastSeq(channel.id)
    const [state, recent, steps] = await Promise.all([
      ctx.dashboard.read(channel),
      ctx.events.page(ctx.db, channel.id, {
        role: caller.role,
        before: lastSeq + 1,
        limit: recentCount,
        matches: (event) => !isPartOfImport(event),
      }),
      ctx.firstSteps.read(channel.id),
    ])
    return {
      state,
      recent: recent.events.map(sentEvent),
      needs: await listNeeds(ctx, channel, state, caller),
      first_steps: { done: firstSteps.filter((step) => isDone(step, steps.done, state)), hidden: steps.isHidden },
      last_seq: lastSeq,
    }
  },
})

/** Some steps can also be read from the present state, of a channel that is older than the checklist. */
function isDone(step: FirstStep, stored: readonly FirstStep[], { platforms, overlay }: DashboardState): boolean {
  if (stored.includes(step)) return true
  if (step === 'account') return platforms.some(({ connector }) => connector !== 'sandbox')
  return step === 'overlay' && overlay
}

export const finishFirstStep = definePanelOperation({
  name: 'finish-first-step',
  summary: 'Ticks the step of the checklist that only the panel sees, or closes the checklist.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'rows',
  input: object({
    step: oneOf(['try', 'hidden'], { description: 'try: something was shown on the stage of the panel.' }),
  }),
  output: object({}),
  failures: [],
  example: { input: { step: 'try' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.firstSteps.mark(tx, caller.channel.id, input.step)
      return {}
    })
  },
})

export const openPlace = definePanelOperation({
  name: 'open-place',
  summary: 'Keeps a place that most channels never need in your rail.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'rows',
  isUnlogged: true,
  input: object({ place: oneOf(occasionalPlaces, { description: 'The place that you have opened.' }) }),
  output: object({}),
  failures: [],
  example: { input: { place: 'values' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.places.open(tx, caller.person, input.place)
      return {}
    })
  },
})
