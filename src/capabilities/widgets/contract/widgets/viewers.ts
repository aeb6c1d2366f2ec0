import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.viewers', {
  title: contentLabels.viewerCount,
  help: 'How many people watch, on all platforms together.',
  label: contentLabels.label,
  platforms: 'Show each platform',
})

export const viewers = defineWidget({
  type: 'viewers',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M1.75 8S4 3.75 8 3.75 14.25 8 14.25 8 12 12.25 8 12.25 1.75 8 1.75 8zM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  size: { width: 300, height: 140 },
  settings: {
    label: line({ title: messages.label }, { max: 60 }),
    platforms: toggle({ title: messages.platforms }, false),
  },
  sources: () => [source('viewers')],
  sample: {
    settings: { label: 'Viewers' },
    data: {
      viewers: {
        total: 1_284,
        platforms: [
          { platform: 'twitch', viewers: 812 },
          { platform: 'kick', viewers: 472 },
        ],
      },
    },
  },
})
