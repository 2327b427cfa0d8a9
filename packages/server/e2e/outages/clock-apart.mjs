// Loaded into a node with --import: its machine's clock is wrong by so many milliseconds.
const offset = Number(process.env.CLOCK_APART_MS)
const now = Date.now.bind(Date)
Date.now = () => now() + offset
