-- The script for wrk with the arguments and the output of load-client.mjs.
local keys, paths, bodies, before, type, run, sent = {}, {}, nil, "", "", nil, 0

local function lines(file)
  local found = {}
  for line in io.lines(file) do found[#found + 1] = line end
  return found
end

function init(args)
  keys = lines(args[1])
  paths = lines(args[2])
  before = args[3]
  if args[4] then
    type = args[4]
    bodies = lines(args[5])
  end
  if args[6] then
    run = args[6]
    sent = tonumber(args[7])
  end
end

function request()
  local n = sent
  sent = sent + 1
  local head = paths[n % #paths + 1] .. " HTTP/1.1\r\nHost: bench\r\n" .. before .. keys[n % #keys + 1] .. "\r\n"
  if not bodies then return "GET " .. head .. "\r\n" end
  if run then head = head .. "Idempotency-Key: " .. run .. "-" .. n .. "\r\n" end
  local body = bodies[n % #bodies + 1]
  return "POST " .. head .. "Content-Type: " .. type .. "\r\nContent-Length: " .. #body .. "\r\n\r\n" .. body
end

function done(summary, latency)
  local errors = summary.errors
  local refused = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('\n{"requests":%d,"refused":%d,"seconds":%.4f,"p50":%.3f,"p99":%.3f}\n',
    summary.requests, refused, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
