import { call } from '../../api.ts'
import { tryOut } from '../../ui/media/try-out.ts'

/** Plays a saved effect on the panel's own stage, and on the overlay if one is connected. */
export function testEffect(overlay_id: string): Promise<void> {
  return tryOut(() => call('test-effect', { overlay_id }))
}
