import type { Migration } from './migration.ts'

/** Songs that viewers requested and that have not ended yet, and the votes to skip the current song. */
export const songRequests = {
  version: 33,
  name: 'song-requests',
  statements: [
    // `points` is what the viewer paid. `ends_at` is set for a song that was handed to the player of a music service: when
    // it ends at the latest, because that player reports neither the beginning nor the end of a song.
    `CREATE TABLE song_requests (
      channel_id BIGINT NOT NULL,
      id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      title TEXT NOT NULL,
      artist TEXT NOT NULL,
      source TEXT NOT NULL,
      seconds BIGINT NOT NULL,
      position BIGINT NOT NULL,
      points BIGINT NOT NULL,
      ends_at BIGINT,
      requested_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, id)
    )`,
    `CREATE UNIQUE INDEX song_requests_in_order ON song_requests (channel_id, position, id)`,
    `CREATE UNIQUE INDEX song_requests_by_viewer ON song_requests (channel_id, viewer_id, id)`,

    // `item` is the song that the vote is about, such as `song:3` or `request:7`.
    `CREATE TABLE song_votes (
      channel_id BIGINT NOT NULL,
      viewer_id BIGINT NOT NULL,
      item TEXT NOT NULL,
      voted_at BIGINT NOT NULL,
      PRIMARY KEY (channel_id, viewer_id)
    )`,

    // Set while a requested song plays. `song_id` is then the song of the queue that played before it.
    'ALTER TABLE players ADD COLUMN request_id BIGINT',
  ],
} as const satisfies Migration
