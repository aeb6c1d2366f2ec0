import { defineEvent } from '../../../definitions/define-event.ts'
import { withDetail } from '../../../definitions/event-sentences.ts'
import { integer, list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.music', {
  started: 'Music started',
  paused: 'Music paused',
  skipped: 'Song skipped',
  skippedTo: 'Skipped to {title}',
  added: 'Song added',
  addedNamed: 'Song {title} added to the queue',
  changed: 'Song changed',
  changedNamed: 'Song {title} changed',
  removed: 'Song removed',
  removedNamed: 'Song {title} removed from the queue',
  reordered: 'Songs reordered',
  requested: 'Song requested',
  requestedBy: '{displayname} requested {title}',
  requestRemoved: 'Song request removed',
  requestRemovedOf: 'Request of {displayname} removed: {title}',
  voted: 'Song skipped by votes',
  votedOut: {
    plural: 'votes',
    one: '{title} skipped by {votes:number} vote',
    other: '{title} skipped by {votes:number} votes',
  },
})

const readers = { role: 'viewer', scope: 'music:control' } as const

/** Of a song in the queue on the overlay, or of the player that is driven elsewhere. */
const played = object({
  song_id: optional(integer({ description: 'A song of the queue.' })),
  request_id: optional(integer({ description: 'A song that a viewer requested.' })),
  title: optional(text()),
  artist: optional(text()),
  player: optional(text({ description: 'spotify when it is not the player on the overlay.' })),
})
const song = object({ id: integer(), title: text(), artist: text() })

export const musicStarted = defineEvent({
  kind: 'music.started',
  group: 'overlay',
  icon: 'music',
  title: messages.started,
  data: played,
  readableBy: readers,
  published: {
    example: { song_id: 1, title: 'Night drive', artist: 'Showcaller' },
  },
  sentence: ({ title = '' }) => withDetail(messages.started(), title),
})

export const musicPaused = defineEvent({
  kind: 'music.paused',
  group: 'overlay',
  icon: 'music',
  title: messages.paused,
  data: played,
  readableBy: readers,
  published: {
    example: { song_id: 1, title: 'Night drive', artist: 'Showcaller' },
  },
  sentence: ({ title = '' }) => withDetail(messages.paused(), title),
})

export const musicSkipped = defineEvent({
  kind: 'music.skipped',
  group: 'overlay',
  icon: 'music',
  title: messages.skipped,
  data: played,
  readableBy: readers,
  published: {
    example: { song_id: 2, title: 'Slow morning', artist: 'Showcaller' },
  },
  sentence: ({ title }) => (title === undefined ? messages.skipped() : messages.skippedTo({ title })),
})

export const songAdded = defineEvent({
  kind: 'song.added',
  group: 'overlay',
  icon: 'music',
  title: messages.added,
  data: song,
  readableBy: readers,
  changes: 'song',
  published: {
    example: { id: 1, title: 'Night drive', artist: 'Showcaller' },
  },
  sentence: ({ title }) => messages.addedNamed({ title }),
})

export const songChanged = defineEvent({
  kind: 'song.changed',
  group: 'overlay',
  icon: 'music',
  title: messages.changed,
  data: song,
  readableBy: readers,
  changes: 'song',
  published: {
    example: { id: 1, title: 'Night drive', artist: 'Showcaller' },
  },
  sentence: ({ title }) => messages.changedNamed({ title }),
})

export const songRemoved = defineEvent({
  kind: 'song.removed',
  group: 'overlay',
  icon: 'music',
  title: messages.removed,
  data: song,
  readableBy: readers,
  changes: 'song',
  published: {
    example: { id: 1, title: 'Night drive', artist: 'Showcaller' },
  },
  sentence: ({ title }) => messages.removedNamed({ title }),
})

export const songsReordered = defineEvent({
  kind: 'song.ordered',
  group: 'overlay',
  icon: 'music',
  title: messages.reordered,
  data: object({ ids: list(integer()) }),
  readableBy: readers,
  changes: 'song',
  published: {
    example: { ids: [2, 1, 3] },
  },
  sentence: () => messages.reordered(),
})

const requested = {
  id: integer(),
  title: text(),
  artist: text(),
  user_id: text(),
  username: text(),
  displayname: text(),
}

export const songRequested = defineEvent({
  kind: 'song.requested',
  group: 'people',
  icon: 'music',
  title: messages.requested,
  data: object({ ...requested, seconds: integer(), points: integer({ description: 'What the viewer paid.' }) }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: readers,
  published: {
    example: {
      id: 7,
      title: 'Neon Rain',
      artist: 'Tape Deck',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      seconds: 184,
      points: 50,
    },
  },
  sentence: ({ displayname, title }) => messages.requestedBy({ displayname, title }),
})

export const songRequestRemoved = defineEvent({
  kind: 'song.request-removed',
  group: 'people',
  icon: 'music',
  title: messages.requestRemoved,
  data: object({ ...requested, refunded: integer({ description: 'The points that the viewer got back.' }) }),
  refersTo: { platform: 'required', viewerId: 'required' },
  readableBy: readers,
  published: {
    example: {
      id: 7,
      title: 'Neon Rain',
      artist: 'Tape Deck',
      user_id: '1001',
      username: 'alice',
      displayname: 'Alice',
      refunded: 50,
    },
  },
  sentence: ({ displayname, title }) => messages.requestRemovedOf({ displayname, title }),
})

export const songSkipped = defineEvent({
  kind: 'song.skipped',
  group: 'people',
  icon: 'music',
  title: messages.voted,
  data: object({
    song_id: optional(integer({ description: 'A song of the queue.' })),
    request_id: optional(integer({ description: 'A song that a viewer requested.' })),
    player: optional(text({ description: 'spotify when it is not the player on the overlay.' })),
    title: text(),
    artist: text(),
    votes: integer(),
  }),
  readableBy: readers,
  published: {
    example: { song_id: 3, title: 'Neon Rain', artist: 'Tape Deck', votes: 5 },
  },
  sentence: ({ title, votes }) => messages.votedOut({ title, votes }),
})

export const musicEvents = [
  musicStarted,
  musicPaused,
  musicSkipped,
  songAdded,
  songChanged,
  songRemoved,
  songsReordered,
  songRequested,
  songRequestRemoved,
  songSkipped,
] as const
