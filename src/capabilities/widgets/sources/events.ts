import { inLanguage } from '../../../kernel/text/in-language.ts'
import { newestOfKind, wholeLog } from '../../events/indexed-kinds.ts'
import { overlayCatalogue } from '../../settings/channel-language.ts'
import { listedKinds, type SourceParams } from '../contract/widgets/sources.ts'
import { listedEvents, listedItem } from '../listed-events.ts'
import { defineSourceReader } from '../source.ts'

/** The newest of each kind, in the order of the log and in the language of the channel. */
export const events = defineSourceReader('events', {
  async read({ db, settings }, channel, params) {
    const found = await Promise.all(
      kindsIn(params).map((kind) => newestOfKind(db, channel.id, listedEvents[kind], wholeLog, params.limit)),
    )
    const newest = found.flat().sort((one, other) => other.seq - one.seq)
    const items = inLanguage(await overlayCatalogue(settings, channel.id), () =>
      newest.flatMap((event) => listedItem(event) ?? []),
    )
    return { items: items.slice(0, params.limit) }
  },

  topics: ['settings-changed'],

  onEvent(event, params) {
    if (event.kind === 'viewer.erased') return 'again'
    return kindsIn(params).some((kind) => listedEvents[kind] === event.kind) ? 'again' : 'nothing'
  },
})

/** None named: all of them. */
function kindsIn({ kinds }: SourceParams<'events'>): SourceParams<'events'>['kinds'] {
  return kinds.length === 0 ? listedKinds : kinds
}
