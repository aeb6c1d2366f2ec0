import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { textOf } from '../../messages/text-of.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Light, type LightState } from '../../ui/light.tsx'
import { Ago } from '../../ui/parts.tsx'
import {
  mirrorHelp,
  mirrorStates,
  ownHelp,
  ownStates,
  reachMessages,
  reachProblems,
  reachTradeOffs,
  reachWays,
  tunnelStates,
} from './messages.ts'

type Reach = Answer<'get-kick-reach'>

interface WayProps {
  readonly reach: Reach
  readonly onSet: (enabled: boolean) => void
}

const tunnelLights: Readonly<Record<Reach['tunnel']['state'], LightState>> = {
  off: 'off',
  starting: 'standby',
  on: 'go',
  needs_you: 'stop',
  failed: 'stop',
}

const ownLights: Readonly<Record<Reach['own']['state'], LightState>> = {
  none: 'off',
  local: 'off',
  unproved: 'standby',
  on: 'go',
  failed: 'stop',
}

export function TunnelWay({ reach: { tunnel, working }, onSet }: WayProps) {
  const { kind, state, problem, wanted } = tunnel
  const isOurs = kind === 'tailscale'
  const shown = problem ?? (isOurs && !tunnel.installed && !tunnel.forbidden ? 'not_installed' : null)
  return (
    <Way
      title={reachWays.tunnel()}
      tag={<span class="tag lamp">{reachMessages.recommended()}</span>}
      light={<Light state={tunnelLights[state]} word={tunnelStates[state]()} />}
      help={isOurs ? reachTradeOffs.tunnel() : reachTradeOffs.command()}
      isOn={wanted}
      isPrimary={working.length === 0}
      onSet={isOurs && !tunnel.forbidden && (tunnel.can_change || wanted) ? onSet : undefined}
    >
      {shown !== null && (
        <p class="small">
          {reachProblems[shown]()} {tunnel.has_link && tunnel.can_change && <SolveLink />}
        </p>
      )}
      {tunnel.address !== null && <code class="small">{tunnel.address}</code>}
      <Proved at={tunnel.proved_at} />
      {!wanted && tunnel.wanted_elsewhere && <p class="faint small">{reachMessages.others()}</p>}
      {may('owner') && !tunnel.can_change && <p class="faint small">{reachMessages.firstChannel()}</p>}
    </Way>
  )
}

export function MirrorWay({ reach: { mirror }, onSet }: WayProps) {
  const [isAsking, setAsking] = useState(false)
  const { state, wanted } = mirror
  const help = textOf(mirrorHelp, state)
  const light: LightState = state === 'on' ? 'go' : state === 'off' ? 'off' : 'standby'
  return (
    <Way
      title={reachWays.mirror()}
      tag={<span class="tag">{reachMessages.mayBreak()}</span>}
      light={<Light state={light} word={mirrorStates[state]()} />}
      help={reachTradeOffs.mirror()}
      isOn={wanted}
      onSet={(enabled) => (enabled ? setAsking(true) : onSet(false))}
    >
      {help !== undefined && <p class="small">{help}</p>}
      {wanted && mirror.received_at !== null && (
        <p class="faint small">
          {reachMessages.lastEvent()} <Ago at={mirror.received_at} />
        </p>
      )}
      {isAsking && (
        <Confirm
          title={reachMessages.mirrorTitle()}
          help={reachMessages.mirrorHelp()}
          submit={reachMessages.turnOn()}
          onClose={() => setAsking(false)}
          onSubmit={() => {
            setAsking(false)
            onSet(true)
          }}
        />
      )}
    </Way>
  )
}

export function OwnWay({ reach: { own } }: { reach: Reach }) {
  const { state, problem, address } = own
  const help = textOf(ownHelp, state)
  return (
    <Way
      title={reachWays.own()}
      light={<Light state={ownLights[state]} word={ownStates[state]()} />}
      help={reachTradeOffs.own()}
    >
      {help !== undefined && <p class="small">{help}</p>}
      {problem !== null && <p class="small">{reachProblems[problem]()}</p>}
      {address !== null && <code class="small">{address}</code>}
      <Proved at={own.proved_at} />
    </Way>
  )
}

interface EntryProps {
  readonly title: string
  readonly tag?: ComponentChildren
  readonly light: ComponentChildren
  /** What speaks for it and against it. */
  readonly help: string
  readonly isOn?: boolean
  /** Whether turning it on is what most people want now. */
  readonly isPrimary?: boolean
  /** Absent for a way that is not turned on here. */
  readonly onSet?: ((enabled: boolean) => void) | undefined
  readonly children?: ComponentChildren
}

function Way({ title, tag, light, help, isOn = false, isPrimary = false, onSet, children }: EntryProps) {
  const label = isOn ? reachMessages.turnOffOne({ way: title }) : reachMessages.turnOnOne({ way: title })
  return (
    <li>
      <div class="grow">
        <p class="row">
          <b>{title}</b>
          {tag}
          {light}
        </p>
        <p class="soft small">{help}</p>
        {children}
      </div>
      {onSet !== undefined && may('owner') && (
        <button
          type="button"
          class={`button small${isPrimary && !isOn ? ' primary' : ''}`}
          aria-label={label}
          onClick={() => onSet(!isOn)}
        >
          {isOn ? reachMessages.turnOff() : reachMessages.turnOn()}
        </button>
      )}
    </li>
  )
}

/** The page gives access to the network of the computer, so the server names it only after a recent sign-in. */
function SolveLink() {
  const [link, setLink] = useState<string | null>(null)
  if (link !== null) {
    return (
      <a href={link} target="_blank" rel="noreferrer">
        {reachMessages.solve()}
      </a>
    )
  }
  const show = () => attempt(async () => setLink((await call('get-tunnel-link', {})).link))
  return (
    <button type="button" class="button small" onClick={() => void show()}>
      {reachMessages.showLink()}
    </button>
  )
}

function Proved({ at }: { at: number | null }) {
  if (at === null) return null
  return (
    <p class="faint small">
      {reachMessages.proved()} <Ago at={at} />
    </p>
  )
}
