import { roleTitle } from '../../../../src/definitions/roles.ts'
import { listed } from '../../format.ts'
import type { Draft } from './draft.ts'
import { accessMessages } from './messages.ts'

/** Who may run a command, how often and for what: "Everyone · 30 s user cooldown · 50 points". */
export function accessLine(draft: Draft): string {
  const { permissions, denied_permissions: denied, points_cost, coin_cost } = draft
  const allowed = permissions.includes('everyone') ? ['everyone'] : permissions
  const who = allowed.length === 0 ? accessMessages.nobody() : listedRoles(allowed)
  return [
    denied.length === 0 ? who : accessMessages.except({ who, others: listedRoles(denied) }),
    cooldownOf(draft),
    points_cost > 0 ? accessMessages.points({ count: points_cost }) : '',
    coin_cost > 0 ? accessMessages.coins({ count: coin_cost }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

function cooldownOf({ cooldown_global_seconds: all, cooldown_user_seconds: each }: Draft): string {
  if (all > 0 && each > all) return accessMessages.bothCooldowns({ all: time(all), each: time(each) })
  if (all > 0) return accessMessages.globalCooldown({ time: time(all) })
  return each > 0 ? accessMessages.userCooldown({ time: time(each) }) : ''
}

function time(seconds: number): string {
  if (seconds % 3600 === 0) return accessMessages.hours({ count: seconds / 3600 })
  if (seconds % 60 === 0) return accessMessages.minutes({ count: seconds / 60 })
  return accessMessages.seconds({ count: seconds })
}

function listedRoles(roles: readonly string[]): string {
  return listed(roles.map(nameOf))
}

function nameOf(role: string): string {
  return role.startsWith('user:') ? role.slice('user:'.length) : roleTitle(role)
}
