/** What every node knows about the VTube Studio of a channel while it is connected. */
export interface VtsSnapshot {
  /** Those of the model that is loaded. */
  readonly hotkeys: readonly { readonly id: string; readonly name: string }[]
}

/** The longest id or name of a hotkey. */
export const maxHotkeyLength = 200
