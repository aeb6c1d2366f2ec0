import { connectionWords, type ShownState } from '../../../src/definitions/connection-state.ts'
import { connectionMessages } from '../messages/connections.ts'
import { type Connection, now } from '../state.ts'
import { Light, type LightState } from './light.tsx'

const lights: Readonly<Record<ShownState, LightState>> = {
  off: 'off',
  waiting: 'standby',
  connecting: 'standby',
  connected: 'go',
  limited: 'go',
  reconnecting: 'standby',
  rate_limited: 'standby',
  missing_permission: 'stop',
  needs_sign_in: 'stop',
  failed: 'stop',
}

interface Props {
  readonly connection: Pick<Connection, 'state' | 'until'> & { readonly missing?: readonly string[] }
  /** Before the words, where it is not clear what is meant. */
  readonly title?: string
}

/** The state of a connection in words, counting down every second. */
export function ConnectionLight({ connection, title }: Props) {
  const { state, missing = [] } = connection
  const words = connectionWords(connection, now.value, missing)
  return (
    <Light state={lights[state]} word={title === undefined ? words : connectionMessages.titled({ title, words })} />
  )
}
