import { defaultsOf } from '../../kernel/schema/schema.ts'
import { nameKey } from '../../kernel/schema/text.ts'
import type { Writer } from '../../kernel/storage/database.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import { eventAlerts } from '../alerts/contract/recipes.ts'
import { definitionOf } from '../automations/automation.ts'
import { insertAutomation } from '../automations/automation-rows.ts'
import { automationRun, type WrittenAutomation } from '../automations/contract/automations.ts'

/** The alerts that a new channel has, with their names and texts in this language. */
export function defaultAlertsIn(catalogue: Catalogue): readonly WrittenAutomation[] {
  return eventAlerts
    .filter(({ isFromStart }) => isFromStart)
    .map(({ recipe }) => {
      const automation = recipe.automationIn(catalogue)
      const run = { ...defaultsOf(automationRun), ...automation.run }
      return { ...automation, name: recipe.title(undefined, catalogue), conditions: [], run } as WrittenAutomation
    })
}

/** Nobody has to build alerts to see a follow on stream. */
export async function addDefaultAlerts(tx: Writer, channel: number, now: number, catalogue: Catalogue): Promise<void> {
  for (const alert of defaultAlertsIn(catalogue)) {
    const { name, trigger } = alert
    const id = await tx.next('automation', channel)
    await tx.run(insertAutomation, {
      ...{ channel, id, name, nameKey: nameKey(name), active: 1, trigger: trigger.type, now },
      definition: JSON.stringify(definitionOf(alert)),
    })
  }
}
