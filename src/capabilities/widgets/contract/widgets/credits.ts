import { contentLabels } from '../../../../definitions/content-labels.ts'
import { factor, line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.credits', {
  title: 'End credits',
  help: 'Everybody who took part in the stream, rolling up. It begins when the page opens: show it by its own link in an end scene.',
  label: contentLabels.title,
  speed: contentLabels.speed,
  repeat: 'Begin again at the end',
})

export const creditTitles = defineMessages('widgets.credits.sections', {
  subscribers: contentLabels.subscribers,
  gifters: 'Gift givers',
  donors: 'Donors',
  cheerers: 'Cheers',
  raiders: contentLabels.raids,
  followers: contentLabels.newFollowers,
  moderators: contentLabels.moderators,
  viewers: contentLabels.chat,
})

export const credits = defineWidget({
  type: 'credits',
  title: messages.title,
  help: messages.help,
  group: 'show',
  icon: 'M5 2.75h6M3.5 6h9M5.5 9.25h5M4.5 12.5h7',
  size: { width: 800, height: 900 },
  grows: 'room',
  hasPlate: false,
  settings: {
    label: line({ title: messages.label }, { max: 80 }),
    speed: factor({ title: messages.speed }, { min: 0.25, max: 4, default: 1 }),
    repeat: toggle({ title: messages.repeat }, false),
  },
  sources: () => [source('credits')],
  sample: {
    settings: { label: 'Thank you for watching' },
    data: {
      credits: {
        sections: [
          { kind: 'subscribers', names: ['Alice', 'Bob', 'Çağla'] },
          { kind: 'donors', names: ['Dave'] },
          { kind: 'raiders', names: ['Frank'] },
          { kind: 'followers', names: ['Grace', 'Heidi', 'Ivan', 'Judy'] },
        ],
      },
    },
  },
})
