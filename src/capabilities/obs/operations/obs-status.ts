import { flag } from '../../../definitions/fields.ts'
import { defineOperation } from '../../../kernel/operation/operation.ts'
import { nullable, object, oneOf, text } from '../../../kernel/schema/schema.ts'
import { obsWays } from '../contract/obs.ts'
import { asFlag, ratePerMinute } from './fields.ts'

export const obsStatus = defineOperation({
  name: 'obs-status',
  group: 'OBS',
  summary: 'Returns what is on air in OBS and which outputs are active.',
  description: 'OBS need not run: connected is 0 then.',
  scope: 'obs:read',
  ratePerMinute,
  effect: 'none',
  input: object({}),
  output: object({
    connected: flag('1 when OBS is connected.'),
    scene: nullable(text({ description: 'The scene that is on air.' })),
    preview_scene: nullable(text({ description: 'The scene in the preview, in studio mode.' })),
    streaming: flag('1 when OBS streams.'),
    recording: flag('1 when OBS records.'),
    replay_buffer: flag('1 when the replay buffer is on.'),
    virtual_camera: flag('1 when the virtual camera is on.'),
    overlay_on_air: nullable(
      flag('1 when the overlay is visible in the scene that is on air; null if it is not known.'),
    ),
    way: nullable(
      oneOf(obsWays, { description: 'socket: the WebSocket server of OBS; page: the overlay page inside OBS.' }),
    ),
  }),
  failures: [],
  example: {
    input: {},
    output: {
      connected: 1,
      scene: 'Gameplay',
      preview_scene: null,
      streaming: 1,
      recording: 0,
      replay_buffer: 1,
      virtual_camera: 0,
      overlay_on_air: 1,
      way: 'socket',
    },
  },
  async handle({ caller, ctx }) {
    const { isConnected, way, scene, previewScene, outputs, isOverlayOnAir } = await ctx.obs.status(caller)
    return {
      connected: asFlag(isConnected),
      scene,
      preview_scene: previewScene,
      streaming: asFlag(outputs.stream),
      recording: asFlag(outputs.record),
      replay_buffer: asFlag(outputs.replay_buffer),
      virtual_camera: asFlag(outputs.virtual_camera),
      overlay_on_air: isOverlayOnAir === null ? null : asFlag(isOverlayOnAir),
      way,
    }
  },
})
