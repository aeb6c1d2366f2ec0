export interface Leader {
  /** Whether the jobs are this node's to do, now. */
  isMine(): boolean
  start(onChange: (isMine: boolean) => Promise<void> | void): Promise<void>
  close(): Promise<void>
}

/** Alone, everything is one's own. */
export function createSoleLeader(): Leader {
  return {
    isMine: () => true,
    start: async (onChange) => void (await onChange(true)),
    close: async () => {},
  }
}
