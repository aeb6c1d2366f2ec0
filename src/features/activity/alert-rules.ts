import type { Platform } from '../../contract/platforms.ts'
import type { AlertRule } from '../../contract/settings/alerts.ts'
import type { Log } from '../../log.ts'
import type { Database, Reader, Writer } from '../../storage/database.ts'
import type { Alerts } from '../alerts/alerts.ts'
import { render } from '../commands/template.ts'
import type { Effects } from '../effects/effects.ts'
import type { Cause } from '../events/events.ts'
import type { NewCue, Overlays } from '../overlays/overlays.ts'
import type { ChannelSettings } from '../settings/definitions.ts'
import type { Speech } from '../speech/speech.ts'
import type { HeldAlerts } from './held-alerts.ts'
import type { Occasion } from './occasion.ts'

/** The same time that a donation's alert waits for a page. */
const expiresInMs = 5 * 60_000
const maxSpokenLength = 500
/** Limits how many alerts are spoken in a flood of follows. */
const maxSpeaking = 20

export type AlertRules = ReturnType<typeof createAlertRules>

/** Shows events as overlay alerts, according to the broadcaster's alert rules. */
export function createAlertRules(needs: {
  db: Database
  log: Log
  overlays: Overlays
  alerts: Alerts
  effects: Effects
  speech: Speech
  held: HeldAlerts
}) {
  const { db, log, overlays, alerts, effects, speech, held } = needs
  let speaking = 0

  /** Speech synthesis is slow, so it runs after the commit and the alert is queued when it is ready. */
  async function speak(cause: Cause, username: string, text: string): Promise<void> {
    if (speaking >= maxSpeaking) return
    speaking++
    try {
      const audio = await speech.render(cause.channel.id, text)
      const shown = await speech.shown(cause.channel.id, text)
      const payload = { username, text: shown, ...(audio === undefined ? {} : { audio }) }
      await db.write((tx) => overlays.queue(tx, cause, { kind: 'tts', idPrefix: 'tts', payload, expiresInMs }))
    } finally {
      speaking--
    }
  }

  async function cueFor(
    reader: Reader,
    channelId: number,
    rule: AlertRule,
    text: string,
    { user, amount, message, platform }: Occasion,
  ): Promise<NewCue | undefined> {
    switch (rule.show) {
      case 'tts':
        return undefined
      case 'audio-alert':
        return rule.alert_id === undefined
          ? undefined
          : alerts.findCue(reader, channelId, rule.alert_id, user.displayname)
      case 'effect': {
        const data = { message: text === '' ? message : text, amount, on: rule.on }
        if (rule.overlay_id === undefined) return undefined
        return effects.findCue(reader, channelId, rule.overlay_id, { platform, user, data })
      }
    }
  }

  /** A sound or effect that no longer exists is skipped. */
  async function showAll(tx: Writer, cause: Cause, meant: readonly AlertRule[], occasion: Occasion): Promise<void> {
    const channel = cause.channel.id
    for (const rule of meant) {
      const text = await textOf(rule, occasion)
      const cue = await cueFor(tx, channel, rule, text, occasion)
      if (cue !== undefined) await overlays.queue(tx, cause, { ...cue, expiresInMs })
      if (rule.show !== 'tts' || text === '') continue
      tx.onCommit(() => {
        speak(cause, occasion.user.displayname, text).catch((error: unknown) => {
          log.warn('an alert could not be spoken', { channelId: channel, error })
        })
      })
    }
  }

  return {
    /** While shield mode is on, the alert is held instead. */
    async show(tx: Writer, cause: Cause, settings: ChannelSettings, occasion: Occasion): Promise<void> {
      const channel = cause.channel.id
      const meant = rulesFor(settings, occasion)
      if (meant.length === 0) return
      // Shield mode applies to one platform. Alerts without a platform, such as donations, are not held.
      const { platform } = occasion
      if (platform !== null && (await held.isShieldUp(tx, channel, platform))) {
        await held.hold(tx, channel, { ...occasion, platform })
      } else await showAll(tx, cause, meant, occasion)
    },

    /** Shield mode was turned off: shows the held alerts, according to the current rules. */
    async release(tx: Writer, cause: Cause, settings: ChannelSettings, platform: Platform): Promise<void> {
      for (const occasion of await held.release(tx, cause.channel.id, platform)) {
        await showAll(tx, cause, rulesFor(settings, occasion), occasion)
      }
    },
  }
}

function rulesFor({ alerts: { rules } }: ChannelSettings, occasion: Occasion): AlertRule[] {
  return rules.filter(({ on, min_amount }) => on === occasion.on && occasion.amount >= min_amount)
}

async function textOf({ text }: AlertRule, { user, amount, message }: Occasion): Promise<string> {
  const values = new Map([
    ['user', user.displayname],
    ['amount', String(amount)],
    ['message', message],
  ])
  const filled = await render(text, (name) => {
    const value = values.get(name)
    return value === undefined ? undefined : () => value
  })
  return [...filled.trim()].slice(0, maxSpokenLength).join('')
}
