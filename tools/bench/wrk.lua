-- Sends the calls of a file, one a line: method, path, token, idempotency key and body, between tabs.
-- With "once" each is sent once and the run ends with the last; otherwise they are sent round and round.
local calls, place, once = {}, -1, false
good, refused, refusal = 0, 0, ""
local threads = {}

-- The program that started this listens.
function say(word)
  io.write(word .. "\n")
  io.flush()
end

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  once = args[2] == "once"
  for line in io.lines(args[1]) do
    local method, path, token, key, body = line:match("^(.-)\t(.-)\t(.-)\t(.-)\t(.*)$")
    local headers = { ["accept-encoding"] = "gzip" }
    if token ~= "" then headers["authorization"] = "Bearer " .. token end
    if key ~= "" then headers["idempotency-key"] = key end
    if body ~= "" then headers["content-type"] = "application/json" end
    table.insert(calls, wrk.format(method, path, headers, body ~= "" and body or nil))
  end
end

function request()
  place = place + 1
  -- The first one is looked at by wrk and not sent.
  if place == 0 then return calls[1] end
  if place == 1 then say("BEGUN") end
  if place <= #calls then return calls[place] end
  if once then
    return wrk.format("GET", "/healthz")
  end
  place = 1
  return calls[1]
end

-- What is sent after the last call shall cost nothing.
function delay()
  return once and place > #calls and 20 or 0
end

-- Answers to what is sent after the last call; so many in a row mean that no other answer will come.
local after = 0

function response(status, headers, body)
  -- A compressed answer is a long one, and only successes are long.
  if headers["content-encoding"] == "gzip" or headers["Content-Encoding"] == "gzip" or body:find('"code":1,', 1, true) then
    good, after = good + 1, 0
  elseif body:find('"code":', 1, true) then
    refused, after = refused + 1, 0
    refusal = body:sub(1, 160)
  else
    after = after + 1
  end
  if once and (good + refused == #calls or after == 500) then say("SENT") end
end

function done(summary, latency, requests)
  local good, refused, refusal = 0, 0, ""
  for _, thread in ipairs(threads) do
    good = good + thread:get("good")
    refused = refused + thread:get("refused")
    refusal = thread:get("refusal")
  end
  io.write(string.format("\nFIGURES %d %d %d %d %d %s\n", good, refused, summary.duration,
    latency:percentile(50), latency:percentile(99), refusal))
end
