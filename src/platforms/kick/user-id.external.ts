import { type JsonObject, numberIn } from '../calls/json-fields.ts'

/** The account id of a user or channel, which Kick calls `user_id` in some payloads and `broadcaster_user_id` in others. */
export function userIdIn(row: JsonObject): string {
  return String(numberIn(row, idFieldOf(row)))
}

/** An anonymous user has an empty id or none. */
export function isAnonymous(row: JsonObject): boolean {
  const id = row[idFieldOf(row)]
  return id === null || id === undefined
}

/** An empty `user_id` is an answer as well: the other name counts only where this one is missing. */
function idFieldOf(row: JsonObject): 'user_id' | 'broadcaster_user_id' {
  return row.user_id === undefined ? 'broadcaster_user_id' : 'user_id'
}
