import { type ShownState, shownStates } from '../../definitions/connection-state.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { requireFirstChannel } from '../people/require-first-channel.ts'
import { obsOverlayProblems, obsWays } from './contract/obs.ts'
import { overlayWarnings } from './overlay-warnings.ts'

const overlay = object({
  source: nullable(text({ description: 'The browser source in OBS.' })),
  on_air: boolean(),
  width: integer(),
  height: integer(),
  canvas_width: integer(),
  canvas_height: integer(),
  warnings: list(object({ problem: oneOf(obsOverlayProblems), message: text() })),
})

export const getObs = definePanelOperation({
  name: 'get-obs',
  summary: 'The state of OBS: the connection, what is on air, and how the overlay stands in it.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({
    state: oneOf(shownStates),
    message: text(),
    until: nullable(integer()),
    way: nullable(oneOf(obsWays)),
    limits: list(text(), { description: 'What the way in use cannot do.' }),
    scene: nullable(text()),
    streaming: boolean(),
    recording: boolean(),
    replay_buffer: boolean(),
    overlay: nullable(overlay),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      state: 'connected',
      message: 'OBS 31.0.0 is connected.',
      until: null,
      way: 'socket',
      limits: [],
      scene: 'Gameplay',
      streaming: true,
      recording: false,
      replay_buffer: true,
      overlay: {
        source: 'Showcaller overlay',
        on_air: true,
        width: 1920,
        height: 1080,
        canvas_width: 1920,
        canvas_height: 1080,
        warnings: [],
      },
    },
  },
  async handle({ caller, ctx }) {
    const { id } = caller.channel
    const connection = ctx.obs.connectionOf(id)
    const state: ShownState = connection?.state ?? 'off'
    const { way, limits, scene, outputs } = ctx.obs.overviewOf(id)
    const report = ctx.obs.snapshotOf(id)?.overlay ?? null
    return {
      state,
      message: connection?.message ?? '',
      until: connection?.until ?? null,
      way,
      limits,
      scene,
      streaming: outputs.stream,
      recording: outputs.record,
      replay_buffer: outputs.replay_buffer,
      overlay: report && {
        source: report.source,
        on_air: report.isOnAir,
        width: report.width,
        height: report.height,
        canvas_width: report.canvasWidth,
        canvas_height: report.canvasHeight,
        warnings: report.problems.map((problem) => ({
          problem,
          message: overlayWarnings[problem].of(),
        })),
      },
    }
  },
})

export const addObsOverlay = definePanelOperation({
  name: 'add-obs-overlay',
  summary: 'Adds the overlay to the scene that is on air in OBS, or corrects its browser source.',
  role: 'editor',
  grants: 'nothing',
  effect: 'outside',
  input: object({}),
  output: object({ source: text() }),
  failures: ['obs_not_connected', 'obs_refused'],
  example: { input: {}, output: { source: 'Showcaller overlay' } },
  async handle({ caller, ctx, commit }) {
    const link = await ctx.overlays.link(caller.channel)
    const { source } = await ctx.obs.call(caller, 'add-overlay', { link })
    return commit(async (tx) => {
      await ctx.events.appendNew(tx, caller, { kind: 'panel.add-obs-overlay', data: { source } })
      return { source }
    })
  },
})

export const findLocalObs = definePanelOperation({
  name: 'find-local-obs',
  summary: 'Looks for OBS on the machine of this server. Its password stays on the server.',
  role: 'owner',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ usable: boolean(), url: nullable(text()), message: text() }),
  failures: ['missing_role'],
  example: {
    input: {},
    output: { usable: true, url: 'ws://127.0.0.1:4455', message: 'OBS 31.0.0 answers and accepts the password.' },
  },
  async handle({ caller, ctx }) {
    await requireFirstChannel(ctx, caller.person)
    const { isUsable, url, message } = await ctx.localObs.find()
    return { usable: isUsable, url, message }
  },
})

export const useLocalObs = definePanelOperation({
  name: 'use-local-obs',
  summary: 'Connects the OBS on the machine of this server with the address and the password of its own settings.',
  role: 'owner',
  grants: 'account',
  effect: 'rows',
  input: object({}),
  output: object({}),
  failures: ['not_found', 'invalid_parameter', 'missing_role'],
  example: { input: {}, output: {} },
  async handle({ caller, ctx, commit }) {
    await requireFirstChannel(ctx, caller.person)
    const store = await ctx.serviceSetups.save(caller, 'obs', ctx.localObs.getFields())
    await commit(async (tx) => {
      await store(tx)
      return {}
    })
    await ctx.serviceSetups.settled()
    return {}
  },
})
