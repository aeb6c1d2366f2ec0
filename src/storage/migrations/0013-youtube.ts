import type { Migration } from './list.ts'

export const youtube: Migration = {
  name: 'youtube',
  statements: [
    // Google counts per app and Californian day, whoever of the broadcasters used it.
    `CREATE TABLE youtube_units (
      app TEXT NOT NULL,
      day TEXT NOT NULL,
      units BIGINT NOT NULL,
      PRIMARY KEY (app, day)
    )`,

    // What YouTube calls each ban that was made here; null once it was taken back.
    `CREATE TABLE youtube_bans (
      channel_id BIGINT NOT NULL,
      user_id TEXT NOT NULL,
      ban_id TEXT,
      PRIMARY KEY (channel_id, user_id)
    )`,
  ],
}
