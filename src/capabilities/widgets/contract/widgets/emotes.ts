import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { choice, factor } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.emotes', {
  title: 'Emote wall',
  help: 'Emotes from chat fly over the box. Make it as large as the picture.',
  motion: 'Motion',
  rise: 'Rise',
  pop: 'Pop up',
  max: 'At once',
  size: contentLabels.size,
})

export const emotes = defineWidget({
  type: 'emotes',
  title: messages.title,
  help: messages.help,
  group: 'chat',
  icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM5.5 9a2.75 2.75 0 0 0 5 0M6 6.25v.01M10 6.25v.01',
  size: { width: 1920, height: 1080 },
  grows: 'room',
  hasPlate: false,
  settings: {
    motion: choice(
      { title: messages.motion },
      { choices: { rise: { title: messages.rise }, pop: { title: messages.pop } }, default: 'rise' },
    ),
    max: count({ title: messages.max }, { min: 1, max: 60, default: 24 }),
    size: factor({ title: messages.size }, { min: 0.5, max: 3, default: 1 }),
  },
  sources: () => [source('emotes')],
})
