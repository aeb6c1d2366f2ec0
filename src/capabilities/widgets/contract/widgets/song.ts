import { toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.song', {
  title: 'Now playing',
  help: 'The current song with its progress.',
  progress: 'Show the progress',
  requester: 'Show who requested it',
  hide: 'Hide while nothing plays',
})

export const song = defineWidget({
  type: 'song',
  title: messages.title,
  help: messages.help,
  group: 'show',
  icon: 'M6 12V3.75l7-1.5v8M6 12a2 1.75 0 1 1-4 0 2 1.75 0 0 1 4 0zM13 10.25a2 1.75 0 1 1-4 0 2 1.75 0 0 1 4 0z',
  size: { width: 560, height: 130 },
  settings: {
    progress: toggle({ title: messages.progress }, true),
    requester: toggle({ title: messages.requester }, true),
    hide: toggle({ title: messages.hide }, true),
  },
  sources: () => [source('song')],
  sample: {
    data: {
      song: {
        ...{ playing: false, position: 52, at: 0, queue: [] },
        now: { title: 'In the Wings', artist: 'Showcaller', requested_by: 'Alice', seconds: 124, image: null },
      },
    },
  },
})
