import { contentLabels } from '../../../../definitions/content-labels.ts'
import { line, toggle } from '../../../../definitions/setting-fields.ts'
import { defineMessages } from '../../../../kernel/text/message.ts'
import { defineWidget, source } from '../define-widget.ts'

const messages = defineMessages('widgets.cue', {
  title: 'Cue countdown',
  help: 'What comes next in the show, and in how long.',
  label: contentLabels.label,
  hide: 'Hide while no show runs',
})

export const cue = defineWidget({
  type: 'cue',
  title: messages.title,
  help: messages.help,
  group: 'show',
  icon: 'M2.75 3.25h6.5M2.75 8h4M2.75 12.75h6.5M10 5.75v4.5L13.75 8z',
  size: { width: 480, height: 150 },
  settings: {
    label: line({ title: messages.label }, { max: 60 }),
    hide: toggle({ title: messages.hide }, true),
  },
  sources: () => [source('cue')],
  sample: {
    settings: { label: 'Up next' },
    data: { cue: { show: 'Friday show', current: null, next: { number: '2', title: 'Interview' }, at: null } },
  },
})
