import { count } from '../../../../definitions/content-fields.ts'
import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.songQueue', {
  title: 'Song queue',
  help: 'The songs that come next, and who requested them.',
  label: contentLabels.label,
  limit: 'Songs',
})

const sampleSong = (title: string, artist: string, requested_by: string | null) => ({
  ...{ title, artist, requested_by, seconds: 180, image: null },
})

export const songQueue = defineWidget({
  type: 'song-queue',
  title: messages.title,
  help: messages.help,
  group: 'show',
  icon: 'M2.5 4h7M2.5 8h7M2.5 12h4M11 12V5.5l2.75-.75',
  size: { width: 520, height: 360 },
  grows: 'room',
  settings: {
    label: line({ title: messages.label }, { max: 60 }),
    limit: count({ title: messages.limit }, { min: 1, max: 20, default: 4 }),
  },
  sources: () => [source('song')],
  sample: {
    settings: { label: 'Up next' },
    data: {
      song: {
        ...{ playing: true, now: null, position: 0, at: 0 },
        queue: [
          sampleSong('Curtain Call', 'The Understudies', 'Alice'),
          sampleSong('Green Room', 'Lamp', null),
          sampleSong('Fly System', 'Counterweight', 'Bob'),
        ],
      },
    },
  },
})
