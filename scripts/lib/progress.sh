# Sourced by the build: shows how far it is. On a terminal one line with a bar, rewritten in place;
# else one line per step. Everything goes to standard error.

progress_total=1
progress_done=0
progress_text=""
progress_pid=""

# Shows that $1 is being done, as step $2 (from 0).
progress_show() {
  local changed=$([ "$1" = "$progress_text" ] || echo yes)
  progress_text=$1
  progress_done=$2
  if [ -t 2 ]; then
    local width=24 filled bar
    filled=$((width * progress_done / progress_total))
    printf -v bar '%*s' "$filled" ''
    printf '\r\033[Kgrcuda [%-*s] %3ds  %s' "$width" "${bar// /=}" "$SECONDS" "$progress_text" >&2
  elif [ -n "$changed" ]; then
    printf 'grcuda: %s\n' "$progress_text" >&2
  fi
}

# Runs a command with its output going to $log, redrawing until it ends. $1: name of a function
# that prints "STEP TEXT" for the moment. Returns the command's status.
progress_while() {
  local state=$1 status=0
  shift
  "$@" >>"$log" 2>&1 &
  progress_pid=$!
  while kill -0 "$progress_pid" 2>/dev/null; do
    local now
    now=$("$state")
    progress_show "${now#* }" "${now%% *}"
    sleep 0.2
  done
  wait "$progress_pid" || status=$?
  progress_pid=""
  return "$status"
}

# Ends the command under way: background commands of a script do not see the terminal's Ctrl-C.
progress_stop() {
  if [ -n "$progress_pid" ]; then
    kill "$progress_pid" 2>/dev/null || true
  fi
}

# Ends the line of a terminal.
progress_end() {
  if [ -t 2 ]; then
    printf '\r\033[K' >&2
  fi
}
