# Sourced by the scripts that run Maven, after jdk.sh: where it runs, and why it failed.

# Maven runs on the JDK 25 in $jdk, whatever Java is the default here, and finds the same one for compiling.
maven_environment() {
  if ! command -v mvn >/dev/null 2>&1; then
    echo "grcuda: the build needs Maven 3.8 or later (command mvn), which is not installed." >&2
    echo "Install it (apt-get install maven, dnf install maven, brew install maven) and run this again." >&2
    exit 1
  fi
  export JAVA_HOME=$jdk JAVA25_HOME=$jdk JDK25=$jdk
  # A JDK 25 warns about Maven's own libraries.
  export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}"
}

# Prints what Maven's log $1 says of a failure: its errors, and the compiler's warnings, which are errors here.
maven_failure() {
  local advice='\[Help|re-run Maven|Re-run Maven|For more information|resume the build|mvn <args>'
  grep -E '^\[ERROR\] +[^ ]|^\[WARNING\] .*\.java:\[' "$1" | grep -Ev "$advice" | awk '!seen[$0]++' |
    head -n 40 >&2 || tail -n 30 "$1" >&2
}
