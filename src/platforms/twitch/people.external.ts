import { type JsonObject, textIn } from '../calls/json-fields.ts'
import type { PlatformUser } from '../platform.ts'

/** The user in a Twitch object; the field names begin with a prefix such as `user` or `broadcaster_user`. */
export function userIn(row: JsonObject, prefix = 'user'): PlatformUser {
  return {
    id: textIn(row, `${prefix}_id`),
    username: textIn(row, `${prefix}_login`),
    displayname: textIn(row, `${prefix}_name`),
  }
}

export function tierIn(row: JsonObject, field = 'tier'): number {
  return Number(textIn(row, field)) / 1000
}
