import { listOf } from '../../kernel/text/formats.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { catalogueFor } from '../settings/channel-language.ts'
import type { Settings } from '../settings/settings.ts'
import { maxQueuedSongs } from '../steps/contract/variables.ts'
import { variableWords } from '../steps/messages.ts'
import type { VariableValues } from '../steps/variables.ts'
import { countIn } from '../steps/variables.ts'
import type { MusicControl } from './music-control.ts'
import type { SongRequests } from './song-requests.ts'

/** What these variables read from. */
export interface MusicVariablesServices {
  readonly musicControl: MusicControl
  readonly settings: Settings
  readonly songRequests: SongRequests
}

type Services = MusicVariablesServices

export const musicVariables: VariableValues<'song' | 'queue', Services> = {
  async song(run, _args, services) {
    const { song } = await services.musicControl.player(run.caller.channel.id)
    const catalogue = await catalogueFor(run, services)
    return song === null ? variableWords.nothing(undefined, catalogue) : named(song.title, song.artist, catalogue)
  },
  /** Requests come first. The queue repeats, so its first song follows the last one. */
  async queue(run, [wanted], services) {
    const { songRequests } = services
    const next = await songRequests.upcoming(run.caller.channel.id, countIn(wanted, 3, maxQueuedSongs))
    const catalogue = await catalogueFor(run, services)
    const shown = next.map(({ title, artist }) => named(title, artist, catalogue))
    return shown.length === 0 ? variableWords.nothing(undefined, catalogue) : inLanguage(catalogue, () => listOf(shown))
  },
}

/** A song as people name it; uploads may have no artist. */
function named(title: string, artist: string, catalogue: Catalogue): string {
  return artist === '' ? title : variableWords.song({ title, artist }, catalogue)
}
