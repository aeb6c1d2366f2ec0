import type { Answer } from '../../api.ts'

/** A platform or Spotify, as the server describes it, and an account that is connected there. */
export type Service = Answer<'list-platforms'>['services'][number]
export type Account = Service['accounts'][number]
