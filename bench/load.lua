-- The same client for wrk: rotates over keys and paths, and prints one line of JSON.
-- args: file of keys, file of paths.
local keys, paths, sent = {}, {}, 0

local function lines(file)
  local found = {}
  for line in io.lines(file) do found[#found + 1] = line end
  return found
end

function init(args)
  keys = lines(args[1])
  paths = lines(args[2])
end

function request()
  local n = sent
  sent = sent + 1
  return "GET " .. paths[n % #paths + 1] .. " HTTP/1.1\r\nHost: bench\r\nX-API-Key: " .. keys[n % #keys + 1] .. "\r\n\r\n"
end

function done(summary, latency)
  local errors = summary.errors
  local refused = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\n{"requests":%d,"refused":%d,"seconds":%.4f,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, refused, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
