import type { Database } from '../../kernel/storage/database.ts'
import { wordFor } from '../../platforms/contract/platforms.ts'
import type { Platforms } from '../../platforms/platforms.ts'
import type { Names } from '../../registry/names.ts'
import type { ChangeLog } from '../change-log/change-log.ts'
import type { Events } from '../events/events.ts'
import type { Overlays } from '../overlay/overlays.ts'
import type { Media } from '../uploads/media.ts'
import { createEffectContent } from './effect-content.ts'
import { createEffects } from './effects.ts'

/** Animations over the stream. */
export function openEffects(needs: {
  db: Database
  names: Names
  changeLog: ChangeLog
  events: Events
  media: Media
  overlays: Overlays
  platforms: Platforms
}) {
  const { names } = needs
  return {
    effects: createEffects({ ...needs, platformWord: (platform) => names.word(wordFor(platform)) }),
    effectContent: createEffectContent(needs),
  }
}
