import { signal } from '@preact/signals'
import { type Answer, call } from '../../api.ts'

export type ConsoleOperation = Answer<'list-operations'>['operations'][number]

export const operations = signal<readonly ConsoleOperation[]>([])
export const baseUrl = signal('')
let loading: Promise<void> | undefined

/** Operations do not change while the server runs, so they are loaded once. */
export function loadOperations(): Promise<void> {
  loading ??= call('list-operations', {}).then(
    (answer) => {
      operations.value = answer.operations
      baseUrl.value = answer.base_url
    },
    () => {
      loading = undefined
    },
  )
  return loading
}
