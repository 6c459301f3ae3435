# Sourced by the other scripts: find_jdk prints the home of a JDK 25, or says what to install and fails.

jdk_major() {
  [ -r "$1/release" ] || return 1
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release"
}

find_jdk() {
  local on_path="" home
  if command -v javac >/dev/null 2>&1; then
    on_path=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
  fi
  for home in "${JAVA_HOME:-}" "${JAVA25_HOME:-}" "${JDK_25:-}" "$on_path" \
    /usr/lib/jvm/* /opt/java/* /opt/jdk* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$home" ] && [ -x "$home/bin/javac" ] && [ "$(jdk_major "$home")" = 25 ]; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  cat >&2 <<'TXT'
grcuda: no JDK 25 found (looked at JAVA_HOME, JAVA25_HOME, the PATH and the usual folders).
Install Eclipse Temurin 25 (https://adoptium.net, or your package manager: temurin-25-jdk),
or set JAVA_HOME to a JDK 25.
TXT
  return 1
}
