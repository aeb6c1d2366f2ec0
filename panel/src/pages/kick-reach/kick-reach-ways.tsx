import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Answer } from '../../api.ts'
import { textOf } from '../../messages/text-of.ts'
import { may } from '../../state.ts'
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
  const { kind, state, problem, link, wanted } = tunnel
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
      onSet={isOurs && !tunnel.forbidden ? onSet : undefined}
    >
      {shown !== null && <Problem text={reachProblems[shown]()} link={link} />}
      {tunnel.address !== null && <code class="small">{tunnel.address}</code>}
      <Proved at={tunnel.proved_at} />
      {!wanted && tunnel.wanted_elsewhere && <p class="faint small">{reachMessages.others()}</p>}
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
      {problem !== null && <Problem text={reachProblems[problem]()} link={null} />}
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

function Problem({ text, link }: { text: string; link: string | null }) {
  return (
    <p class="small">
      {text}
      {link !== null && (
        <>
          {' '}
          <a href={link} target="_blank" rel="noreferrer">
            {reachMessages.solve()}
          </a>
        </>
      )}
    </p>
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
