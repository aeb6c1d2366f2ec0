import { Failure } from '../../kernel/operation/contract/failures.ts'
import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { boolean, integer, list, nullable, number, object, oneOf, text } from '../../kernel/schema/schema.ts'
import { platforms } from '../../platforms/contract/platforms.ts'

const pastStream = object({
  seq: integer({ description: 'The event that began it.' }),
  from: integer(),
  to: nullable(integer({ description: 'Null while it runs.' })),
  title: text(),
  platforms: list(oneOf(platforms)),
})
const exampleStream = {
  seq: 10,
  from: 1_763_000_000_000,
  to: 1_763_007_200_000,
  title: 'Friday show',
  platforms: ['kick' as const],
}

export const listStreams = definePanelOperation({
  name: 'list-streams',
  summary: 'Lists the last streams, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ streams: list(pastStream) }),
  failures: [],
  example: { input: {}, output: { streams: [exampleStream] } },
  async handle({ caller, ctx }) {
    const streams = await ctx.streamReports.list(caller.channel)
    return { streams: streams.map((stream) => ({ ...stream, platforms: [...stream.platforms] })) }
  },
})

export const getStreamReport = definePanelOperation({
  name: 'get-stream-report',
  summary: 'What happened during one stream: viewers, chat, follows, money, clips and cues on one timeline.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({
    seq: integer({ min: 1, max: Number.MAX_SAFE_INTEGER, description: 'The stream, of list-streams.' }),
  }),
  output: object({
    stream: pastStream,
    point_minutes: integer({ description: 'The length of one point of the timeline.' }),
    has_chat: boolean({ description: 'False for a stream that is too long ago: chat is counted for a day.' }),
    points: list(
      object({
        at: integer(),
        viewers: integer(),
        chat: integer(),
        follows: integer(),
        subscriptions: integer(),
        money: number({ description: 'In about dollars.' }),
        clips: integer(),
        cues: integer(),
      }),
    ),
    moments: list(object({ at: integer(), reasons: list(text()), chat: integer(), viewers: integer() })),
  }),
  failures: ['not_found'],
  example: {
    input: { seq: 10 },
    output: { stream: exampleStream, point_minutes: 1, has_chat: true, points: [], moments: [] },
  },
  async handle({ input, caller, ctx }) {
    const report = await ctx.streamReports.read(caller.channel, input.seq)
    if (report === undefined) throw new Failure('not_found')
    const { stream, pointMinutes, points, hasChat, moments } = report
    return {
      stream: { ...stream, platforms: [...stream.platforms] },
      point_minutes: pointMinutes,
      has_chat: hasChat,
      points: [...points],
      moments: moments.map((moment) => ({ ...moment, reasons: [...moment.reasons] })),
    }
  },
})
