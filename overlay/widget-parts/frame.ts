import { fonts, themes } from '../../src/capabilities/overlay/contract/themes.ts'
import {
  type CommonWidgetSettings,
  commonWidgetSettings,
  type WidgetDefinition,
} from '../../src/capabilities/widgets/contract/define-widget.ts'
import { readFields } from '../../src/definitions/read-fields.ts'
import type { StageWidget } from '../../src/registry/overlay-messages.ts'
import type { Settings } from '../settings.ts'

const wholePage = { x: 50, y: 50, width: 100, height: 100, rotation: 0, layer: 0 }
/** Of which an em is the same part of the widget as on a page of 1920 × 1080. */
const emPx = 16

/** Puts the widget where it belongs and tells its stylesheet how large its text is. */
export function placeWidget(element: HTMLElement, widget: StageWidget, definition: WidgetDefinition) {
  const { x, y, width, height, rotation, layer } = widget.isAlone === true ? wholePage : widget.place
  const { style } = element
  style.left = `${x - width / 2}%`
  style.top = `${y - height / 2}%`
  style.width = `${width}%`
  style.height = `${height}%`
  style.transform = rotation === 0 ? '' : `rotate(${rotation}deg)`
  style.zIndex = String(layer)
  const { text_size } = commonOf(widget, definition)
  style.fontSize = `${emOf(widget, definition, { width, height }) * text_size}px`
}

function emOf(
  widget: StageWidget,
  { grows, size }: WidgetDefinition,
  { width, height }: { readonly width: number; readonly height: number },
) {
  const [wide, high] = [(innerWidth * width) / 100, (innerHeight * height) / 100]
  if (grows === 'text') return emPx * Math.min(wide / size.width, high / size.height)
  return widget.isAlone === true ? emPx : parseFloat(getComputedStyle(document.documentElement).fontSize)
}

/** Theme, colours and font: those of the page, unless the widget has its own. */
export function styleWidget(element: HTMLElement, widget: StageWidget, definition: WidgetDefinition, page: Settings) {
  const { theme, font, plate, accent, text_color, background } = commonOf(widget, definition)
  element.dataset.look = theme ?? page.look
  if (theme === undefined) delete element.dataset.theme
  else element.dataset.theme = theme
  element.dataset.plate = plate ? 'on' : 'off'
  const ownFont = font ?? (theme === undefined ? undefined : themes[theme].font)
  setVariable(element, '--font', ownFont && fonts[ownFont].css)
  setVariable(element, '--accent', accent)
  setVariable(element, '--text', text_color)
  setVariable(element, '--background', background)
}

function commonOf({ settings }: StageWidget, definition: WidgetDefinition): CommonWidgetSettings {
  return readFields(commonWidgetSettings(definition), settings)
}

function setVariable({ style }: HTMLElement, name: string, value: string | undefined) {
  const isUsable = value !== undefined && (name === '--font' || CSS.supports('color', value))
  if (isUsable) style.setProperty(name, value)
  else style.removeProperty(name)
}
