import { commonLabels } from '../../../../src/definitions/common-labels.ts'
import { defineMessages } from '../../../../src/kernel/text/message.ts'
import { commonTexts } from '../../messages/common-texts.ts'

export const streamReportMessages = defineMessages('streamReport', {
  title: commonTexts.streamReports,
  lead: 'Viewers, chat, support, clips and cues of a stream on one timeline.',
  back: 'Back to activity',
  none: 'No stream yet',
  noneHelp: 'A report appears here when you have been live.',
  stream: commonLabels.stream,
  running: 'live now',
  untitled: 'Untitled',
  export: 'Export CSV',
  timeline: 'Timeline of the stream',
  asTable: 'View as table',
  time: 'Time',
  moments: 'Best moments',
  noMoments: 'Nothing stood out. Moments are where chat, follows, support or clips come together.',
  momentFigures: '{viewers:number} viewers · {chat:number} messages',
  noChat: 'Chat is counted per minute for one day, so this older stream has none.',
  peak: 'Peak viewers',
  most: 'peak {value}',
  total: 'Total',
})

/** The rows of the timeline. */
export const reportRows = defineMessages('streamReport.rows', {
  viewers: commonLabels.viewers,
  chat: 'Chat messages',
  follows: commonLabels.follows,
  subscriptions: commonLabels.subscriptions,
  money: 'Support (USD)',
  clips: commonLabels.clips,
  cues: 'Overlay and cues',
})
