import { call } from '../../api.ts'
import { attempt } from '../../ui/attempt.ts'
import { showToast } from '../../ui/toasts.tsx'
import { effectWords } from '../../words/effect-words.ts'

export function testEffect(overlay_id: string): Promise<void> {
  return attempt(async () => {
    await call('test-effect', { overlay_id })
    showToast(effectWords.tried)
  })
}
