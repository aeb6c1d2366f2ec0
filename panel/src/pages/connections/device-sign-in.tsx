import { useEffect, useRef, useState } from 'preact/hooks'
import { type Answer, ApiError, call } from '../../api.ts'
import { now } from '../../state.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Light } from '../../ui/light.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { Account, Service } from './connected-service.ts'
import { deviceMessages, platformMessages } from './messages.ts'

type Begun = Answer<'begin-device-sign-in'>

interface Props {
  readonly service: Service
  readonly role: Account['role']
  readonly permission?: string
  readonly onClose: () => void
}

/** Shows a code to enter at the service, on this device or another, and waits until somebody has. */
export function DeviceSignIn({ service: { service, title }, role, permission, onClose }: Props) {
  const [begun, setBegun] = useState<Begun>()
  const [problem, setProblem] = useState<string>()
  const waiting = useRef<{ id?: string; timer?: number; isOver?: boolean }>({})

  const finish = (text: string) => {
    waiting.current.isOver = true
    setBegun(undefined)
    setProblem(text)
  }
  const later = (seconds: number) => {
    if (waiting.current.isOver) return
    waiting.current.timer = window.setTimeout(() => void poll(), seconds * 1000)
  }

  async function begin(): Promise<void> {
    waiting.current = {}
    setProblem(undefined)
    try {
      const asked = permission === undefined ? {} : { permission }
      const answer = await call('begin-device-sign-in', { service, role, ...asked })
      waiting.current.id = answer.id
      setBegun(answer)
      later(answer.wait_seconds)
    } catch (error) {
      finish(textOf(error))
    }
  }

  async function poll(): Promise<void> {
    const { id } = waiting.current
    if (id === undefined || waiting.current.isOver) return
    try {
      const { state, wait_seconds: seconds, username } = await call('poll-device-sign-in', { service, id })
      if (state === 'waiting') later(seconds ?? 5)
      else if (state === 'denied') finish(deviceMessages.denied({ title }))
      else if (state === 'expired') finish(deviceMessages.expired())
      else {
        waiting.current.isOver = true
        showToast(deviceMessages.connectedAs({ title, username: username ?? '' }))
        onClose()
      }
    } catch (error) {
      // Without the server the code stays valid.
      if (error instanceof ApiError && error.status === 0) later(5)
      else finish(textOf(error))
    }
  }

  function cancel(): void {
    const { id, isOver } = waiting.current
    waiting.current.isOver = true
    if (id !== undefined && !isOver) void call('cancel-device-sign-in', { service, id }).catch(() => {})
    onClose()
  }

  useEffect(() => {
    void begin()
    return () => {
      window.clearTimeout(waiting.current.timer)
      waiting.current.isOver = true
    }
  }, [])

  const left = begun === undefined ? 0 : Math.max(0, Math.ceil((begun.expires_at - now.value) / 60_000))
  return (
    <Dialog
      title={deviceMessages.title({ title })}
      onClose={cancel}
      {...(problem === undefined
        ? { submit: deviceMessages.cancel() }
        : { onSubmit: () => void begin(), submit: deviceMessages.again() })}
    >
      {problem !== undefined && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      {begun !== undefined && (
        <>
          <p>
            {deviceMessages.open()}{' '}
            <a href={begun.address} target="_blank" rel="noreferrer">
              {begun.address}
            </a>
          </p>
          <p>{role === 'bot' ? deviceMessages.enterAsBot() : deviceMessages.enter()}</p>
          <Secret text={begun.user_code} />
          <p class="row" role="status">
            <Light state="standby" word={deviceMessages.waiting({ title })} />
            <span class="faint small">{deviceMessages.left({ minutes: left })}</span>
          </p>
        </>
      )}
      {begun === undefined && problem === undefined && <p class="soft">{platformMessages.connecting({ title })}</p>}
    </Dialog>
  )
}

function textOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  throw error
}
