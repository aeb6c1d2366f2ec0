import { defineOperation } from '../../../kernel/operation/operation.ts'
import { object, text } from '../../../kernel/schema/schema.ts'
import { obsFailures, ratePerMinute } from './fields.ts'

export const obsReplay = defineOperation({
  name: 'obs-replay',
  group: 'OBS',
  summary: 'Saves the replay buffer to a file.',
  description: 'The replay buffer must be on. Answers when the file is complete.',
  scope: 'obs:control',
  panel: { role: 'moderator', grants: 'nothing' },
  ratePerMinute,
  effect: 'outside',
  input: object({}),
  output: object({ path: text({ description: 'The file on the machine of OBS; empty where OBS does not say it.' }) }),
  failures: obsFailures,
  example: { input: {}, output: { path: '/home/streamer/Videos/Replay 2026-11-16 20-00-00.mkv' } },
  handle: ({ caller, ctx }) => ctx.obs.call(caller, 'replay', {}),
})
