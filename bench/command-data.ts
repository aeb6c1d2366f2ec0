import type { DatabaseSync } from 'node:sqlite'

/** Inserts commands that everybody may run, directly into the tables. */
export function commandInserter(db: DatabaseSync) {
  const command = db.prepare(
    `INSERT INTO commands (channel_id, id, command, aliases, active, show_in_list, api_enabled,
       cooldown_global_seconds, cooldown_user_seconds, message, permissions, denied_permissions, action_json, on_kick,
       on_twitch, on_youtube, on_tiktok, points_cost, coin_cost, delete_cost, only_game_ids, blocked_game_ids)
     VALUES (1, ?, ?, '[]', 1, 1, 1, 0, 0, ?, '["everyone"]', '[]', ?, 1, 1, 1, 1, 0, 0, 0, '[]', '[]')`,
  )
  const word = db.prepare('INSERT INTO command_words (channel_id, word_key, command_id) VALUES (1, ?, ?)')
  return (id: number, name: string, { message, steps }: { message: string; steps: readonly object[] }): void => {
    command.run(id, name, message, JSON.stringify({ version: 1, steps }))
    word.run(name, id)
  }
}
