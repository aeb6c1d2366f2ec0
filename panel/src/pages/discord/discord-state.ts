import type { Answer } from '../../api.ts'

export type DiscordAnswer = Answer<'get-discord'>
export type DiscordDraft = DiscordAnswer['settings']
