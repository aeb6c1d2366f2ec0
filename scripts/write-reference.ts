import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createReferencePages } from '../src/docs/reference-pages.ts'
import { operations } from '../src/operations.ts'
import { platforms } from '../src/platforms/contract/platforms.ts'
import { eventRegistry } from '../src/registry/event-registry.ts'
import { openApiOfSpecification } from './committed-openapi.ts'
import { fillCapabilities, fillPlatformPage } from './docs/capabilities-page.ts'
import { writeCapabilityFacts } from './docs/capability-facts.ts'
import { channelSettingsPage } from './docs/channel-settings-page.ts'
import { fillCommandsPage } from './docs/commands-page.ts'
import { fillErrorsPage } from './docs/errors-page.ts'
import { fillEventsPage } from './docs/events-page.ts'
import { fillOverlayPage } from './docs/overlay-page.ts'
import { fillThreatModel } from './docs/threat-model-page.ts'
import { fillWidgetDataPage } from './docs/widget-data-page.ts'

const docs = new URL('../docs/', import.meta.url)
const folder = new URL('reference/', docs)
const errors = new URL('errors.md', docs)
const commands = new URL('commands.md', docs)
const events = new URL('events.md', docs)
const overlay = new URL('overlay.md', docs)
const threatModel = new URL('project/threat-model.md', docs)
const widgetData = new URL('widgets-data.md', docs)
const platformsOverview = new URL('platforms/README.md', docs)

mkdirSync(folder, { recursive: true })
const pages = createReferencePages(openApiOfSpecification())
for (const name of readdirSync(folder)) if (!pages.has(name)) rmSync(new URL(name, folder))
for (const [name, text] of pages) writeFileSync(new URL(name, folder), text)
writeFileSync(errors, fillErrorsPage(readFileSync(errors, 'utf8'), operations))
writeFileSync(events, fillEventsPage(readFileSync(events, 'utf8'), eventRegistry))
writeFileSync(overlay, fillOverlayPage(readFileSync(overlay, 'utf8')))
writeFileSync(threatModel, fillThreatModel(readFileSync(threatModel, 'utf8')))
writeFileSync(widgetData, fillWidgetDataPage(readFileSync(widgetData, 'utf8')))
writeFileSync(platformsOverview, await fillCapabilities(readFileSync(platformsOverview, 'utf8')))
for (const platform of platforms) {
  const guide = new URL(`platforms/${platform}.md`, docs)
  writeFileSync(guide, await fillPlatformPage(platform, readFileSync(guide, 'utf8')))
}
writeFileSync(commands, fillCommandsPage(readFileSync(commands, 'utf8')))
writeFileSync(new URL('channel-settings.md', docs), channelSettingsPage())
writeCapabilityFacts()
