import type { PanelCaller } from '../../kernel/operation/caller.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { ifUnchanged } from '../../kernel/operation/if-unchanged.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import {
  anyObject,
  boolean,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  text,
  withDefault,
} from '../../kernel/schema/schema.ts'
import { defaultSettings } from '../settings/settings.ts'
import { storedSetting } from '../settings/stored-setting.ts'
import { cueKinds } from './contract/cues.ts'
import { overlaySettingsSchema } from './contract/stored-overlay-settings.ts'
import { deliveryStates } from './deliveries.ts'
import { deliveryReason } from './delivery-reasons.ts'
import type { TriedCue } from './overlays.ts'
import { exampleCue, triedCue } from './tried-cue.ts'

export const getOverlay = definePanelOperation({
  name: 'get-overlay',
  summary: 'Returns whether the overlay is connected, and its latest deliveries.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    connected: boolean(),
    deliveries: list(
      object({
        id: text(),
        kind: oneOf(cueKinds),
        state: oneOf(deliveryStates),
        error: nullable(text()),
        actor: text(),
        payload: anyObject(),
        created_at: integer(),
        changed_at: integer(),
      }),
    ),
  }),
  failures: [],
  example: { input: {}, output: { connected: false, deliveries: [] } },
  async handle({ caller, ctx }) {
    const deliveries = await ctx.overlays.recent(caller.channel, 50)
    return {
      connected: cueKinds.some((kind) => ctx.overlays.isConnected(caller.channel.id, { kind })),
      deliveries: deliveries.map(({ id, kind, state, error, actor, payload, createdAt, changedAt }) => ({
        id,
        kind,
        state,
        error: deliveryReason(error),
        actor,
        payload,
        created_at: createdAt,
        changed_at: changedAt,
      })),
    }
  },
})

const ofTestChannel = withDefault(
  boolean({ description: 'The link of the test channel, where calls with test keys are shown.' }),
  false,
)

async function overlayChannel(ctx: Context, { channel }: PanelCaller, isTest: boolean): Promise<Channel> {
  return isTest ? ctx.channels.useTestChannelOf(channel) : channel
}

export const getOverlayLink = definePanelOperation({
  name: 'get-overlay-link',
  summary: 'Returns the overlay link for OBS. It gives access to everything the overlay shows.',
  role: 'editor',
  grants: 'nothing',
  effect: 'none',
  input: object({ test: ofTestChannel }),
  output: object({ link: text() }),
  failures: [],
  example: { input: {}, output: { link: 'http://127.0.0.1:4400/overlay#1.abc' } },
  async handle({ input, caller, ctx }) {
    return { link: await ctx.overlays.link(await overlayChannel(ctx, caller, input.test)) }
  },
})

export const resetOverlayLink = definePanelOperation({
  name: 'reset-overlay-link',
  summary: 'Creates a new overlay link. Pages with the old one are closed at once.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ test: ofTestChannel }),
  output: object({ link: text() }),
  failures: [],
  example: { input: {}, output: { link: 'http://127.0.0.1:4400/overlay#1.abc' } },
  async handle({ input, caller, ctx }) {
    return { link: await ctx.overlays.rollLink(caller, await overlayChannel(ctx, caller, input.test)) }
  },
})

const expiresInMs = 60_000
const words = 'This is a test of the overlay.'

export const testOverlay = definePanelOperation({
  name: 'test-overlay',
  summary: 'Shows a test item on the overlay if one is connected, and returns it for a preview.',
  role: 'moderator',
  grants: 'nothing',
  effect: 'outside',
  input: object({
    kind: oneOf(cueKinds, { description: 'The kind of item.' }),
    amount: withDefault(number({ above: 0, max: 1_000_000_000, description: 'For a donation.' }), 5),
    currency: withDefault(text({ min: 1, max: 16, cleaning: 'line', description: 'For a donation.' }), 'USD'),
  }),
  output: triedCue,
  failures: [],
  example: {
    input: { kind: 'tts' },
    output: exampleCue('tts_1', 'tts', { username: 'Alice', text: 'This is a test of the overlay.' }),
  },
  async handle({ input, caller, ctx }) {
    const username = caller.person.name
    switch (input.kind) {
      case 'tts':
        return ctx.speech.tryOut(caller, { text: words, username })
      case 'donation': {
        const { amount, currency } = input
        const shown = { amount, currency, username, displayname: username, message: words, is_test: 1 as const }
        return ctx.donations.test(caller, await ctx.settings.of(caller.channel.id), shown)
      }
      case 'audio-alert':
        return testAlert(ctx, caller)
      case 'event-alert': {
        const alert = { text: `${username} just followed`, emblem: 'heart', sound: 'builtin:chime' } as const
        return ctx.eventAlerts.test(caller, alert, username)
      }
      case 'effect': {
        const payload = {
          action: 'trigger',
          overlay_id: 'test',
          effect_type: 'confetti',
          effect_settings: {},
          data: {},
        }
        return ctx.overlays.tryOut(caller, { kind: 'effect', idPrefix: 'effect', payload, expiresInMs })
      }
    }
  },
})

/** A sample alert that does not depend on the broadcaster's alerts. */
async function testAlert(ctx: Context, caller: PanelCaller): Promise<TriedCue> {
  const url = await ctx.media.urlOf(ctx.db, caller.channel.id, 'builtin:fanfare')
  const payload = {
    alert: 0,
    name: 'Test',
    username: caller.person.name,
    ...(url === undefined ? {} : { sound: { url } }),
  }
  return ctx.overlays.tryOut(caller, { kind: 'audio-alert', idPrefix: 'alert', payload, expiresInMs })
}

export const getOverlaySettings = definePanelOperation({
  name: 'get-overlay-settings',
  summary: 'Returns the overlay settings.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ settings: overlaySettingsSchema }),
  failures: [],
  example: { input: {}, output: { settings: defaultSettings().overlay } },
  async handle({ caller, ctx }) {
    return { settings: (await ctx.settings.of(caller.channel.id)).overlay }
  },
})

const saveOverlaySettingsUnchecked = definePanelOperation({
  name: 'save-overlay-settings',
  summary: 'Saves the overlay settings. Pages change at once.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ settings: overlaySettingsSchema }),
  output: object({ settings: overlaySettingsSchema }),
  failures: ['invalid_parameter'],
  example: {
    input: { settings: { ...defaultSettings().overlay, look: 'neon' } },
    output: { settings: { ...defaultSettings().overlay, look: 'neon' } },
  },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.settings.set(tx, caller, 'overlay', input.settings)
      return { settings: input.settings }
    })
  },
})

export const saveOverlaySettings = ifUnchanged(saveOverlaySettingsUnchecked, storedSetting('overlay'))
