# Sourced by tests that are scripts. Sets `failed` to 1 if a check fails; wants to run in a folder of its own.
failed=0

# check NAME STATUS OUT ERR COMMAND...: OUT and ERR are patterns of the whole text.
check() {
  local name=$1 status=$2 out=$3 err=$4 got actual_out actual_err
  shift 4
  "$@" >out.txt 2>err.txt
  got=$?
  actual_out=$(<out.txt)
  actual_err=$(<err.txt)
  # shellcheck disable=SC2053 # patterns on purpose
  if [ "$got" = "$status" ] && [[ $actual_out == $out ]] && [[ $actual_err == $err ]]; then
    echo "ok    $name"
  else
    printf 'FAIL  %s\n  status %s, expected %s\n  out: %s\n  err: %s\n' \
      "$name" "$got" "$status" "$actual_out" "$actual_err"
    failed=1
  fi
}
