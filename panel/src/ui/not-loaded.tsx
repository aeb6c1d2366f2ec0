import { commonMessages } from '../messages/common.ts'
import { online } from '../online.ts'
import { Empty, Retry } from './parts.tsx'

/** In place of a page whose code is not there: because the server is away, or because it has another version now. */
export function NotLoaded({ isGone }: { isGone: boolean }) {
  if (online.value && !isGone) return null
  return (
    <Empty title={isGone ? commonMessages.notLoaded() : commonMessages.unreachable()}>
      <Retry onRetry={() => location.reload()} />
    </Empty>
  )
}
