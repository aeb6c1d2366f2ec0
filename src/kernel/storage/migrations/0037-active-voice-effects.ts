import type { Migration } from './migration.ts'

/** Voice effects that are on, one for each source: until now there was one of the overlay only. */
export const activeVoiceEffects = {
  version: 37,
  name: 'active-voice-effects',
  statements: [
    // `token` is another one for each start. `restore`: what the microphone is set back to, as JSON, once it is known.
    // `ending`: why it ends, which is because its time is over unless somebody has decided otherwise.
    `CREATE TABLE active_voice_effects (
      channel_id BIGINT NOT NULL,
      source TEXT NOT NULL,
      effect TEXT NOT NULL,
      name TEXT NOT NULL,
      token TEXT NOT NULL,
      until BIGINT NOT NULL,
      is_on BIGINT NOT NULL DEFAULT 0,
      ending TEXT NOT NULL DEFAULT 'time',
      restore TEXT,
      PRIMARY KEY (channel_id, source)
    )`,
    'CREATE INDEX active_voice_effects_by_end ON active_voice_effects (until)',
    `INSERT INTO active_voice_effects (channel_id, source, effect, name, token, until, is_on)
     SELECT channel_id, 'overlay', effect, effect, 'voice_' || channel_id, until, 1 FROM voice_effects`,
    'DROP TABLE voice_effects',
  ],
} as const satisfies Migration
