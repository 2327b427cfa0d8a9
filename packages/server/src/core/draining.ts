/** Whether the server has been told to end. It serves on for a while, so that balancers can look elsewhere first. */
export interface Draining {
  has(): boolean
  begin(): void
  /** Called once, as soon as the notice begins: for what is open and would never end by itself. */
  onBegin(end: () => void): void
}

export function makeDraining(): Draining {
  let begun = false
  const ends: (() => void)[] = []
  return {
    has: () => begun,
    begin() {
      if (begun) return
      begun = true
      for (const end of ends) end()
    },
    onBegin: (end) => {
      ends.push(end)
    },
  }
}
